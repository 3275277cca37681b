// Prints the figures of docs/contributing/measurements.md: how many webhook executions n8n's queue mode runs on this machine.
import { cpus } from 'node:os';
import { type Cluster, openCluster } from './stage/cluster';
import { until } from './stage/executions';
import { inParallel, publish } from './stage/load';

const CONCURRENCY = 5;
const LATENCY_MS = 200;
const EXECUTIONS = 200;

/** Queues executions, starts the workers, and counts what arrives at the service. */
async function measure(
	cluster: Cluster,
	send: (index: number) => Promise<number>,
	workers: number,
): Promise<object> {
	const { sandbox } = cluster.stage;
	sandbox.reset();
	sandbox.configure({ latencyMs: LATENCY_MS });
	await inParallel(10, EXECUTIONS, send);
	const started = await Promise.all(
		Array.from({ length: workers }, async () => await cluster.startWorker(CONCURRENCY)),
	);
	await until(async () => (sandbox.counts.statuses['200'] >= EXECUTIONS ? true : undefined));
	await Promise.all(started.map(async (worker) => await worker.stop()));
	const arrivals = sandbox.requests.map(({ arrivedAt }) => arrivedAt).sort((a, b) => a - b);
	return {
		Workers: workers,
		Concurrency: CONCURRENCY,
		'Latency (ms)': LATENCY_MS,
		'Executions a minute': Math.round(steadyRate(arrivals) * 60_000),
	};
}

/** Arrivals per millisecond in the middle, when all workers are up and the queue is not empty. */
function steadyRate(arrivals: number[]): number {
	const from = Math.floor(arrivals.length * 0.3);
	const to = Math.floor(arrivals.length * 0.8);
	return (to - from) / (arrivals[to] - arrivals[from]);
}

async function main(): Promise<void> {
	console.log(`${cpus().length} × ${cpus()[0].model}, Node ${process.versions.node}`);
	const cluster = await openCluster();
	try {
		const send = await publish(cluster);
		console.table([await measure(cluster, send, 1), await measure(cluster, send, 2)]);
	} finally {
		await cluster.close();
	}
}

void main();
