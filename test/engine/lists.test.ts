import type { IDataObject } from 'n8n-workflow';

import { type Outcome, runNode } from './harness';
import { DIALECT_NAMES, type RecordedRequest, type Sandbox } from '../../tools/sandbox';
import { sandboxForTests } from '../sandbox/support';
import { scaleClock } from './scaledClock';

const running = sandboxForTests({ contacts: 100 });

const SEARCH = { operation: 'search', query: 'example' };
const FILTER = {
	operation: 'filter',
	specifyConditions: 'json',
	conditionsJson:
		'[{"attribute_key": "name", "filter_operator": "does_not_contain", "values": ["nobody"]}]',
};

function ids({ main }: Pick<Outcome, 'main'>): unknown[] {
	return main.map(({ json }) => json.id);
}

function pages(requests: readonly RecordedRequest[]): number[] {
	return requests.map(({ query }) => Number(query.page));
}

function upTo(count: number): number[] {
	return Array.from({ length: count }, (_value, index) => index + 1);
}

async function search(sandbox: Sandbox, parameters: IDataObject): Promise<Outcome> {
	return await runNode(sandbox, { node: 'contact', parameters: { ...SEARCH, ...parameters } });
}

describe.each(DIALECT_NAMES)('in the %s dialect', (dialect) => {
	beforeEach(() => running().setDialect(dialect));

	it.each([
		['search', SEARCH],
		['filter', FILTER],
	])('returns 50 of a %s with Limit 50 and asks for four pages', async (_name, parameters) => {
		const { main, requests } = await runNode(running(), {
			node: 'contact',
			parameters: { ...parameters, limit: 50 },
		});
		expect(main).toHaveLength(50);
		expect(pages(requests).sort()).toEqual([1, 2, 3, 4]);
	});

	it.each([1, 14, 15])('asks for one page with Limit %s', async (limit) => {
		const { main, requests } = await search(running(), { limit });
		expect(main).toHaveLength(limit);
		expect(pages(requests)).toEqual([1]);
	});

	it('returns all contacts of a search, each once', async () => {
		const { main } = await search(running(), { returnAll: true });
		expect(ids({ main }).sort((a, b) => Number(a) - Number(b))).toEqual(upTo(100));
	});

	it('returns all contacts of a filter in the order of their pages', async () => {
		const { main, requests } = await runNode(running(), {
			node: 'contact',
			parameters: { ...FILTER, returnAll: true, options: { sort: '-created_at' } },
		});
		const resolved = ids({ main }).filter((id) => Number(id) <= 100);
		expect(resolved).toEqual(upTo(100).reverse());
		expect(requests.every(({ query }) => query.sort === '-created_at')).toBe(true);
	});

	it('asks once and returns nothing where nothing is found', async () => {
		const { main, requests } = await search(running(), { query: 'nobody', returnAll: true });
		expect(main).toEqual([]);
		expect(pages(requests)).toEqual([1]);
	});

	it('returns a record that moved to the next page once', async () => {
		running().setFault({ kind: 'shiftedPages', by: 1, from: 2 });
		const { main } = await search(running(), { returnAll: true });
		expect(main).toHaveLength(100);
		expect(new Set(ids({ main })).size).toBe(100);
	});

	it('returns as many as the limit says although records moved', async () => {
		running().setFault({ kind: 'shiftedPages', by: 2, from: 2 });
		const { main } = await search(running(), { limit: 45 });
		expect(new Set(ids({ main })).size).toBe(45);
	});
});

it('asks for no page beyond a total that the service gives', async () => {
	const { requests } = await search(running(), { returnAll: true });
	expect(pages(requests).sort((a, b) => a - b)).toEqual(upTo(7));
});

it('asks for at most one window of pages in vain where the total is not known', async () => {
	running().setDialect('upstream');
	const { requests } = await search(running(), { returnAll: true });
	const beyond = pages(requests).filter((page) => page > 7);
	expect(beyond.length).toBeLessThanOrEqual(20);
});

it('sorts by name where several pages are wanted without an order', async () => {
	const { requests } = await search(running(), { returnAll: true });
	expect(new Set(requests.map(({ query }) => query.sort))).toEqual(new Set(['name']));
});

it('says how far a list got when a page fails, and returns none of it', async () => {
	running().setFault({ kind: 'status', status: 500, operation: 'contactSearch', from: 3 });
	const { error, main } = await search(running(), {
		returnAll: true,
		options: { maxConcurrentRequests: 1 },
	});
	expect(main).toEqual([]);
	expect(error?.message).toContain('Something went wrong on the server');
	expect(error?.description).toContain('30 records had been read before page 3');
	expect(error?.description).toContain('The list is not complete');
});

it('never passes an interrupted list as complete on the main branch', async () => {
	running().setFault({ kind: 'status', status: 500, operation: 'contactSearch', from: 3 });
	const { main, failed } = await runNode(running(), {
		node: 'contact',
		parameters: { ...SEARCH, returnAll: true },
		onError: 'continueErrorOutput',
	});
	expect(main).toEqual([]);
	expect(failed).toHaveLength(1);
	expect(failed[0].pairedItem).toEqual({ item: 0 });
	expect(failed[0].json.error).toContain('The list is not complete');
});

it('gives several lists equal shares of the requests', async () => {
	const queries = ['example', 'example.com', '@example'];
	const { requests, main } = await runNode(running(), {
		node: 'contact',
		parameters: {
			...SEARCH,
			query: '={{ $json.query }}',
			limit: 75,
			options: { maxConcurrentRequests: 2 },
		},
		items: queries.map((query) => ({ query })),
	});
	expect(main).toHaveLength(225);
	for (const seen of [6, 9, 12]) {
		const shares = queries.map(
			(q) => requests.slice(0, seen).filter(({ query }) => query.q === q).length,
		);
		expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(2);
	}
});

describe.each([7, 25, 100])('from a server with pages of %s', (pageSize) => {
	const server = sandboxForTests({ contacts: 100, pageSize });

	it.each(DIALECT_NAMES)('returns all in the %s dialect', async (dialect) => {
		server().setDialect(dialect);
		const { main } = await search(server(), { returnAll: true });
		expect(new Set(ids({ main })).size).toBe(100);
	});

	it.each(DIALECT_NAMES)('returns just the limit in the %s dialect', async (dialect) => {
		server().setDialect(dialect);
		const { main, requests } = await search(server(), { limit: 28 });
		expect(main).toHaveLength(28);
		expect(requests.length).toBeLessThanOrEqual(Math.ceil(28 / pageSize));
	});
});

describe('under a limit of 100 searches a minute', () => {
	const server = sandboxForTests({ contacts: 3000, dialect: 'upstream' });

	it('returns all of 3,000 contacts, only later', async () => {
		server().configure({ rateLimit: { requests: 100, windowMs: 60_000 } });
		const clock = scaleClock(1000);
		try {
			const { main, error } = await search(server(), { returnAll: true });
			expect(error).toBeUndefined();
			expect(new Set(ids({ main })).size).toBe(3000);
			expect(server().counts.statuses['429']).toBeGreaterThan(0);
		} finally {
			clock.restore();
		}
	}, 60_000);
});
