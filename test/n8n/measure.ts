// Prints the table of docs/scale.md: what n8n's queue mode does on this machine.
import { cpus } from 'node:os';
import { type Cluster, openCluster } from './stage/cluster';
import { until } from './stage/executions';
import { inParallel, publish } from './stage/load';

interface Setup {
	workers: number;
	concurrency: number;
	latencyMs: number;
}

const setups: Setup[] = [
	{ workers: 1, concurrency: 1, latencyMs: 200 },
	{ workers: 1, concurrency: 5, latencyMs: 200 },
	{ workers: 1, concurrency: 20, latencyMs: 200 },
	{ workers: 2, concurrency: 5, latencyMs: 200 },
	{ workers: 2, concurrency: 5, latencyMs: 1000 },
	{ workers: 2, concurrency: 10, latencyMs: 1000 },
];

/** Queues executions, starts the workers, and counts what arrives at the service. */
async function measure(
	cluster: Cluster,
	send: (index: number) => Promise<number>,
	{ workers, concurrency, latencyMs }: Setup,
): Promise<string[]> {
	const { sandbox } = cluster.stage;
	sandbox.reset();
	sandbox.configure({ latencyMs });
	const count = Math.min(200, 20 * workers * concurrency);
	await inParallel(10, count, send);
	const started = await Promise.all(
		Array.from({ length: workers }, async () => await cluster.startWorker(concurrency)),
	);
	await until(async () => (sandbox.counts.statuses['200'] >= count ? true : undefined));
	await Promise.all(started.map(async (worker) => await worker.stop()));
	const arrivals = sandbox.requests.map(({ arrivedAt }) => arrivedAt).sort((a, b) => a - b);
	const perMinute = Math.round(steadyRate(arrivals) * 60_000);
	const occupied = Math.round((60_000 * workers * concurrency) / perMinute);
	return [workers, concurrency, latencyMs, perMinute, occupied, sandbox.counts.peak].map(String);
}

/** Arrivals per millisecond in the middle, when all workers are up and the queue is not empty. */
function steadyRate(arrivals: number[]): number {
	const from = Math.floor(arrivals.length * 0.3);
	const to = Math.floor(arrivals.length * 0.8);
	return (to - from) / (arrivals[to] - arrivals[from]);
}

const heading = [
	'Workers',
	'Concurrency',
	'Latency (ms)',
	'Executions a minute',
	'Each takes (ms)',
	'Requests at once',
];

async function main(): Promise<void> {
	console.log(`${cpus().length} × ${cpus()[0].model}, Node ${process.versions.node}`);
	const cluster = await openCluster();
	try {
		const send = await publish(cluster);
		console.log(`| ${heading.join(' | ')} |\n|${' ---: |'.repeat(heading.length)}`);
		for (const setup of setups) {
			console.log(`| ${(await measure(cluster, send, setup)).join(' | ')} |`);
		}
	} finally {
		await cluster.close();
	}
}

void main();
