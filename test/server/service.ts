import { setTimeout as pause } from 'node:timers/promises';
import axios from 'axios';

import type { Target } from '../../tools/engine/harness';

const {
	CUSTOMER_CONVERSATION_URL: url = '',
	CUSTOMER_CONVERSATION_TOKEN: token = '',
	CUSTOMER_CONVERSATION_ACCOUNT: account = '',
	CHATWOOT_RUNS = '',
} = process.env;

/** The version of Chatwoot that the server says it is. Blank if it isn't a Chatwoot. */
export const version = CHATWOOT_RUNS;

/** The server that the environment names. */
export const server: Target = {
	url: url.replace(/\/+$/, ''),
	tokens: { administrator: token },
	accountId: Number(account),
};

/** In the names of all records that this run creates. */
export const MARK = `n8n-test-${Date.now().toString(36)}`;

interface ServerRecord {
	id: number;
	[field: string]: unknown;
}

/**
 * Sends a request without the package. It waits while the server's rate limit is reached, and a record that is to be
 * deleted may be gone.
 */
export async function request<T>(method: string, path: string, data?: object): Promise<T> {
	for (;;) {
		const { status, data: body } = await axios.request<T>({
			method,
			url: `${server.url}/api/v1/accounts/${server.accountId}/${path}`,
			data,
			// The server closes a connection that idles while Jest compiles, and the next request would fail on it.
			headers: { 'api-access-token': token, connection: 'close' },
			validateStatus: (code) => code < 300 || code === 429 || (code === 404 && method === 'DELETE'),
		});
		if (status !== 429) return body;
		await pause(1000);
	}
}

/** The records that the operations work on. The contract can't create them. */
export interface Prepared {
	inbox: ServerRecord;
	label: ServerRecord;
	bot: ServerRecord;
	rule: ServerRecord;
	/** Definitions of custom attributes. */
	attributes: ServerRecord[];
}

/** The keys of the custom attributes, with their types. */
export const ATTRIBUTES = {
	[`${MARK}-plan`.replaceAll('-', '_')]: 'text',
	[`${MARK}-score`.replaceAll('-', '_')]: 'number',
};

/** The paths of the records that `prepare` has created. */
const created: string[] = [];

/** Creates an inbox with one agent, a label, a bot, a rule and two custom attributes. */
export async function prepare(): Promise<Prepared> {
	const create = async (path: string, body: object) => {
		const record = await request<ServerRecord>('POST', path, body);
		created.push(`${path}/${record.id}`);
		return record;
	};
	const inbox = await create('inboxes', { name: MARK, channel: { type: 'api' } });
	const [agent] = await request<ServerRecord[]>('GET', 'agents');
	await request('POST', 'inbox_members', { inbox_id: inbox.id, user_ids: [agent.id] });
	return {
		inbox,
		label: await create('labels', { title: MARK }),
		bot: await create('agent_bots', { name: MARK, outgoing_url: 'https://bots.example.com' }),
		rule: await create('automation_rules', {
			name: MARK,
			description: 'Made by a test',
			event_name: 'message_created',
			conditions: [
				{
					attribute_key: 'content',
					filter_operator: 'contains',
					values: [MARK],
					query_operator: null,
				},
			],
			actions: [{ action_name: 'add_label', action_params: [MARK] }],
		}),
		attributes: await Promise.all(
			Object.entries(ATTRIBUTES).map(
				async ([key, type]) =>
					await create('custom_attribute_definitions', {
						attribute_display_name: key,
						attribute_display_type: type,
						attribute_key: key,
						attribute_model: 'contact_attribute',
					}),
			),
		),
	};
}

/** Deletes what is left of this run: contacts, and what `prepare` has created, if it came to anything. */
export async function cleanUp(): Promise<void> {
	if (created.length === 0) return;
	let contacts: ServerRecord[] = [];
	do {
		await Promise.all(contacts.map(async ({ id }) => await request('DELETE', `contacts/${id}`)));
		const found = `contacts/search?q=${MARK}`;
		contacts = (await request<{ payload: ServerRecord[] }>('GET', found)).payload;
	} while (contacts.length > 0);
	for (const path of created.splice(0).reverse()) await request('DELETE', path);
}
