import { packageNode, store, until } from '../stage/executions';
import { type Cluster, openCluster } from '../stage/cluster';

const total = 500;

// Short times, so that the test need not wait for n8n's defaults: docs/scale.md has them.
const impatience = {
	QUEUE_WORKER_LOCK_DURATION: '4000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '1000',
	QUEUE_WORKER_STALLED_INTERVAL: '2000',
};

describe("n8n's queue mode: a main, a webhook and two worker processes", () => {
	let cluster: Cluster;

	beforeAll(async () => (cluster = await openCluster(impatience)), 300_000);
	afterAll(async () => await cluster?.close(), 60_000);

	test('creates each accepted contact once, also when a worker is killed and comes back', async () => {
		const { stage, webhook, startWorker, executions } = cluster;
		const { sandbox } = stage;
		sandbox.configure({ latencyMs: 100 });
		const [victim] = await Promise.all([startWorker(5), startWorker(5)]);
		const send = await publish(cluster, webhook.url);

		const sending = inParallel(10, total, send);
		await until(async () => (createsOf(cluster).length >= total / 3 ? true : undefined));
		await victim.kill();
		await startWorker(5);
		const statuses = await sending;
		expect(statuses.filter((status) => status !== 200)).toEqual([]);

		const ended = await until(async () => {
			const { new: waiting = 0, running = 0, ...rest } = await executions();
			return waiting + running === 0 ? rest : undefined;
		});
		const emails = createsOf(cluster);
		expect(new Set(emails).size).toBe(emails.length);
		expect(ended.success + (ended.error ?? 0) + (ended.crashed ?? 0)).toBe(total + 1);
		// Only what the killed worker had in hand is lost: at most its five executions.
		expect(total + 1 - ended.success).toBeLessThanOrEqual(5);
		expect(emails.length).toBeGreaterThanOrEqual(ended.success);
	}, 240_000);
});

/** The e-mail addresses of the contacts that the service was asked to create. */
function createsOf({ stage }: Cluster): string[] {
	return stage.sandbox.requests
		.filter(({ operation }) => operation === 'contactCreate')
		.map(({ body }) => (body as { email: string }).email);
}

/** Publishes the workflow; resolves, once n8n has registered it, to a sender of one contact. */
async function publish({ stage }: Cluster, url: string) {
	const webhook = {
		id: 'webhook',
		name: 'Webhook',
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2,
		position: [0, 0],
		webhookId: 'contacts',
		parameters: { path: 'contacts', httpMethod: 'POST' },
	};
	const parameters = {
		operation: 'create',
		inboxId: { __rl: true, mode: 'id', value: '1' },
		name: 'Person',
		email: '={{ $json.body.email }}',
	};
	const create = packageNode('contact', parameters, stage.credential);
	await stage.session.activate(await store(stage.session, 'Contacts', webhook, create));
	const send = async (index: number) => {
		const response = await fetch(`${url}/webhook/contacts`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ email: `person${index}@example.com` }),
		});
		return response.status;
	};
	await until(async () => ((await send(total)) === 200 ? true : undefined));
	return send;
}

/** Calls `work` with 0, 1, … `count - 1`, so many at a time; resolves to all results. */
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
