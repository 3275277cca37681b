import type { IDataObject } from 'n8n-workflow';

import { type NodeResult, runNode } from '../../tools/engine/harness';
import { type Sandbox } from '../../tools/sandbox';
import { sandboxForTests } from '../sandbox/support';
import { onClock } from '../../tools/faults/scaledClock';

/** What happens on the service after each request. */
let afterRequest: () => void = () => undefined;
afterEach(() => (afterRequest = () => undefined));

/** The third dialect answers about contacts as the second does. */
const DIALECTS = ['documented', 'upstream'] as const;

const running = sandboxForTests({ contacts: 100, log: () => afterRequest() });

const SEARCH = { operation: 'search', query: 'example' };
const ALL = { ...SEARCH, returnAll: true };
const FILTER = {
	operation: 'filter',
	specifyConditions: 'json',
	conditionsJson:
		'[{"attribute_key": "created_at", "filter_operator": "is_greater_than", "values": ["2000-01-01"]}]',
};

async function read(parameters: IDataObject): Promise<NodeResult> {
	return await runNode(running(), { node: 'contact', parameters });
}

function ids({ main }: NodeResult): number[] {
	return main.map(({ json }) => Number(json.id));
}

function pages({ requests }: NodeResult): number[] {
	return requests.map(({ query }) => Number(query.page)).sort((a, b) => a - b);
}

function upTo(count: number): number[] {
	return Array.from({ length: count }, (_value, index) => index + 1);
}

describe.each(DIALECTS)('in the %s dialect', (dialect) => {
	beforeEach(() => running().setDialect(dialect));

	it.each([
		['50 of a search', { ...SEARCH, limit: 50 }, 50, 4],
		['50 of a filter', { ...FILTER, limit: 50 }, 50, 4],
		['one contact', { ...SEARCH, query: 'example-000010', limit: 50 }, 1, 1],
		['nobody', { ...SEARCH, query: 'nobody', limit: 50 }, 0, 1],
	])('requests no unnecessary page: %s', async (_what, parameters, count, asked) => {
		const outcome = await read(parameters);
		expect(outcome.main).toHaveLength(count);
		expect(pages(outcome)).toEqual(upTo(asked));
	});

	it.each([
		['Search', ALL],
		['Filter', { ...FILTER, returnAll: true }],
	])(
		'returns all contacts of %s once, with at most two requests more than pages',
		async (_what, all) => {
			const outcome = await read(all);
			expect(outcome.error?.message).toBeUndefined();
			expect(ids(outcome).sort((a, b) => a - b)).toEqual(upTo(100));
			expect(outcome.requests.length).toBeLessThanOrEqual(7 + 2);
		},
	);
});

it('returns all contacts of a filter in the order of the user', async () => {
	running().setDialect('upstream');
	const outcome = await read({ ...FILTER, returnAll: true, options: { sort: '-created_at' } });
	expect(ids(outcome)).toEqual(upTo(100).reverse());
});

const SORTS = ['-name', 'last_activity_at'];

describe.each([
	['search', ALL, SORTS],
	['filter', { ...FILTER, returnAll: true }, [...SORTS, 'company']],
])('Return All of a %s', (_operation, all, sorts) => {
	it.each(sorts)(
		'keeps the order that the user chose, wherever the server applies the other keys: %s',
		async (sort) => {
			running().setDialect('upstream');
			const { contacts } = running().state;
			const added = upTo(60).map((number) => {
				const id = contacts.nextId;
				contacts.add({
					...contacts.all[0],
					id,
					name: `Name ${number + 100}`,
					email: `example-${200 - number}@example.com`,
					phone_number: `+1555000${number + 100}`,
					identifier: null,
					last_activity_at: 1_770_000_000 + number,
					created_at: 1_760_000_000 - number,
					additional_attributes: { company_name: `Company ${number + 100}` },
				});
				return id;
			});
			const found = ids(await read({ ...all, options: { sort: `={{ '${sort}' }}` } }));
			const order = sort.startsWith('-') ? added.reverse() : added;
			expect(found.filter((id) => added.includes(id))).toEqual(order);
		},
	);
});

it.each([
	['-created_at', 'created_at'],
	['created_at', 'created_at'],
	['name', 'name'],
	['-phone_number', 'phone_number'],
])(
	'keeps contacts with equal values together if a page repeats some of them: %s',
	async (sort, field) => {
		running().setDialect('upstream');
		// All keys that the service sorts by are equal.
		addEqual((id) => ({ identifier: `equal-${id}`, created_at: 1_760_000_000 }));
		const outcome = await read({ ...FILTER, returnAll: true, options: { sort } });
		const pages = outcome.requests.map(({ query }) => query.page);
		expect(pages.filter((page) => page === '1').length).toBeGreaterThan(1);
		const values = outcome.main.map(({ json }) => String(json[field]));
		const runs = values.filter((value, index) => value !== values[index - 1]);
		expect(runs).toHaveLength(new Set(values).size);
	},
);

it("fails with the service's words if it refuses the order of the user", async () => {
	const { error } = await read({ ...FILTER, returnAll: true, options: { sort: 'name' } });
	expect(error?.message).toBe('Filtered contacts cannot be sorted');
});

type Fields = Partial<Sandbox['state']['contacts']['all'][number]>;

/** 60 contacts that are equal in most of what they could be sorted by. */
const EQUAL: Array<[string, (id: number) => Fields]> = [
	['have no name', (id) => ({ email: `equal-${id}@example.com` })],
	[
		'were created in the same second',
		(id) => ({ name: `Equal ${id}`, email: `equal-${id}@example.com`, created_at: 1_760_000_000 }),
	],
	['have only an identifier', (id) => ({ identifier: `example-${id}`, created_at: 1_760_000_000 })],
];

/** Adds 60 contacts, and returns their IDs. */
function addEqual(fields: (id: number) => Fields): number[] {
	const { contacts } = running().state;
	return upTo(60).map(() => {
		const id = contacts.nextId;
		const [first] = contacts.all;
		const blank = { name: '', email: null, phone_number: null, identifier: null };
		contacts.add({ ...first, ...blank, created_at: 1_760_000_000 + id, ...fields(id), id });
		return id;
	});
}

describe.each(EQUAL)('60 contacts that %s', (_what, fields) => {
	const lists = DIALECTS.flatMap((dialect) =>
		[{}, { sort: 'name' }].flatMap((options) => [
			{ dialect, operation: 'search', parameters: { ...ALL, options } },
			// The documented Filter has no order.
			...(dialect === 'documented' && 'sort' in options
				? []
				: [{ dialect, operation: 'filter', parameters: { ...FILTER, returnAll: true, options } }]),
		]),
	);
	it.each(lists)(
		'are all returned once while others create and write, in the $dialect dialect: $parameters.operation with $parameters.options',
		async ({ dialect, parameters }) => {
			running().setDialect(dialect);
			const all = addEqual(fields);
			const { contacts } = running().state;
			let requests = 0;
			afterRequest = () => {
				requests += 1;
				if (requests > 20) return;
				contacts.touch(all[(requests * 7) % 60]);
				if (requests % 5 !== 0) return;
				const id = contacts.nextId;
				contacts.add({ ...contacts.all[0], email: `new-${id}@example.com`, identifier: null, id });
			};
			const found = ids(await read(parameters));
			expect(new Set(found).size).toBe(found.length);
			expect([...upTo(100), ...all].filter((id) => !found.includes(id))).toEqual([]);
		},
	);
});

it('returns all contacts of a filter that others delete from, because its total falls', async () => {
	running().setDialect('upstream');
	let requests = 0;
	afterRequest = () => {
		requests += 1;
		if (requests === 2) running().state.contacts.remove(3);
	};
	const outcome = await read({
		...FILTER,
		returnAll: true,
		options: { maxConcurrentRequests: 1 },
	});
	expect(ids(outcome)).toEqual(expect.arrayContaining(upTo(100).filter((id) => id !== 3)));
});

it('fails if a page fails while an earlier one waits', async () => {
	running().setDialect('upstream');
	running().addFault({ kind: 'rateLimit', from: 2, times: 1 });
	running().addFault({ kind: 'status', status: 400, from: 3, times: 1 });
	const { main, error } = await onClock(() => read(ALL));
	expect(main).toEqual([]);
	expect(error?.message).toContain('wrong');
});

it('returns all contacts although a rate limit interrupts the search', async () => {
	running().setDialect('upstream');
	running().addFault({ kind: 'rateLimit', from: 3, times: 3 });
	const outcome = await onClock(() => read(ALL));
	expect(outcome.error).toBeUndefined();
	expect(ids(outcome).sort((a, b) => a - b)).toEqual(upTo(100));
	expect(running().counts.statuses['429']).toBe(3);
});
