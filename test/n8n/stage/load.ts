import type { Cluster } from './cluster';
import { until } from './executions';
import { packageNode, store, webhookAt } from './workflows';

/** The e-mail addresses of the contacts that the service was asked to create. */
export function createsOf({ stage }: Cluster): string[] {
	return stage.sandbox.requests
		.filter(({ operation }) => operation === 'contactCreate')
		.map(({ body }) => (body as { email: string }).email);
}

/** Publishes the workflow; resolves, once n8n has registered it, to a sender of one contact. */
export async function publish({ stage, webhook: entrance }: Cluster) {
	const parameters = {
		operation: 'create',
		inboxId: { __rl: true, mode: 'id', value: '1' },
		name: 'Person',
		email: '={{ $json.body.email }}',
	};
	const create = packageNode('contact', parameters, stage.credential);
	await stage.session.activate(
		await store(stage.session, 'Contacts', webhookAt('contacts'), create),
	);
	const send = async (index: number) => {
		const response = await fetch(`${entrance.url}/webhook/contacts`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ email: `person${index}@example.com` }),
		});
		return response.status;
	};
	await until(async () => ((await send(-1)) === 200 ? true : undefined));
	return send;
}

/** Calls `work` with 0, 1, … `count - 1`, so many at a time; resolves to all results. */
export async function inParallel<Result>(
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
