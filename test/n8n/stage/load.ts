import type { Cluster } from './cluster';
import { callWebhook } from './executions';
import type { Stage } from './stage';
import { byId, webhookAt } from './workflows';

/** The e-mail addresses of the contacts that the service was asked to create. */
export function createsOf({ sandbox }: Stage): string[] {
	return sandbox.requests
		.filter(({ operation }) => operation === 'contactCreate')
		.map(({ body }) => (body as { email: string }).email);
}

/** Publishes the workflow; resolves, once n8n has registered it, to a sender of one contact. */
export async function publish({ stage, webhook: { url } }: Cluster) {
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
