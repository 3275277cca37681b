import type { Cluster } from './cluster';
import { callWebhook } from './executions';
import type { Stage } from './stage';
import { byId, webhookAt } from './workflows';

/** The email addresses in the requests to create a contact. */
export function createsOf({ sandbox }: Stage): string[] {
	return sandbox.requests
		.filter(({ operation }) => operation === 'contactCreate')
		.map(({ body }) => (body as { email: string }).email);
}

/** Activates the workflow. Resolves, once n8n has registered it, to a function that sends one contact. */
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

/** Calls `work` with 0 to `count - 1`, a limited number at a time. Resolves to all results. */
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
