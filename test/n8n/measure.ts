// Prints what n8n's queue mode does on this machine. docs/scale.md has some of the figures.
import { cpus } from 'node:os';
import { type Cluster, openCluster } from './stage/cluster';
import { callWebhook, until } from './stage/executions';
import { inParallel, publish } from './stage/load';
import { n8nNode, webhookAt } from './stage/workflows';

/** Workers, concurrency, latency in ms, and requests a minute that the service allows. */
type Setup = [workers: number, concurrency: number, latencyMs: number, limit?: number];

const setups: Setup[] = [
	[1, 1, 200],
	[1, 5, 200],
	[1, 20, 200],
	[2, 5, 200],
	[2, 5, 1000],
	[2, 10, 1000],
	[1, 1, 500, 120],
	[1, 2, 500, 120],
	[1, 5, 500, 120],
	[2, 10, 500, 120],
];

/** Short windows, so that several of them pass while it is measured. */
const windowsPerMinute = 12;

/** Queues executions, starts the workers, and counts what arrives at the service. */
async function measure(
	cluster: Cluster,
	send: (index: number) => Promise<number>,
	[workers, concurrency, latencyMs, limit]: Setup,
): Promise<object> {
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
	return {
		Workers: workers,
		Concurrency: concurrency,
		'Latency (ms)': latencyMs,
		'Limit a minute': limit,
		'Executions a minute': perMinute,
		'Each takes (ms)': Math.round((60_000 * workers * concurrency) / perMinute),
		'Requests at once': sandbox.counts.peak,
		Refused: sandbox.counts.statuses['429'] ?? 0,
		Executions: count,
	};
}

/** Arrivals per millisecond in the middle, when all workers are up and the queue is not empty. */
function steadyRate(arrivals: number[]): number {
	const from = Math.floor(arrivals.length * 0.3);
	const to = Math.floor(arrivals.length * 0.8);
	return (to - from) / (arrivals[to] - arrivals[from]);
}

/** Ten executions with so many items each, into one service. */
const EXECUTIONS = 10;
const ITEMS = 200;
const services = {
	'200 ms': { latencyMs: 200 },
	'20 at a time, 50 ms each': { capacity: { concurrent: 20, serviceMs: 50, queue: 1e6 } },
};

/** Publishes a workflow that creates a contact for each address in `people`. */
async function publishRuns({ stage }: Cluster): Promise<void> {
	const options = { destinationFieldName: 'email' };
	const split = n8nNode('splitOut', 1, { fieldToSplitOut: 'body.people', options });
	const create = stage.node('contact', { operation: 'create', email: '={{ $json.email }}' });
	await stage.session.activate(await stage.store('Runs', webhookAt('runs'), split, create));
}

/** When the first of the executions and all of them were done, from the first request on. */
async function share({ stage: { sandbox }, webhook }: Cluster, name: keyof typeof services) {
	sandbox.reset();
	sandbox.configure({ latencyMs: 0, rateLimit: null, ...services[name] });
	await inParallel(EXECUTIONS, EXECUTIONS, async (execution) => {
		const people = Array.from({ length: ITEMS }, (_, item) => `p${item}@run${execution}.example`);
		return await callWebhook(`${webhook.url}/webhook/runs`, { people });
	});
	const created = () => sandbox.counts.statuses['200'] ?? 0;
	await until(async () => (created() >= EXECUTIONS * ITEMS ? true : undefined));
	const ends = new Map<string, number>();
	for (const { body, arrivedAt } of sandbox.requests) {
		ends.set((body as { email: string }).email.split('@')[1], arrivedAt);
	}
	const from = Math.min(...sandbox.requests.map(({ arrivedAt }) => arrivedAt));
	const seconds = [...ends.values()].map((at) => (at - from) / 1000);
	return {
		Service: name,
		'First is done (s)': Math.min(...seconds),
		'All are done (s)': Math.max(...seconds),
		'Requests at once': sandbox.counts.peak,
	};
}

async function main(): Promise<void> {
	console.log(`${cpus().length} × ${cpus()[0].model}, Node ${process.versions.node}`);
	const cluster = await openCluster();
	try {
		const send = await publish(cluster);
		const rows: object[] = [];
		for (const setup of setups) rows.push(await measure(cluster, send, setup));
		console.table(rows);
		await publishRuns(cluster);
		const workers = await Promise.all([cluster.startWorker(5), cluster.startWorker(5)]);
		for (const name of Object.keys(services) as Array<keyof typeof services>) {
			console.table([await share(cluster, name)]);
		}
		await Promise.all(workers.map(async (worker) => await worker.stop()));
	} finally {
		await cluster.close();
	}
}

void main();
