import type { IDataObject } from 'n8n-workflow';

import { type Outcome, runNode } from '../../tools/engine/harness';
import { DIALECT_NAMES } from '../../tools/sandbox';
import { sandboxForTests } from '../sandbox/support';
import { onClock } from '../../cases/faults/scaledClock';

const running = sandboxForTests({ contacts: 100 });

const SEARCH = { operation: 'search', query: 'example' };
const ALL = { ...SEARCH, returnAll: true };
const FILTER = {
	operation: 'filter',
	specifyConditions: 'json',
	conditionsJson:
		'[{"attribute_key": "name", "filter_operator": "does_not_contain", "values": ["nobody"]}]',
};

async function read(parameters: IDataObject): Promise<Outcome> {
	return await runNode(running(), { node: 'contact', parameters });
}

function ids({ main }: Outcome): number[] {
	return main.map(({ json }) => Number(json.id));
}

function pages({ requests }: Outcome): number[] {
	return requests.map(({ query }) => Number(query.page)).sort((a, b) => a - b);
}

function upTo(count: number): number[] {
	return Array.from({ length: count }, (_value, index) => index + 1);
}

describe.each(DIALECT_NAMES)('in the %s dialect', (dialect) => {
	beforeEach(() => running().setDialect(dialect));

	it.each([
		['50 of a search', { ...SEARCH, limit: 50 }, 50, 4],
		['50 of a filter', { ...FILTER, limit: 50 }, 50, 4],
		['nothing', { ...ALL, query: 'nobody' }, 0, 1],
	])('requests no unnecessary page: %s', async (_what, parameters, count, asked) => {
		const outcome = await read(parameters);
		expect(outcome.main).toHaveLength(count);
		expect(pages(outcome)).toEqual(upTo(asked));
	});

	it('returns all contacts of a search once, although one moves to the next page', async () => {
		running().setFault({ kind: 'shiftedPages', by: 1, from: 2 });
		const outcome = await read(ALL);
		expect(ids(outcome).sort((a, b) => a - b)).toEqual(upTo(100));
		expect(new Set(outcome.requests.map(({ query }) => query.sort))).toEqual(new Set(['name']));
	});

	it('returns all contacts of a filter in the order of their pages', async () => {
		const outcome = await read({ ...FILTER, returnAll: true, options: { sort: '-created_at' } });
		expect(ids(outcome).filter((id) => id <= 100)).toEqual(upTo(100).reverse());
		expect(outcome.requests.every(({ query }) => query.sort === '-created_at')).toBe(true);
	});
});

it('fails if a page fails while an earlier one waits', async () => {
	running().addFault({ kind: 'rateLimit', from: 2, times: 1 });
	running().addFault({ kind: 'status', status: 400, from: 3, times: 1 });
	const { main, error } = await onClock(1000, () => read(ALL));
	expect(main).toEqual([]);
	expect(error?.description).toContain('30 records had been read before page 3.');
});

it('does not wait for retries of pages after a page that has failed', async () => {
	running().addFault({ kind: 'status', status: 400, from: 2, times: 1 });
	running().addFault({ kind: 'rateLimit', retryAfter: { form: 'seconds', seconds: 100 }, from: 3 });
	const run = { node: 'contact', parameters: ALL, onError: 'continueRegularOutput' } as const;
	const { main, tookMs } = await onClock(1000, async () => {
		const startedAt = Date.now();
		const outcome = await runNode(running(), run);
		return { ...outcome, tookMs: Date.now() - startedAt };
	});
	expect(main).toMatchObject([{ json: { error: expect.stringContaining('15 records') } }]);
	expect(tookMs).toBeLessThan(60_000);
});

it('sends nothing after a response without a list', async () => {
	running().setFault({ kind: 'response', status: 200, body: { a: 1 } });
	const run = { node: 'contact', parameters: ALL, items: [{}, {}, {}] };
	const { error, requests } = await runNode(running(), run);
	expect(error?.message).toBe('The response contains no list [item 0]');
	expect(requests).toHaveLength(1);
});

it('shares the requests equally between several lists', async () => {
	const queries = ['example', 'example.com', '@example'];
	const options = { maxConcurrentRequests: 2 };
	const { requests, main } = await runNode(running(), {
		node: 'contact',
		parameters: { ...SEARCH, query: '={{ $json.query }}', limit: 75, options },
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

describe('under a limit of 100 searches a minute', () => {
	const server = sandboxForTests({ contacts: 3000, dialect: 'upstream' });

	it('returns all of 3,000 contacts, although it takes longer', async () => {
		server().configure({ rateLimit: { requests: 100, windowMs: 60_000 } });
		const run = { node: 'contact', parameters: ALL };
		const outcome = await onClock(1000, () => runNode(server(), run));
		expect(outcome.error).toBeUndefined();
		expect(new Set(ids(outcome)).size).toBe(3000);
		expect(server().counts.statuses['429']).toBeGreaterThan(0);
	}, 60_000);
});
