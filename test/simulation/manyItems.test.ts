import type { INodeExecutionData } from 'n8n-workflow';

import { createContact } from '../../nodes/Contact/operations/create';
import { searchContacts } from '../../nodes/Contact/operations/search';
import { deleteLabel } from '../../nodes/Label/operations/delete';
import { runAll, type Surroundings } from '../fixtures/runAll';
import { response } from '../fixtures/responses';

const ITEMS = 10_000;
/** Several times what a run takes. A wait for every item whenever an item ends takes longer. */
const TIMEOUT_MS = 60_000;

const emailOf = (id: number) => `c${id}@b.example`;
const idsTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);
const items = idsTo(ITEMS).map((id) => ({ id, email: emailOf(id) }));
const options = {};

beforeEach(() => {
	jest.useFakeTimers({ doNotFake: ['setImmediate', 'queueMicrotask', 'nextTick'] });
});
afterEach(() => jest.useRealTimers());

/** The output of each item of a run, in which only timers let time pass. */
async function outputOf(...[operation, surroundings]: Parameters<typeof runAll>) {
	let outputs: INodeExecutionData[][] | undefined;
	void runAll(operation, surroundings).then((ended) => (outputs = ended));
	while (!outputs) await jest.advanceTimersToNextTimerAsync();
	return outputs;
}

it(
	`deletes the labels of ${ITEMS} items in seconds`,
	async () => {
		const labelId = { __rl: true, mode: 'id', value: '={{ $json.id }}' };
		const respond = () => response(200);
		const outputs = await outputOf(deleteLabel, {
			parameters: { labelId, options },
			items,
			respond,
		});
		expect(outputs.every(([{ json }]) => json.deleted === true)).toBe(true);
	},
	TIMEOUT_MS,
);

it(
	`looks up the contacts of ${ITEMS} items, which the service answers with 500, in seconds`,
	async () => {
		const inboxId = { __rl: true, mode: 'list', value: '' };
		const common = { additionalFields: {}, simplify: true, options };
		const parameters = { email: '={{ $json.email }}', onDuplicate: 'continue', inboxId, ...common };
		const respond: Surroundings['respond'] = ({ path, body }) => {
			if (!path.endsWith('/filter')) return response(500);
			const [{ values }] = (body as { payload: Array<{ values: string[] }> }).payload;
			const [, id] = /^c(\d+)/.exec(values[0]) ?? [];
			const contact = { id: Number(id), email: values[0], created_at: 1_700_000_000 };
			return response(200, { payload: [contact] });
		};
		const outputs = await outputOf(createContact, { parameters, items, respond });
		expect(outputs.map(([{ json }]) => json.id)).toEqual(items.map(({ id }) => id));
	},
	TIMEOUT_MS,
);

it(
	`returns a list of ${ITEMS} records in seconds`,
	async () => {
		const parameters = { query: '={{ $json.email }}', returnAll: true, simplify: true, options };
		const respond: Surroundings['respond'] = ({ query }) => {
			const first = (Number(query.get('page')) - 1) * 15;
			const payload = items.slice(first, first + 15).map(({ id }) => ({ id }));
			return response(200, { payload, meta: { count: ITEMS } });
		};
		const [records] = await outputOf(searchContacts, {
			...{ parameters, respond },
			items: [{ email: emailOf(1) }],
		});
		expect(records).toHaveLength(ITEMS);
	},
	TIMEOUT_MS,
);
