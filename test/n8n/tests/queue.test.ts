import { type Cluster, openCluster } from '../stage/cluster';
import { callWebhook, until } from '../stage/executions';
import { createsOf } from '../stage/stage';
import { byId, webhookAt } from '../stage/workflows';

const total = 200;

// Short times, so that the test need not wait for n8n's defaults.
const impatience = {
	QUEUE_WORKER_LOCK_DURATION: '4000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '1000',
	QUEUE_WORKER_STALLED_INTERVAL: '2000',
};

describe("n8n's queue mode: a main, a webhook and two worker processes", () => {
	let cluster: Cluster;

	beforeAll(async () => (cluster = await openCluster(impatience)));
	afterAll(async () => await cluster?.close());

	test('creates each accepted contact once, also when a worker is killed and comes back', async () => {
		const { stage, startWorker, executions } = cluster;
		const { sandbox } = stage;
		sandbox.configure({ latencyMs: 100 });
		const [victim] = await Promise.all([startWorker(5), startWorker(5)]);
		const send = await publish(cluster);

		const sending = inParallel(10, total, send);
		await until(async () => (createsOf(stage).length >= total / 3 ? true : undefined));
		await victim.kill();
		await startWorker(5);
		const statuses = await sending;
		expect(statuses.filter((status) => status !== 200)).toEqual([]);

		const ended = await until(async () => {
			const { new: waiting = 0, running = 0, ...rest } = await executions();
			return waiting + running === 0 ? rest : undefined;
		});
		const emails = createsOf(stage);
		expect(new Set(emails).size).toBe(emails.length);
		expect(ended.success + (ended.error ?? 0) + (ended.crashed ?? 0)).toBe(total + 1);
		// Only what the killed worker had in hand is lost: at most its five executions.
		expect(total + 1 - ended.success).toBeLessThanOrEqual(5);
		expect(emails.length).toBeGreaterThanOrEqual(ended.success);
	});
});

/** Activates the workflow. Resolves, once n8n has registered it, to a function that sends one contact. */
async function publish({ stage, webhook: { url } }: Cluster) {
	const create = stage.node('contact', {
		operation: 'create',
		inboxId: byId('1'),
		name: 'Person',
		email: '={{ $json.body.email }}',
	});
	await stage.session.activate(await stage.store('Contacts', webhookAt('contacts'), create));
	const send = async (index: number) => {
		const person = { email: `person${index}@example.com` };
		return (await callWebhook(`${url}/webhook/contacts`, person)).status;
	};
	await send(-1);
	return send;
}

/** Calls `work` with 0 to `count - 1`, a limited number at a time. Resolves to all results. */
async function inParallel<Result>(
	lanes: number,
	count: number,
	work: (index: number) => Promise<Result>,
): Promise<Result[]> {
	const results: Result[] = [];
	let next = 0;
	const lane = async () => {
		while (next < count) results.push(await work(next++));
	};
	await Promise.all(Array.from({ length: lanes }, lane));
	return results;
}
