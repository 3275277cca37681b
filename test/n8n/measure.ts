// Prints the table of docs/scale.md: what n8n's queue mode does on this machine.
import { cpus } from 'node:os';
import { type Cluster, openCluster } from './stage/cluster';
import { until } from './stage/executions';
import { inParallel, publish } from './stage/load';

interface Setup {
	workers: number;
	concurrency: number;
	latencyMs: number;
	/** Requests a minute that the service allows. */
	limit?: number;
}

const setups: Setup[] = [
	{ workers: 1, concurrency: 1, latencyMs: 200 },
	{ workers: 1, concurrency: 5, latencyMs: 200 },
	{ workers: 1, concurrency: 20, latencyMs: 200 },
	{ workers: 2, concurrency: 5, latencyMs: 200 },
	{ workers: 2, concurrency: 5, latencyMs: 1000 },
	{ workers: 2, concurrency: 10, latencyMs: 1000 },
	{ workers: 1, concurrency: 1, latencyMs: 500, limit: 120 },
	{ workers: 1, concurrency: 2, latencyMs: 500, limit: 120 },
	{ workers: 1, concurrency: 5, latencyMs: 500, limit: 120 },
	{ workers: 2, concurrency: 10, latencyMs: 500, limit: 120 },
];

/** Short windows, so that several of them pass while it is measured. */
const windowsPerMinute = 12;

/** Queues executions, starts the workers, and counts what arrives at the service. */
async function measure(
	cluster: Cluster,
	send: (index: number) => Promise<number>,
	{ workers, concurrency, latencyMs, limit }: Setup,
): Promise<string[]> {
	const { sandbox } = cluster.stage;
	sandbox.reset();
	const rateLimit = limit
		? { requests: limit / windowsPerMinute, windowMs: 60_000 / windowsPerMinute }
		: null;
	sandbox.configure({ latencyMs, rateLimit });
	const count = limit ? 80 : Math.min(200, 40 + 20 * workers * concurrency);
	await inParallel(10, count, send);
	const started = await Promise.all(
		Array.from({ length: workers }, async () => await cluster.startWorker(concurrency)),
	);
	await until(async () => (sandbox.counts.statuses['200'] >= count ? true : undefined));
	await Promise.all(started.map(async (worker) => await worker.stop()));
	const arrivals = sandbox.requests
		.filter(({ status }) => status === 200)
		.map(({ arrivedAt }) => arrivedAt)
		.sort((a, b) => a - b);
	const perMinute = Math.round(steadyRate(arrivals) * 60_000);
	const occupied = Math.round((60_000 * workers * concurrency) / perMinute);
	const refused = sandbox.counts.statuses['429'] ?? 0;
	return [
		workers,
		concurrency,
		latencyMs,
		limit ?? '–',
		perMinute,
		occupied,
		sandbox.counts.peak,
		refused,
		count,
	].map(String);
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
	'Limit a minute',
	'Executions a minute',
	'Each takes (ms)',
	'Requests at once',
	'Refused',
	'Executions',
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
