import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { Failure } from '../../nodes/shared/failure/failure';
import { NotSent } from '../../nodes/shared/transport/limiter';
import { recordList } from '../../nodes/shared/output/body';
import { fetchList, type FetchPage } from '../../nodes/shared/output/list';

type Meta = (page: IDataObject[], from: number, all: IDataObject[]) => IDataObject;

const METAS: Record<string, Meta> = {
	'a total': (_page, _from, all) => ({ count: all.length, current_page: '1' }),
	'has_more and the size of the page': (page, from, all) => ({
		count: page.length,
		has_more: from + page.length < all.length,
	}),
	'the size of the page only': (page) => ({ count: page.length }),
	'a total in text': (_page, _from, all) => ({ count: String(all.length) }),
	nothing: () => ({}),
};

function records(count: number): IDataObject[] {
	return Array.from({ length: count }, (_value, index) => ({ id: index + 1 }));
}

/** A server with a list, and the pages that it was asked for. */
class Server {
	readonly asked: number[] = [];

	constructor(
		private readonly all: IDataObject[],
		private readonly meta: Meta,
		private readonly pageSize = 15,
	) {}

	readonly fetchPage: FetchPage = async (page, wanted) => {
		if (!wanted()) return undefined;
		this.asked.push(page);
		const from = (page - 1) * this.pageSize;
		const payload = this.all.slice(from, from + this.pageSize);
		const body = { meta: this.meta(payload, from, this.all), payload };
		return { status: 200, headers: {}, body };
	};
}

async function fetchIds(fetchPage: FetchPage, limit = Infinity, ahead = 10): Promise<unknown[]> {
	return await fetchList(fetchPage, limit, () => ahead, {
		records: recordList,
		shape: ({ id }) => id,
	});
}

function upTo(count: number): number[] {
	return Array.from({ length: count }, (_value, index) => index + 1);
}

describe.each(Object.entries(METAS))('from a server that sends %s', (_name, meta) => {
	it('fetches each record once and in order, whatever the sizes', async () => {
		const sizes = fc.record({
			count: fc.integer({ min: 0, max: 200 }),
			ahead: fc.integer({ min: 1, max: 20 }),
		});
		await fc.assert(
			fc.asyncProperty(sizes, async ({ count, ahead }) => {
				const server = new Server(records(count), meta);
				expect(await fetchIds(server.fetchPage, Infinity, ahead)).toEqual(upTo(count));
				const beyond = server.asked.filter((page) => page > Math.max(1, Math.ceil(count / 15)));
				expect(beyond.length).toBeLessThanOrEqual(ahead);
				expect(new Set(server.asked).size).toBe(server.asked.length);
			}),
		);
	});

	it('fetches just as many as are wanted, with no page too many', async () => {
		const sizes = fc.record({
			count: fc.integer({ min: 0, max: 200 }),
			limit: fc.integer({ min: 1, max: 120 }),
			ahead: fc.integer({ min: 1, max: 20 }),
		});
		await fc.assert(
			fc.asyncProperty(sizes, async ({ count, limit, ahead }) => {
				const server = new Server(records(count), meta);
				const expected = Math.min(count, limit);
				expect(await fetchIds(server.fetchPage, limit, ahead)).toEqual(upTo(expected));
				const probe = count < limit ? 1 : 0;
				expect(server.asked.length).toBeLessThanOrEqual(Math.ceil(limit / 15) + probe);
			}),
		);
	});
});

it.each([
	[50, [1, 2, 3, 4]],
	[45, [1, 2, 3]],
	[15, [1]],
	[1, [1]],
])('asks for the pages of a limit of %s: %j', async (limit, pages) => {
	const server = new Server(records(200), METAS.nothing);
	await fetchIds(server.fetchPage, limit);
	expect(server.asked).toEqual(pages);
});

it('refuses a list that is longer than n8n can take, and asks for nothing more', async () => {
	const server = new Server(records(200_000), METAS['a total']);
	await expect(fetchIds(server.fetchPage)).rejects.toThrow(
		new Failure('The list has more than 100,000 records', ''),
	);
	const asked = server.asked.length;
	await new Promise((resolve) => setImmediate(resolve));
	expect(server.asked.length).toBe(asked);
});

it('reads as many records as n8n can take', async () => {
	const server = new Server(records(100_000), METAS['a total']);
	expect(await fetchIds(server.fetchPage)).toHaveLength(100_000);
});

it('asks for no page beyond a known total', async () => {
	const server = new Server(records(61), METAS['a total']);
	await fetchIds(server.fetchPage);
	expect(server.asked).toEqual([1, 2, 3, 4, 5]);
});

it.each([
	['nothing', 'one more page', [1, 2]],
	['the size of the page only', 'no other', [1]],
])('asks, from a server that sends %s, for %s after a short page', async (sent, _name, asked) => {
	const server = new Server(records(14), METAS[sent]);
	await fetchIds(server.fetchPage);
	expect(server.asked).toEqual(asked);
});

it('asks for a few more where the last page is full and nothing else is known', async () => {
	const server = new Server(records(15), METAS.nothing);
	await fetchIds(server.fetchPage);
	expect(server.asked).toEqual([1, 2, 3, 4, 5]);
});

it('has a second page ready for each that may be open, and no more', async () => {
	const server = new Server(records(300), METAS['a total']);
	let open = 0;
	let peak = 0;
	await fetchIds(
		async (page, wanted, decides) => {
			peak = Math.max(peak, ++open);
			await new Promise((resolve) => setImmediate(resolve));
			open--;
			return await server.fetchPage(page, wanted, decides);
		},
		Infinity,
		4,
	);
	expect(peak).toBe(8);
});

it.each([7, 25, 100])('copes with pages of %s where a total is given', async (pageSize) => {
	const server = new Server(records(120), METAS['a total'], pageSize);
	expect(await fetchIds(server.fetchPage)).toEqual(upTo(120));
});

it.each([7, 25, 100])('copes with pages of %s where has_more is given', async (pageSize) => {
	const server = new Server(records(120), METAS['has_more and the size of the page'], pageSize);
	expect(await fetchIds(server.fetchPage)).toEqual(upTo(120));
});

it.each([25, 100])('copes with pages of %s where nothing is given', async (pageSize) => {
	const server = new Server(records(120), METAS.nothing, pageSize);
	expect(await fetchIds(server.fetchPage)).toEqual(upTo(120));
});

it('keeps a record that moved to the next page once, and fills the limit', async () => {
	const all = records(60);
	const moved = [...all.slice(0, 15), ...all.slice(13)];
	const server = new Server(moved, METAS['a total']);
	const ids = await fetchIds(server.fetchPage, 45);
	expect(ids).toEqual(upTo(45));
});

it('keeps records without an ID, each of them', async () => {
	const server = new Server(
		Array.from({ length: 20 }, () => ({ name: 'x' })),
		METAS['a total'],
	);
	expect(await fetchIds(server.fetchPage)).toHaveLength(20);
});

it('keeps of each record what is made of it', async () => {
	const server = new Server(records(3), METAS.nothing);
	const items = await fetchList(server.fetchPage, 2, () => 5, {
		records: recordList,
		shape: ({ id }) => ({ json: { id } }),
	});
	expect(items).toEqual([{ json: { id: 1 } }, { json: { id: 2 } }]);
});

it('says how far it got when a page fails', async () => {
	const server = new Server(records(100), METAS['a total']);
	const failing: FetchPage = async (page, wanted, decides) => {
		if (page === 4) throw new Failure('Something went wrong', 'Try again later.', 500, ['q']);
		return await server.fetchPage(page, wanted, decides);
	};
	await expect(fetchIds(failing)).rejects.toMatchObject({
		message: 'Something went wrong',
		description:
			'Try again later. 45 records had been read before page 4. The list is not complete, so none are returned.',
		httpCode: 500,
		fields: ['q'],
	});
});

it('hands on the end of the run as it is', async () => {
	const server = new Server(records(100), METAS['a total']);
	const ending: FetchPage = async (page, wanted, decides) => {
		if (page > 1) throw new NotSent('over');
		return await server.fetchPage(page, wanted, decides);
	};
	await expect(fetchIds(ending)).rejects.toBeInstanceOf(NotSent);
});

it('fails by a page only when those before it have not ended the list', async () => {
	const server = new Server(records(50), METAS['the size of the page only']);
	const decisive: boolean[] = [];
	const failing: FetchPage = async (page, wanted, decides) => {
		if (page <= 4) return await server.fetchPage(page, wanted, decides);
		decisive.push(decides());
		throw new Failure(`Page ${page}`, '');
	};
	expect(await fetchIds(failing)).toEqual(upTo(50));
	expect(decisive).not.toContain(true);
});

it('asks for no page beyond one that has failed, and for those before it', async () => {
	const server = new Server(records(300), METAS['a total']);
	const failing: FetchPage = async (page, wanted, decides) => {
		if (page === 3) throw new Failure('Page 3', '');
		await new Promise((resolve) => setImmediate(resolve));
		return await server.fetchPage(page, wanted, decides);
	};
	await expect(fetchIds(failing)).rejects.toThrow('Page 3');
	expect(server.asked).toEqual([1, 2]);
});

it('leaves no page unobserved when several fail', async () => {
	const unhandled = jest.fn();
	process.on('unhandledRejection', unhandled);
	const server = new Server(records(200), METAS['a total']);
	const failing: FetchPage = async (page, wanted, decides) => {
		if (page > 1) throw new Failure(`Page ${page}`, '');
		return await server.fetchPage(page, wanted, decides);
	};
	await expect(fetchIds(failing)).rejects.toThrow('Page 2');
	await new Promise((resolve) => setImmediate(resolve));
	process.off('unhandledRejection', unhandled);
	expect(unhandled).not.toHaveBeenCalled();
});
