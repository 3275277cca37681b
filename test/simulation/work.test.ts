import type { INodeExecutionData } from 'n8n-workflow';

import { createContact } from '../../nodes/Contact/operations/create';
import { searchContacts } from '../../nodes/Contact/operations/search';
import { deleteLabel } from '../../nodes/Label/operations/delete';
import type { Operation, ApiResponse } from '../../nodes/shared/operation';
import { type Arrived, runAll, type Surroundings } from '../fixtures/runAll';
import { response } from '../fixtures/responses';
import { Steps } from '../fixtures/steps';

/** A run of an operation. */
interface Work extends Omit<Surroundings, 'items'> {
	operation: Operation;
	/** Its input items, if they aren't of different IDs and emails. */
	input?: Surroundings['items'];
	/** What becomes of each item: how many output items it has, or a part of its message. */
	outcome: number | string;
}

/** The work per item must not depend on how many requests the service handles. */
const OPTIONS = { maxConcurrentRequests: 20 };

const LABEL = { labelId: { __rl: true, mode: 'id', value: '={{ $json.id }}' }, options: OPTIONS };
const CONTACT = {
	email: '={{ $json.email }}',
	onDuplicate: 'continue',
	inboxId: { __rl: true, mode: 'list', value: '' },
	additionalFields: {},
	simplify: true,
	options: OPTIONS,
};
const SEARCH = { query: '={{ $json.email }}', returnAll: true, simplify: true, options: OPTIONS };

function deletes(respond: Work['respond'], outcome: Work['outcome']): Work {
	return { operation: deleteLabel, parameters: LABEL, respond, outcome };
}

function creates(respond: Work['respond'], outcome: Work['outcome']): Work {
	return { operation: createContact, parameters: CONTACT, respond, outcome };
}

function searches(respond: Work['respond'], outcome: Work['outcome']): Work {
	return { operation: searchContacts, parameters: SEARCH, respond, outcome };
}

const emailOf = (id: number) => `c${id}@b.example`;

/** The contact of a create or of a look-up by email. */
function contactOf({ body }: Arrived): object {
	const { email, payload } = body as { email: string; payload: Array<{ values: string[] }> };
	const [, id] = /^c(\d+)/.exec(email ?? payload[0].values[0]) ?? [];
	return { id: Number(id), email: emailOf(Number(id)), created_at: 1_700_000_000 };
}

/** A page of a list of this many contacts. */
function page(records: number, { query }: Arrived): ApiResponse {
	const first = (Number(query.get('page')) - 1) * 15;
	const payload = Array.from(
		{ length: Math.max(0, Math.min(15, records - first)) },
		(_, index) => ({
			id: first + index + 1,
		}),
	);
	return response(200, { payload, meta: { count: records } });
}

const isLookUp = ({ path }: Arrived) => path.endsWith('/filter');

const deleted = () => response(200);
const missing = () => response(404, { error: 'Resource could not be found' });

/** The kinds of runs, by what they do with a number of items or records. */
const WORKS: Record<string, (size: number) => Work> = {
	'deletes that all succeed': () => deletes(deleted, 1),
	'deletes that all get a 404': () => deletes(missing, 'could not be found'),
	'deletes of one label': (size) => {
		let count = 0;
		const respond = () => (count++ === 0 ? deleted() : missing());
		return {
			...deletes(respond, 'could not be found'),
			input: Array.from({ length: size }, () => ({ id: 7 })),
		};
	},
	'deletes that wait until the run gives up': () => {
		let count = 0;
		const respond = () =>
			count++ === 0 ? deleted() : response(429, '', { 'retry-after': '3600' });
		return deletes(respond, '60 minutes');
	},
	'creates that all succeed': () =>
		creates((request) => response(200, { payload: { contact: contactOf(request) } }), 1),
	'creates of contacts that exist, which the service answers with 500': () =>
		creates(
			(request) =>
				isLookUp(request) ? response(200, { payload: [contactOf(request)] }) : response(500),
			1,
		),
	'lists of one record, of which each second one is retried': () => {
		const retried = new Set<unknown>();
		const fails = (query: unknown) =>
			/[13579]@/.test(String(query)) && retried.size < retried.add(query).size;
		return searches(
			(request) => (fails(request.query.get('q')) ? response(500) : page(1, request)),
			1,
		);
	},
	'one list': (size) => ({
		...searches((request) => page(size, request), size),
		input: [{ email: emailOf(1) }],
	}),
};

function endsAs(outcome: Work['outcome'], output: INodeExecutionData[]): boolean {
	const [{ json }] = output;
	return typeof outcome === 'number'
		? output.length === outcome && json.error === undefined
		: String(json.error).includes(outcome);
}

/** The steps of a run of this many items or records, all of which end as they should. */
async function stepsOf(
	{ operation, input, outcome, ...service }: Work,
	size: number,
	most = Infinity,
): Promise<Steps> {
	const ids = Array.from({ length: size }, (_, index) => index + 1);
	const items = input ?? ids.map((id) => ({ id, email: emailOf(id) }));
	let outputs: INodeExecutionData[][] | undefined;
	const steps = new Steps(most);
	try {
		void runAll(operation, { ...service, items }).then((ended) => (outputs = ended));
		while (!outputs && !steps.excess) await jest.advanceTimersToNextTimerAsync();
	} finally {
		steps.stop();
	}
	// The first item can differ, because the run learns from it.
	const others = outputs?.slice(items.length > 1 ? 1 : 0) ?? [];
	expect(others.filter((output) => !endsAs(outcome, output)).slice(0, 1)).toEqual([]);
	return steps;
}

beforeEach(() => {
	jest.useFakeTimers({ doNotFake: ['setImmediate', 'queueMicrotask', 'nextTick'] });
});
afterEach(() => jest.useRealTimers());

it.each(Object.entries(WORKS))(
	'the work grows with the items or records, not with their square: %s',
	async (_title, workOf) => {
		const { total } = await stepsOf(workOf(200), 200);
		const { excess } = await stepsOf(workOf(2000), 2000, 11 * total);
		if (excess) throw excess;
	},
);
