import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { IDataObject } from 'n8n-workflow';

import { sandboxForTests } from '../sandbox/support';
import { type Outcome, runNode } from './harness';
import { scaleClock } from './scaledClock';

const running = sandboxForTests();

/** The body of a page, and its status where it is not 200; `page` counts from 1. */
type Paging = (page: number) => IDataObject;

let server: Server;
let paging: Paging;
let asked: number[];

beforeAll(async () => {
	server = createServer((request, response) => {
		const page = Number(new URL(request.url ?? '', 'http://x').searchParams.get('page'));
		asked.push(page);
		const body = paging(page);
		response.statusCode = Number(body.status ?? 200);
		response.setHeader('content-type', 'application/json');
		response.end(JSON.stringify(body));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => void server.close());
beforeEach(() => (asked = []));

async function search(
	answers: Paging,
	parameters: IDataObject = { returnAll: true },
	items: IDataObject[] = [{}],
): Promise<Outcome> {
	paging = answers;
	const { port } = server.address() as AddressInfo;
	return await runNode(running(), {
		node: 'contact',
		parameters: { operation: 'search', query: 'a', simplify: false, ...parameters },
		items,
		credential: { baseUrl: `http://127.0.0.1:${port}` },
	});
}

/** A part of a list of so many contacts. */
function slice(total: number, from: number, size: number): IDataObject[] {
	const count = Math.max(0, Math.min(size, total - from));
	return Array.from({ length: count }, (_value, index) => ({ id: from + index + 1 }));
}

function paged(
	total: number,
	size: number,
	meta: (page: number) => IDataObject | undefined,
): Paging {
	return (page) => ({ meta: meta(page), payload: slice(total, (page - 1) * size, size) });
}

const NOTHING = () => undefined;

it.each<[string, number, Paging]>([
	['pages of 10 and neither count nor has_more', 103, paged(103, 10, NOTHING)],
	['one page and neither', 3, paged(3, 15, NOTHING)],
	['a total, in pages of 10', 103, paged(103, 10, () => ({ count: 103 }))],
	['has_more, in pages of 7', 40, paged(40, 7, (page) => ({ count: 7, has_more: page < 6 }))],
	['no pages, and neither', 20, () => ({ payload: slice(20, 0, 20) })],
	[
		'the last page again and again',
		45,
		(page) => ({ payload: slice(45, Math.min(page - 1, 2) * 15, 15) }),
	],
	[
		'no IDs, whatever page is asked for',
		2,
		(page) => ({ meta: { current_page: page }, payload: [{ name: 'Ann' }, { name: 'Bo' }] }),
	],
	[
		'records without an ID',
		25,
		(page) => ({
			meta: { count: 25 },
			payload: slice(25, (page - 1) * 10, 10).map(({ id }) => ({
				id: null,
				name: `P${String(id)}`,
			})),
		}),
	],
	[
		'pages that shrink',
		30,
		(page) => ({
			meta: { count: 30 },
			payload: [slice(30, 0, 15), slice(30, 15, 10), slice(30, 25, 15)][page - 1] ?? [],
		}),
	],
])('returns all of a list from a server with %s', async (_what, count, answers) => {
	const { main, error } = await search(answers);
	expect(error).toBeUndefined();
	expect(main).toHaveLength(count);
	expect(asked.length).toBeLessThan(30);
});

it.each<[string, Paging, RegExp]>([
	[
		'the same page with has_more',
		() => ({ meta: { has_more: true }, payload: slice(15, 0, 15) }),
		/page 2 brought nothing new/,
	],
	[
		'the same page with a total',
		() => ({ meta: { count: 103 }, payload: slice(15, 0, 15) }),
		/has 103 records, but gave only 15/,
	],
	[
		'no more although it has more',
		(page) => ({ meta: { has_more: true }, payload: slice(30, (page - 1) * 15, 15) }),
		/page 3 brought nothing new/,
	],
	[
		'no more although the total is higher',
		paged(30, 15, () => ({ count: 50 })),
		/has 50 records, but gave only 30/,
	],
	...['total', 'total_count'].map((name): [string, Paging, RegExp] => [
		`the same page with a ${name}`,
		() => ({ meta: { [name]: 64 }, payload: slice(15, 0, 15) }),
		/has 64 records, but gave only 15/,
	]),
	[
		'the same page with has_more beside it',
		() => ({ has_more: true, payload: slice(15, 0, 15) }),
		/page 2 brought nothing new/,
	],
	[
		'the same page without IDs',
		() => ({ meta: { count: 99 }, payload: [{ id: null }, { id: null }] }),
		/has 99 records, but gave only 2/,
	],
])('fails on a server that gives %s', async (_what, answers, message) => {
	const { main, error } = await search(answers);
	expect(main).toEqual([]);
	expect(error?.message).toMatch(message);
	expect(error?.description).toContain('none are returned');
	expect(asked.length).toBeLessThan(30);
});

it('takes what a limit asks for from a server that ignores the page', async () => {
	const answers: Paging = () => ({ meta: { has_more: true }, payload: slice(15, 0, 15) });
	const { main, error } = await search(answers, { limit: 12 });
	expect(error).toBeUndefined();
	expect(main).toHaveLength(12);
	expect(asked).toEqual([1]);
});

it('fails by a page that failed while one before it had to wait', async () => {
	const clock = scaleClock(1000);
	let refused = false;
	const { main, error } = await search((page) => {
		const waits = page === 2 && !refused;
		refused ||= waits;
		if (waits) return { status: 429 };
		const body = { meta: { has_more: page < 8 }, payload: slice(120, (page - 1) * 15, 15) };
		return page === 3 ? { status: 400, error: 'Page 3 is not well' } : body;
	}).finally(() => clock.restore());
	expect(main).toEqual([]);
	expect(error?.message).toBe('Page 3 is not well');
	expect(error?.description).toContain('30 records had been read before page 3.');
});

it('sends nothing after an answer that holds no list', async () => {
	const items = [{}, {}, {}];
	const { error } = await search(() => ({ a: 1 }), { returnAll: true }, items);
	expect(error?.message).toBe('The answer of the service holds no list [item 0]');
	expect(asked).toEqual([1]);
});

it('asks for no page more after one has failed', async () => {
	const answers: Paging = (page) =>
		page === 2
			? { error: 'No' }
			: { meta: { count: 3000 }, payload: slice(3000, (page - 1) * 15, 15) };
	const { error } = await search(answers, {
		returnAll: true,
		options: { maxConcurrentRequests: 1 },
	});
	expect(error?.description).toContain('15 records had been read before page 2.');
	expect(asked).toEqual([1, 2]);
});
