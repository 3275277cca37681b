import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { Failure } from '../../nodes/shared/failure/failure';
import { NotSent } from '../../nodes/shared/transport/limiter';
import { recordList } from '../../nodes/shared/output/body';
import { fetchList, type FetchPage, type ListRequests } from '../../nodes/shared/output/list';

/** The body of a page; pages count from 1. */
type Paging = (page: number) => IDataObject;
type Meta = (page: IDataObject[], from: number, all: IDataObject[]) => IDataObject;

const METAS: Record<string, Meta> = {
	'a total': (_page, _from, all) => ({ count: all.length, current_page: '1' }),
	'has_more and the size of the page': (page, from, all) => ({
		count: page.length,
		has_more: from + page.length < all.length,
	}),
	'has_more and a total': (page, from, all) => ({
		count: all.length,
		has_more: from + page.length < all.length,
	}),
	'the size of the page only': (page) => ({ count: page.length }),
	'a total in text': (_page, _from, all) => ({ count: String(all.length) }),
	nothing: () => ({}),
};

function upTo(count: number): number[] {
	return Array.from({ length: count }, (_value, index) => index + 1);
}

function records(count: number): IDataObject[] {
	return upTo(count).map((id) => ({ id }));
}

function paged(all: IDataObject[], meta: Meta, size = 15): Paging {
	return (page) => {
		const from = (page - 1) * size;
		const payload = all.slice(from, from + size);
		return { meta: meta(payload, from, all), payload };
	};
}

/** A server with a list, and the pages that it was asked for. */
class Server {
	readonly asked: number[] = [];
	/** Of each page that failed, whether the list failed with it. */
	readonly decided: boolean[] = [];

	constructor(private readonly paging: Paging) {}

	readonly fetchPage: FetchPage = async (page, wanted = () => true) => {
		if (!wanted()) throw new NotSent();
		this.asked.push(page);
		const body = this.paging(page);
		return await Promise.resolve({ body, records: recordList(body) });
	};

	/** The same server, if a page does not fail. */
	but(fails: (page: number) => Error | undefined): FetchPage {
		return async (page, wanted, failed = () => true) => {
			const error = fails(page);
			if (!error) return await this.fetchPage(page, wanted, failed);
			this.decided.push(failed());
			throw error;
		};
	}
}

function turns(ahead: number): ListRequests {
	return { limit: () => ahead, withdraw: () => undefined, onFailure: () => undefined };
}

async function fetchIds(fetchPage: FetchPage, limit = Infinity, ahead = 10): Promise<unknown[]> {
	const pages = { shape: ({ id }: IDataObject) => id };
	return await fetchList(fetchPage, limit, turns(ahead), pages);
}

describe.each(Object.entries(METAS))('from a server that sends %s', (_name, meta) => {
	it('fetches each record once and in order without unnecessary pages, whatever the sizes', async () => {
		const sizes = fc.record({
			count: fc.integer({ min: 0, max: 200 }),
			limit: fc.oneof(fc.constant(Infinity), fc.integer({ min: 1, max: 120 })),
			ahead: fc.integer({ min: 1, max: 20 }),
		});
		await fc.assert(
			fc.asyncProperty(sizes, async ({ count, limit, ahead }) => {
				const server = new Server(paged(records(count), meta));
				const expected = upTo(Math.min(count, limit));
				expect(await fetchIds(server.fetchPage, limit, ahead)).toEqual(expected);
				expect(new Set(server.asked).size).toBe(server.asked.length);
				const beyond = server.asked.filter((page) => page > Math.max(1, Math.ceil(count / 15)));
				expect(beyond.length).toBeLessThanOrEqual(ahead);
				const probe = count < limit ? 1 : 0;
				expect(server.asked.length).toBeLessThanOrEqual(Math.ceil(limit / 15) + probe);
			}),
			{ numRuns: 200 },
		);
	});
});

it.each<[string, number, string, number, number[]]>([
	['a limit over several pages', 200, 'nothing', 50, [1, 2, 3, 4]],
	['a limit of one', 200, 'nothing', 1, [1]],
	['a known total', 61, 'a total', Infinity, [1, 2, 3, 4, 5]],
	['a short page and no more known', 14, 'nothing', Infinity, [1, 2]],
	['a short page whose size is given', 14, 'the size of the page only', Infinity, [1]],
	['a page that may be full elsewhere', 10, 'a total', Infinity, [1, 2]],
	['a full page and no more known', 15, 'nothing', Infinity, [1, 2, 3, 4, 5]],
])('requests these pages for %s', async (_what, count, sends, limit, pages) => {
	const server = new Server(paged(records(count), METAS[sends]));
	await fetchIds(server.fetchPage, limit);
	expect(server.asked).toEqual(pages);
});

it('reads up to the number of records that n8n can take', async () => {
	const server = new Server(paged(records(100_000), METAS['a total']));
	expect(await fetchIds(server.fetchPage)).toHaveLength(100_000);
});

it.each([
	['a total', 1],
	['has_more and the size of the page', 6667],
])(
	'refuses a list that is longer than n8n can take, and asks for nothing more, with %s',
	async (sends, asked) => {
		const server = new Server(paged(records(200_000), METAS[sends]));
		await expect(fetchIds(server.fetchPage, Infinity, 1)).rejects.toThrow(
			new Failure('The list has more than 100,000 records', ''),
		);
		await new Promise((resolve) => setImmediate(resolve));
		expect(server.asked.length).toBe(asked);
	},
);

it.each([
	['a total', 300, 4, 8],
	['a total', 61, 10, 4],
	['has_more and the size of the page', 30, 10, 10],
	['nothing', 300, 10, 10],
])(
	'of a server that sends %s, with %s records, where %s may be open, asks for %s at once',
	async (sends, count, ahead, most) => {
		const server = new Server(paged(records(count), METAS[sends]));
		let open = 0;
		let peak = 0;
		const slow: FetchPage = async (...page) => {
			peak = Math.max(peak, ++open);
			await new Promise((resolve) => setImmediate(resolve));
			open--;
			return await server.fetchPage(...page);
		};
		await fetchIds(slow, Infinity, ahead);
		expect(peak).toBe(most);
	},
);

it('returns a record that moved to the next page once, and fills the limit', async () => {
	const all = records(60);
	const moved = [...all.slice(0, 15), ...all.slice(13)];
	const server = new Server(paged(moved, METAS['a total']));
	expect(await fetchIds(server.fetchPage, 45)).toEqual(upTo(45));
});

it('uses the total that the operation reads', async () => {
	const { fetchPage } = new Server(() => ({ meta: { count: 99 }, all: 2, payload: records(2) }));
	const total = (body: unknown) => (body as { all: number }).all;
	const pages = { total, shape: ({ id }: IDataObject) => id };
	expect(await fetchList(fetchPage, Infinity, turns(1), pages)).toEqual([1, 2]);
});

/** Records whose IDs are blank. */
const NAMED = upTo(25).map((number) => ({ id: null, name: `P${number}` }));

const shrinking: Paging = (page) => ({
	meta: { count: 30 },
	payload: records(30).slice([0, 15, 20, 25][page - 1], [15, 20, 25, 30][page - 1]),
});

it.each<[string, number, Paging]>([
	...[7, 10, 25, 100].flatMap((size) =>
		['a total', 'has_more and the size of the page'].map((sends): [string, number, Paging] => [
			`${sends}, in pages of ${size}`,
			120,
			paged(records(120), METAS[sends], size),
		]),
	),
	...[5, 8, 10, 12, 15, 20, 100].flatMap((size) =>
		[size, 4 * size, 4 * size + 3].map((count): [string, number, Paging] => [
			`the size of the page only, in pages of ${size}`,
			count,
			paged(records(count), METAS['the size of the page only'], size),
		]),
	),
	['nothing, in pages of 10', 103, paged(records(103), METAS.nothing, 10)],
	['nothing, in pages of 25', 120, paged(records(120), METAS.nothing, 25)],
	['nothing, all at once', 20, () => ({ payload: records(20) })],
	[
		'the last page again and again',
		45,
		(page) => paged(records(45), METAS.nothing)(Math.min(page, 3)),
	],
	[
		'has_more, and a count of something else',
		40,
		paged(records(40), (page, from) => ({
			count: 250_000,
			has_more: from + page.length < 40,
		})),
	],
	['blank IDs', 25, paged(NAMED, METAS['a total'], 10)],
	['pages that shrink', 30, shrinking],
	['IDs with more digits than n8n keeps', 3, () => ({ payload: Array(3).fill({ id: 2 ** 53 }) })],
	['a has_more of null', 16, paged(records(16), () => ({ count: 16, has_more: null }))],
	['some IDs, whatever page is asked for', 2, () => ({ payload: [{ name: 'Ann' }, { id: 7 }] })],
	[
		'has_more in words',
		22,
		paged(
			records(22),
			(page, from) => ({
				count: page.length,
				has_more: String(from + page.length < 22),
			}),
			9,
		),
	],
	[
		'has_more in digits',
		22,
		paged(
			records(22),
			(page, from) => ({
				count: page.length,
				has_more: from + page.length < 22 ? 1 : 0,
			}),
			9,
		),
	],
	...['True', 'yes', 7].map((more): [string, number, Paging] => [
		`a has_more of ${more}`,
		50,
		paged(records(50), (_page, from) => (from < 45 ? { has_more: more } : { has_more: 'No' })),
	]),
	[
		'a has_more that is null in between',
		90,
		paged(
			records(90),
			(page, from) => ({ count: page.length, has_more: from === 9 ? null : from < 81 }),
			9,
		),
	],
	[
		'has_more as long as there is more',
		22,
		paged(records(22), (page, from) => (from + page.length < 22 ? { has_more: true } : {}), 9),
	],
	['a total that is too low', 50, paged(records(50), () => ({ count: 20 }))],
	[
		'a total first, and then that there is no more',
		15,
		(page) => (page === 1 ? { count: 40, payload: records(15) } : { has_more: false, payload: [] }),
	],
])('returns the whole list from a server that sends %s', async (_what, count, paging) => {
	const server = new Server(paging);
	expect(await fetchIds(server.fetchPage)).toHaveLength(count);
	expect(server.asked.length).toBeLessThan(30);
});

/** A server that gives the first page for each, and says this of it. */
function ignoring(beside: IDataObject, payload = records(15)): Paging {
	return () => ({ ...beside, payload });
}

it.each<[string, Paging, string]>([
	['has_more', ignoring({ meta: { has_more: true } }), 'page 2 contained nothing new'],
	['has_more inside data', () => ({ data: ignoring({ has_more: true })(1) }), 'page 2 contained'],
	['a count', ignoring({ meta: { count: 103 } }), 'has 103 records, but returned only 15'],
	['a total', ignoring({ meta: { total: 104 } }), 'has 104 records, but returned only 15'],
	[
		'a total_count',
		ignoring({ meta: { total_count: 105 } }),
		'has 105 records, but returned only 15',
	],
	[
		'a count and no IDs',
		ignoring({ meta: { count: 99 } }, NAMED.slice(0, 2)),
		'but returned only 2',
	],
	['has_more and then nothing', paged(records(30), () => ({ has_more: true })), 'page 3 contained'],
	['a total and then nothing', paged(records(30), () => ({ count: 50 })), 'but returned only 30'],
])('fails if a server repeats the same page with %s', async (_what, paging, message) => {
	const server = new Server(paging);
	await expect(fetchIds(server.fetchPage)).rejects.toMatchObject({
		message: expect.stringContaining(message),
		description: expect.stringContaining('no records were returned'),
	});
	expect(server.asked.length).toBeLessThan(30);
});

it.each<[string, IDataObject[], number, string]>([
	['deleted', records(45).slice(5), 45, 'a total'],
	['added', [{ id: 46 }, ...records(45)], 46, 'a total'],
	['deleted', records(45).slice(5), 45, 'has_more and a total'],
])(
	'returns what has moved to other pages where records are %s meanwhile',
	async (_what, now, count, sends) => {
		const before = records(45);
		const server: Server = new Server((page): IDataObject => {
			const all = server.asked.length > 1 ? now : before;
			return paged(all, METAS[sends])(page);
		});
		const ids = await fetchIds(server.fetchPage, Infinity, 1);
		expect(new Set(ids)).toEqual(new Set(upTo(count)));
		expect(ids).toHaveLength(count);
	},
);

/** A list that loses its first record whenever its second page is read, so many times. */
function losing(times: number): Server {
	const all = records(60);
	return new Server((page) => {
		if (page === 2 && all.length > 60 - times) all.shift();
		return paged(all, METAS['a total'])(page);
	});
}

it('takes a list whose last page has been emptied', async () => {
	let count = 16;
	const server = new Server((page) => {
		if (page === 2) count = 15;
		return { meta: { count }, payload: page === 1 ? records(15) : [] };
	});
	expect(await fetchIds(server.fetchPage)).toHaveLength(15);
});

it('reads a list of four pages again until no more records disappear', async () => {
	const server = losing(2);
	expect(new Set(await fetchIds(server.fetchPage, Infinity, 1))).toEqual(new Set(upTo(60)));
	expect(server.asked).toHaveLength(3 * 4);
});

it('fails if records disappear each time that it is read', async () => {
	await expect(fetchIds(losing(50).fetchPage, Infinity, 1)).rejects.toMatchObject({
		message: 'The list kept changing while it was read',
		description: 'The list is incomplete, so no records were returned.',
		isTransient: true,
	});
});

describe.each(['a total', 'has_more and the size of the page'])(
	'a list that grows while it is read, from a server that sends %s',
	(sends) => {
		const growth = fc.record({
			count: fc.integer({ min: 16, max: 90 }),
			added: fc.integer({ min: 1, max: 60 }),
			after: fc.nat(),
			ahead: fc.integer({ min: 1, max: 10 }),
		});

		it('is complete, however many records are added at the top', async () => {
			const property = fc.asyncProperty(growth, async ({ count, added, after, ahead }) => {
				const longer = records(count + added);
				const before = longer.slice(added);
				const pages = Math.ceil(count / 15);
				const read = 1 + (after % (pages - 1));
				const server: Server = new Server((page) =>
					paged(server.asked.length > read ? longer : before, METAS[sends])(page),
				);
				const ids = await fetchIds(server.fetchPage, Infinity, ahead);
				expect(new Set(ids)).toEqual(new Set(upTo(count + added)));
				expect(ids).toHaveLength(count + added);
				expect(server.asked.length).toBeLessThanOrEqual(
					3 * (Math.ceil((count + added) / 15) + ahead),
				);
			});
			await fc.assert(property, { numRuns: 300 });
		});
	},
);

it.each([
	['has_more', ignoring({ meta: { has_more: true } })],
	['a total', ignoring({ meta: { count: 90_000 } })],
])(
	'asks a server for few pages that sends %s and always the same page, and says what to set',
	async (_what, paging) => {
		for (const [limit, advice] of [
			[Infinity, "turn off 'Return All' and set 'Limit' to 15."],
			[40, "pagination: lower 'Limit' to 15."],
		] as const) {
			const server = new Server(paging);
			await expect(fetchIds(server.fetchPage, limit, 1)).rejects.toMatchObject({
				description: expect.stringContaining(advice),
				isTransient: false,
			});
			expect(server.asked.length).toBeLessThanOrEqual(5);
		}
	},
);

describe('a list of which only has_more is known', () => {
	/** How the order changes before a page is read: two records change places. */
	const changes = fc.array(fc.record({ before: fc.nat(12), one: fc.nat(89), other: fc.nat(89) }), {
		maxLength: 4,
	});
	const counts = fc.integer({ min: 16, max: 90 });

	it('is complete if a page repeats a record and the order then stays as it is', async () => {
		const property = fc.asyncProperty(counts, changes, async (count, moves) => {
			const all = records(count);
			const repeated = new Set<number>();
			const seen = new Map<unknown, number>();
			const server: Server = new Server((page): IDataObject => {
				// Only the first reading meets changes.
				const isFirst = server.asked.length <= Math.ceil(count / 15);
				for (const { one, other } of isFirst ? moves.filter((at) => at.before === page) : []) {
					const [a, b] = [all[one % count], all[other % count]];
					[all[one % count], all[other % count]] = [b, a];
				}
				const answer = paged(all, METAS['has_more and the size of the page'])(page);
				for (const { id } of answer.payload as IDataObject[]) {
					if (isFirst && (seen.get(id) ?? page) !== page) repeated.add(page);
					seen.set(id, page);
				}
				return answer;
			});
			const ids = await fetchIds(server.fetchPage, Infinity, 1);
			expect(new Set(ids).size).toBe(ids.length);
			if (repeated.size > 0) expect(new Set(ids)).toEqual(new Set(upTo(count)));
			const readings = repeated.size === 0 ? [1] : [2, 3];
			expect(readings).toContain(server.asked.length / Math.ceil(count / 15));
		});
		await fc.assert(property, { numRuns: 500 });
	});

	it('is read three times at most, although its order changes each time', async () => {
		const all = records(60);
		const server: Server = new Server((page): IDataObject => {
			all.unshift(...all.splice(14, 2));
			return paged(all, METAS['has_more and the size of the page'])(page);
		});
		const ids = await fetchIds(server.fetchPage, Infinity, 1);
		expect(new Set(ids).size).toBe(ids.length);
		expect(server.asked.length).toBeLessThanOrEqual(3 * 4);
	});
});

it('fills the limit although the list has grown while it was read', async () => {
	const longer = [...upTo(15).map((number) => ({ id: 200 + number })), ...records(200)];
	const server: Server = new Server((page): IDataObject => {
		const all = server.asked.length > 3 ? longer : records(200);
		return paged(all, METAS['a total'])(page);
	});
	expect(await fetchIds(server.fetchPage, 50, 1)).toHaveLength(50);
});

it('does not read a list again if its records have no IDs, because they would come twice', async () => {
	const named = records(45).map(({ id }) => ({ name: `P${String(id)}` }));
	const server: Server = new Server((page): IDataObject => {
		const all = server.asked.length > 1 ? named.slice(1) : named;
		return paged(all, METAS['a total'])(page);
	});
	await fetchIds(server.fetchPage, Infinity, 1);
	expect(new Set(server.asked).size).toBe(server.asked.length);
});

it('returns up to the limit from a server that ignores the page', async () => {
	const server = new Server(ignoring({ meta: { has_more: true } }));
	expect(await fetchIds(server.fetchPage, 12)).toEqual(upTo(12));
	expect(server.asked).toEqual([1]);
});

describe('a list with a failed page', () => {
	it('ends the run and reads no more pages, if the page fails when it is read again', async () => {
		const server: Server = new Server((page): IDataObject => {
			const all = server.asked.length > 1 ? records(45).slice(1) : records(45);
			return paged(all, METAS['a total'])(page);
		});
		const once = server.but((page) =>
			page === 2 && server.asked.includes(2) ? new Failure('Refused', '') : undefined,
		);
		let turn: Promise<unknown> = Promise.resolve();
		// One page at a time, as where one request may be open.
		const oneByOne: FetchPage = async (...page) => {
			const answer = turn.then(async () => await once(...page));
			turn = answer.catch(() => undefined);
			return await answer;
		};
		await expect(fetchIds(oneByOne, Infinity, 1)).rejects.toThrow('Refused');
		await turn;
		expect(server.decided).toEqual([true]);
		expect(server.asked).toEqual([1, 2, 3, 1]);
	});

	it('drops its waiting pages and says that no records were returned, if the page fails when it is read again', async () => {
		const shorter = new Server((page): IDataObject => {
			const all = shorter.asked.length > 1 ? records(45).slice(1) : records(45);
			return paged(all, METAS['a total'])(page);
		});
		let refuse: (reason: Error) => void = () => undefined;
		const fetchPage: FetchPage = async (page, ...rest) => {
			const again = shorter.asked.length >= 3;
			if (again && page === 2) throw new Failure('Refused', '');
			if (!again || page !== 3) return await shorter.fetchPage(page, ...rest);
			return await new Promise((_answer, refused) => (refuse = refused));
		};
		const turns = {
			limit: () => 1,
			withdraw: () => refuse(new NotSent()),
			onFailure: () => undefined,
		};
		const pages = { shape: ({ id }: IDataObject) => id };
		await expect(fetchList(fetchPage, Infinity, turns, pages)).rejects.toMatchObject({
			message: 'Refused',
			description:
				' 45 records had been read. The list is incomplete, so no records were returned.',
		});
	});

	it.each<[string, Paging, (page: number) => boolean]>([
		['whose page has failed', paged(records(100), METAS['a total']), (page) => page === 2],
		[
			'that becomes too long',
			(page) => ({
				meta: { count: page === 1 ? 90 : 200_000 },
				payload: records(200).slice((page - 1) * 15, page * 15),
			}),
			() => false,
		],
	])(
		'says that a list fails %s, before it waits for pages that are open',
		async (_what, paging, fails) => {
			const paged = new Server(paging);
			const failing = paged.but((page) => (fails(page) ? new Failure('Refused', '') : undefined));
			let fail = () => undefined;
			const failed = new Promise<void>((resolve) => (fail = () => void resolve()));
			const fetchPage: FetchPage = async (page, ...rest) => {
				if (page === 2) await new Promise(setImmediate);
				if (page > 2) await failed;
				return await failing(page, ...rest);
			};
			const turns = { limit: () => 3, withdraw: () => undefined, onFailure: () => fail() };
			const pages = { shape: ({ id }: IDataObject) => id };
			await expect(fetchList(fetchPage, Infinity, turns, pages)).rejects.toThrow(/Refused|100,000/);
		},
	);

	const server = () => new Server(paged(records(100), METAS['a total']));

	it('says how many records were read, and fails once all earlier pages have arrived', async () => {
		const error = new Failure('Something went wrong', 'Try again later.', {
			httpCode: 500,
			fields: ['q'],
		});
		const full = server();
		const failing = full.but((page) => (page === 4 ? error : undefined));
		const late: FetchPage = async (page, ...rest) => {
			if (page === 4) await new Promise((resolve) => setImmediate(resolve));
			return await failing(page, ...rest);
		};
		await expect(fetchIds(late)).rejects.toMatchObject({
			message: 'Something went wrong',
			description:
				'Try again later. 45 records had been read before page 4. The list is incomplete, so no records were returned.',
			httpCode: 500,
			fields: ['q'],
		});
		expect(full.decided).toEqual([true]);
	});

	it.each([
		['the end of the run', 2, new NotSent('over')],
		['the failure of the first page', 1, new Failure('No', 'Look.')],
	])('passes on %s unchanged', async (_what, first, error) => {
		const failing = server().but((page) => (page >= first ? error : undefined));
		await expect(fetchIds(failing)).rejects.toBe(error);
	});

	it('fails only if no earlier page ends the list', async () => {
		const short = new Server(paged(records(50), METAS['the size of the page only']));
		const failing = short.but((page) => (page > 4 ? new Failure(`Page ${page}`, '') : undefined));
		expect(await fetchIds(failing)).toEqual(upTo(50));
		expect(short.decided).not.toContain(true);
	});

	it('requests no page after the failed page, but those before it', async () => {
		const full = server();
		const failing = full.but((page) => (page === 3 ? new Failure('Page 3', '') : undefined));
		const slow: FetchPage = async (page, ...rest) => {
			// Those beyond it come before those before it.
			for (let late = page === 3 ? 20 : page; late < 20; late++) {
				await new Promise((resolve) => setImmediate(resolve));
			}
			return await failing(page, ...rest);
		};
		await expect(fetchIds(slow)).rejects.toThrow('Page 3');
		expect(full.asked).toEqual([1, 2]);
	});

	it('leaves no unhandled rejection when several pages fail', async () => {
		const unhandled = jest.fn();
		process.on('unhandledRejection', unhandled);
		const failing = server().but((page) =>
			page > 1 ? new Failure(`Page ${page}`, '') : undefined,
		);
		await expect(fetchIds(failing)).rejects.toThrow('Page 2');
		await new Promise((resolve) => setImmediate(resolve));
		process.off('unhandledRejection', unhandled);
		expect(unhandled).not.toHaveBeenCalled();
	});
});
