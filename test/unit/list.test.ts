import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { Failure } from '../../nodes/shared/response/failure';
import { fetchList, type ListRequests } from '../../nodes/shared/list/fetchList';
import { NotSent } from '../../nodes/shared/limiter/limiter';
import {
	BEYOND,
	type Change,
	CLAIMS,
	contacts,
	Database,
	type Meta,
	METAS,
	ORDERS,
	Service,
	upTo,
} from '../fixtures/listService';

interface Wanted {
	limit?: number;
	/** The user's sort. */
	sort?: string;
	/** The keys of a whole list. */
	whole?: string;
	/** How many requests may be in flight. */
	inFlight?: number;
	onFailure?: ListRequests['onFailure'];
}

/** The IDs of the records that a list returns; the name of a record without an ID. */
async function idsFrom(
	service: Service,
	{ limit = Infinity, sort, whole, inFlight = 10, ...calls }: Wanted = {},
): Promise<unknown[]> {
	const shape = ({ id, name }: IDataObject) => id ?? name;
	const requests: ListRequests = {
		fetchPage: async (query, ...rest) => await service.fetchPage({ sort, ...query }, ...rest),
		concurrency: () => inFlight,
		onFailure: () => undefined,
		...calls,
	};
	const order = whole ? { sort: whole } : undefined;
	return await fetchList({ limit, order, shape }, requests);
}

const SENT = { ...METAS, ...CLAIMS };
/** Eleven services make more than 300 lists. */
const PER_SERVICE = { numRuns: 30 };

describe.each(Object.entries(SENT))('from a service that sends as its count %s', (name, meta) => {
	// A page with fewer records than a false count is the first one of a longer list.
	const isFalse = name in CLAIMS;
	const lists = fc.record({
		count: fc.integer({ min: isFalse ? 15 : 0, max: 200 }),
		size: fc.integer({ min: isFalse ? 15 : 1, max: 30 }),
		limit: fc.integer({ min: 1, max: 120 }),
		inFlight: fc.integer({ min: 1, max: 20 }),
		beyond: fc.constantFrom(...Object.keys(BEYOND)),
	});

	it('each record comes once and in order, and n pages take n + 2 requests at most', async () => {
		await fc.assert(
			fc.asyncProperty(lists, async ({ count, size, inFlight, beyond }) => {
				const service = new Service(contacts(count), meta, size);
				service.beyond = beyond;
				expect(await idsFrom(service, { inFlight })).toEqual(upTo(count));
				expect(service.asked.length).toBeLessThanOrEqual(Math.ceil(count / size) + 2);
				expect(new Set(service.pages).size).toBe(service.pages.length);
			}),
			PER_SERVICE,
		);
	});

	it('a limit requests no page that it does not need, and one more at most if the count is false', async () => {
		await fc.assert(
			fc.asyncProperty(lists, async ({ count, limit, inFlight }) => {
				const service = new Service(contacts(count), meta);
				expect(await idsFrom(service, { limit, inFlight })).toEqual(upTo(Math.min(count, limit)));
				const needed = Math.ceil(limit / 15);
				expect(service.asked.length).toBeLessThanOrEqual(isFalse ? needed + 1 : needed);
			}),
			PER_SERVICE,
		);
	});
});

describe('a list ends', () => {
	it.each<[string, number, string, number, number[]]>([
		['when its total has arrived with a short page', 61, 'a total', Infinity, [1, 2, 3, 4, 5]],
		['after its total, at an empty page', 60, 'a total', Infinity, [1, 2, 3, 4, 5]],
		['with a limit below its total, when it is full', 60, 'a total', 45, [1, 2, 3]],
		['when there is no more', 31, 'has_more and the size of the page', Infinity, [1, 2, 3, 4, 5]],
		['at an empty page', 15, 'nothing', Infinity, [1, 2, 3]],
		['at the page after a short one', 14, 'the size of the page only', Infinity, [1, 2]],
		['at an empty first page', 0, 'nothing', Infinity, [1]],
		['with a limit, when it is full', 200, 'nothing', 50, [1, 2, 3, 4]],
		['with a limit, at a short page', 14, 'the size of the page only', 50, [1]],
	])('%s', async (_what, count, sends, limit, pages) => {
		const service = new Service(contacts(count), METAS[sends]);
		await idsFrom(service, { limit });
		expect(service.pages).toEqual(pages);
	});

	it('after the second page if a service without a total gives all records for each page', async () => {
		const service = new Service(contacts(45), METAS.nothing, 45);
		const paged = service.body.bind(service);
		service.body = () => paged(1);
		expect(await idsFrom(service)).toEqual(upTo(45));
	});

	it.each<[string, IDataObject[]]>([
		['in words', [{ has_more: 'yes' }, { has_more: 'True' }, { has_more: 'No' }]],
		['only as long as it is true', [{ has_more: true }, { has_more: true }, {}]],
	])('if a service says has_more %s', async (_what, metas) => {
		const service = new Service(contacts(22), (_page, from) => metas[from / 9] ?? {}, 9);
		expect(await idsFrom(service)).toEqual(upTo(22));
		expect(await idsFrom(service, { limit: 15 })).toEqual(upTo(15));
	});

	it('at the real end if the total is too low, although a page is short', async () => {
		const service = new Service(contacts(50), () => ({ count: 20 }));
		const whole = service.body.bind(service);
		service.body = (page) => {
			const { meta, payload } = whole(page);
			return { meta, payload: page === 2 ? (payload as IDataObject[]).slice(1) : payload };
		};
		expect(await idsFrom(service)).toEqual(upTo(50).filter((id) => id !== 16));
	});
});

it.each([
	['no IDs', () => null],
	['blank IDs', () => ' '],
	['IDs with more digits than n8n keeps', () => 2 ** 53],
])('keeps all records with %s', async (_what, id) => {
	const records = upTo(25).map((number) => ({ id: id() as number, name: `P${number}` }));
	expect(await idsFrom(new Service(records, METAS['a total'], 10))).toHaveLength(25);
});

it('returns a record whose ID is a text once, although it has changed meanwhile', async () => {
	const service = new Service([]);
	const pages = [
		[
			{ id: 'a', name: 'Ann' },
			{ id: 'b', name: 'Bob' },
		],
		[
			{ id: 'a', name: 'Anna' },
			{ id: 'c', name: 'Cid' },
		],
	];
	service.body = (page) => ({ meta: { has_more: true }, payload: pages[page - 1] ?? [] });
	expect(await idsFrom(service, { limit: 3 })).toEqual(['a', 'b', 'c']);
});

it.each([
	['a total', 300, 4, 8],
	['a total', 61, 10, 3],
	['nothing', 300, 10, 2],
])(
	'from a service that sends %s, with %s records and %s requests in flight, requests %s pages ahead',
	async (sends, count, inFlight, most) => {
		const service = new Service(contacts(count), METAS[sends]);
		let waiting = 0;
		let peak = 0;
		service.before = async () => {
			peak = Math.max(peak, ++waiting);
			await new Promise((resolve) => setImmediate(resolve));
			waiting--;
		};
		await idsFrom(service, { inFlight });
		expect(peak).toBe(most);
	},
);

// Relied on in response/records.ts: n8n joins the records of all items with `push(...)`, which fails above about 100,000
// records.
it('takes 100,000 records, and refuses more after the page that has their total', async () => {
	const most = new Service(contacts(100_000), undefined, 1000);
	expect(await idsFrom(most)).toHaveLength(100_000);
	const more = new Service(contacts(200_000), undefined, 1000);
	await expect(idsFrom(more)).rejects.toThrow('The list has more than 100,000 records');
	expect(more.pages).toEqual([1]);
});

describe('the order', () => {
	const whole = 'name,created_at';
	const refusing = (httpCode: number) => new Failure('Unknown order', '', { httpCode });

	it("is the user's with a limit, and has further keys behind it with Return All", async () => {
		const service = new Service(contacts(40));
		await idsFrom(service, { limit: 30, sort: 'name', whole });
		expect(service.sorts).toEqual(['name']);
		const all = new Service(contacts(40));
		await idsFrom(all, { sort: 'name', whole });
		expect(all.sorts).toEqual([whole]);
	});

	it.each([400, 422, 500])(
		"is the user's if the first page of the other order is refused with %s",
		async (httpCode) => {
			const service = new Service(contacts(40));
			service.fails = (_page, sort) => (sort === whole ? refusing(httpCode) : undefined);
			expect(await idsFrom(service, { sort: 'name', whole })).toHaveLength(40);
			expect(service.sorts).toEqual(['name']);
			expect(service.decided).toEqual([false]);
		},
	);

	it.each([
		["the user's order is refused too", 422, [false, true]],
		['the service refuses for another reason', 401, [true]],
	])('fails if %s', async (_what, httpCode, decided) => {
		const service = new Service(contacts(40));
		service.fails = () => refusing(httpCode);
		await expect(idsFrom(service, { sort: 'name', whole })).rejects.toThrow('Unknown order');
		expect(service.decided).toEqual(decided);
	});
});

it.each([
	['a time by its value', [1, 3, 5], 4, [1, 3, 4, 5]],
	['a text beside an equal one', ['b', 'a', 'c'], 'b', ['b', 'b', 'a', 'c']],
	['another text last', ['b', 'a', 'c'], 'B', ['b', 'a', 'c', 'B']],
])('a second reading places %s', async (_what, keys, added, all) => {
	const records = keys.map((key, id) => ({ id, key }));
	const passes = [
		[...records, records[0]],
		[...records, { id: 3, key: added }],
	];
	const shape = ({ key }: IDataObject) => key;
	const list = { limit: Infinity, order: { sort: 'key', sortValue: shape }, shape };
	const requests: ListRequests = {
		fetchPage: async ({ page }) => ({
			body: {},
			records: page === 1 ? (passes.shift() ?? []) : [],
			sentAt: 0,
			receivedAt: 0,
		}),
		concurrency: () => 1,
		onFailure: () => undefined,
	};
	expect(await fetchList(list, requests)).toEqual(all);
});

describe('a list whose order has ties, or that others change while it is read', () => {
	const changes = fc.array(
		fc.record({
			/** The number of the request that finds the change. */
			before: fc.integer({ min: 1, max: 14 }),
			what: fc.constantFrom<Change>('create', 'write', 'delete'),
			/** Which contacts. */
			place: fc.nat(100),
			/** How many contacts, in pages; 0 for one. */
			pages: fc.constantFrom(0, 0, 1, 2),
		}),
		{ maxLength: 6 },
	);
	const lists = fc.record({
		count: fc.integer({ min: 1, max: 90 }),
		sends: fc.constantFrom(...Object.keys(SENT)),
		names: fc.constantFrom(1, 4, 100),
		order: fc.constantFrom(...Object.keys(ORDERS)),
		ignoresSort: fc.boolean(),
		beyond: fc.constantFrom(...Object.keys(BEYOND)),
		sort: fc.constantFrom<Wanted>(
			{},
			{ whole: 'created_at,name' },
			{ sort: 'name', whole: 'name,created_at' },
			{ sort: 'name', whole: 'name' },
		),
		limit: fc.constantFrom(Infinity, 40, 300),
		inFlight: fc.integer({ min: 1, max: 10 }),
		changes,
		/** For how many turns the response of each page is under way. */
		delays: fc.array(fc.nat(4), { minLength: 1, maxLength: 5 }),
	});

	/** What others do before a request, by its number. */
	interface Event {
		what: Change;
		before: number;
	}

	/** The services that say how many records there are or whether there are more, as the contract and Chatwoot do. */
	const TELLING = Object.keys(METAS).filter((sends) => /total|more/.test(sends));

	/** Whether a list may lack contacts without a word. docs/rules.md names these cases. */
	function mayLack(happened: Event[], sends: string, inFlight: number): boolean {
		if (!TELLING.includes(sends)) return true;
		const deletes = happened.filter(({ what }) => what === 'delete');
		if (!sends.includes('total')) return deletes.length > 0;
		// Between two responses, the total falls and rises again.
		const hidesDelete = ({ what, before }: Event) =>
			what === 'create' && deletes.some((one) => inFlight > 1 || one.before === before);
		return happened.some(hidesDelete);
	}

	it('is complete or fails, but for the documented cases, and fails only if something has changed', async () => {
		const property = fc.asyncProperty(lists, async (list) => {
			const { count, sends, limit, inFlight, delays } = list;
			const database = new Database(count, list.names);
			const { stored } = database;
			const service = new Service(stored, SENT[sends]);
			service.order = list.order;
			service.beyond = list.beyond;
			service.ignoresSort = list.ignoresSort;
			service.delay = (page) => delays[page % delays.length];
			let requests = 0;
			const happened: Event[] = [];
			service.before = () => {
				requests++;
				for (const event of list.changes) {
					const { before, what, place, pages } = event;
					if (before !== requests) continue;
					happened.push(event);
					database.change(what, place, pages * 15 || 1);
				}
			};
			const result = await idsFrom(service, { ...list.sort, limit, inFlight }).catch(
				(error: Failure) => error,
			);
			if (result instanceof Failure) {
				expect(result.message).toMatch(/kept changing|The service has \d+ records|does not end/);
				// A page with fewer records than the count claims that there are more.
				const claimsMore = sends === 'the size of a full page' && count < 15;
				expect(claimsMore || happened.length > 0).toBe(true);
				return;
			}
			const ids = new Set(result);
			expect(ids.size).toBe(result.length);
			const missing = stored.filter(({ id }) => id <= count && !ids.has(id));
			if (result.length === limit || mayLack(happened, sends, inFlight)) return;
			expect(missing).toEqual([]);
		});
		await fc.assert(property, { numRuns: 500 });
	});

	it('is complete or fails if each page is in an order of its own', async () => {
		const unordered = fc.record({
			count: fc.integer({ min: 1, max: 40 }),
			sends: fc.constantFrom(...TELLING),
			limit: fc.constantFrom(Infinity, 50),
			/** Where the first contact of each page stands in the order of storage. */
			starts: fc.array(fc.nat(40), { minLength: 12, maxLength: 12 }),
		});
		const property = fc.asyncProperty(unordered, async ({ count, sends, limit, starts }) => {
			const service = new Service(contacts(count), METAS[sends]);
			const { stored } = service;
			let requests = 0;
			service.before = () =>
				stored.push(...stored.splice(0, starts[requests++ % starts.length] % count));
			const result = await idsFrom(service, { limit }).catch((error: Failure) => error);
			if (result instanceof Failure) expect(result.message).toMatch(/kept changing|returned only/);
			else expect(new Set(result)).toEqual(new Set(upTo(count)));
		});
		await fc.assert(property, { numRuns: 500 });
	});

	it('is read again if its total falls, although it rises again, because a delete hides a record', async () => {
		const service = new Service(contacts(45));
		service.before = () => {
			if (service.asked.length === 1) service.stored.shift();
			if (service.asked.length === 2) service.stored.push({ id: 46, name: 'P46' });
		};
		expect(new Set(await idsFrom(service, { inFlight: 1 }))).toEqual(new Set(upTo(46)));
	});

	it('is complete with the reading that adds nothing, although one is deleted during each', async () => {
		const service = new Service(contacts(45));
		service.before = (page) => page === 2 && void service.stored.shift();
		service.ignoresSort = true;
		const sorts = { sort: 'name', whole: 'name,created_at' };
		const ids = await idsFrom(service, { inFlight: 1, ...sorts });
		expect(ids).toEqual(expect.arrayContaining(upTo(45).slice(3)));
		// A sort with ties can miss the same records again.
		expect(service.sorts).toEqual([sorts.whole, undefined]);
	});

	it('is complete with a reading that adds only records created since the first one', async () => {
		const service = new Service(contacts(45));
		service.before = (page) => {
			if (page === 2) service.stored.pop();
			if (page === 1 && service.pages.length > 0) service.stored.unshift({ id: 46, name: 'P46' });
		};
		const ids = await idsFrom(service, { inFlight: 1 });
		expect(ids).toEqual([...upTo(44), 46]);
		expect(service.pages.filter((page) => page === 1)).toHaveLength(2);
	});

	it.each([
		['no more than they have found', 30, 2],
		['one more', 31, 3],
	])('ends when all passes together know of %s', async (_what, firstTotal, passes) => {
		const service = new Service([]);
		let pass = 0;
		service.body = (page) => {
			pass += page === 1 ? 1 : 0;
			// Each pass but the third one has the first record in place of another.
			const repeated = upTo(30).map((id) => (pass < 3 && id === 20 - pass ? 1 : id));
			const payload = repeated.slice(15 * page - 15, 15 * page).map((id) => ({ id }));
			return { meta: { count: pass === 1 ? firstTotal : 30 }, payload };
		};
		expect(new Set(await idsFrom(service))).toEqual(new Set(upTo(30)));
		expect(pass).toBe(passes);
	});

	it.each([Infinity, 100])(
		'fails with limit %s if records came twice in three passes',
		async (limit) => {
			const service = new Service(contacts(60));
			const records = service.body.bind(service);
			// The last contact is always on another page than the one that is read.
			service.body = (page) => {
				const { meta, payload } = records(page);
				const others = (payload as IDataObject[]).filter(({ id }) => id !== 60);
				return { meta, payload: page === 4 ? [{ id: 1, name: 'P1' }, ...others] : payload };
			};
			await expect(idsFrom(service, { limit })).rejects.toMatchObject({
				message: 'The list kept changing while it was read',
				isTransient: true,
			});
			expect(service.pages.filter((page) => page === 1)).toHaveLength(3);
		},
	);
});

describe('a list that the service cuts', () => {
	it.each<[string, IDataObject, string]>([
		[
			'has_more',
			{ meta: { has_more: true } },
			'The list does not end: page 2 contained nothing new',
		],
		['a total', { meta: { total: 104 } }, 'The service has 104 records, but returned only 15'],
		['a total_count', { total_count: 105 }, 'The service has 105 records, but returned only 15'],
	])('to the same page with %s fails, after few requests', async (_what, beside, message) => {
		for (const limit of [Infinity, 40]) {
			const service = new Service(contacts(15));
			const { payload } = service.body(1);
			service.body = () => ({ data: { ...beside, payload } });
			await expect(idsFrom(service, { limit })).rejects.toMatchObject({
				message: expect.stringContaining(message),
				// A limit would hide that records are missing.
				description: expect.not.stringContaining('Limit'),
				isTransient: false,
			});
			expect(service.asked.length).toBeLessThanOrEqual(12);
		}
	});

	it.each<[number, string, IDataObject, string]>([
		[30, 'has_more', { has_more: true }, 'page 3 contained nothing new'],
		[0, 'has_more', { has_more: true }, 'page 1 contained nothing new'],
		[30, 'a total', { count: 50 }, 'has 50 records, but returned only 30'],
	])('after %s records with %s fails', async (count, _what, meta, message) => {
		await expect(idsFrom(new Service(contacts(count), () => meta))).rejects.toThrow(message);
	});
});

describe('a list with a failed page', () => {
	function failing(count: number, isBroken: (page: number) => boolean, meta?: Meta) {
		const service = new Service(contacts(count), meta);
		service.fails = (page) =>
			isBroken(page) ? new Failure(`Page ${page}`, 'Wait.', { httpCode: 500 }) : undefined;
		return service;
	}

	it.each([
		['the end of the run', 2, new NotSent('over')],
		['the failure of the first page', 1, new Failure('No', 'Look.')],
		['the failure of a later page', 4, new Failure('Down', 'Try again.', { httpCode: 500 })],
	])('passes on %s unchanged', async (_what, first, error) => {
		const service = new Service(contacts(100));
		service.fails = (page) => (page >= first ? error : undefined);
		await expect(idsFrom(service)).rejects.toBe(error);
	});

	it('fails only if no earlier page ends the list', async () => {
		const service = failing(50, (page) => page > 4, METAS['has_more and the size of the page']);
		expect(await idsFrom(service)).toEqual(upTo(50));
		expect(service.decided).not.toContain(true);
	});

	it('requests no page after the failed page, but those before it', async () => {
		const service = failing(100, (page) => page === 3);
		service.before = async (page) => {
			// Later pages get their turn before earlier ones.
			for (let turn = page; turn < 20 && page !== 3; turn++) {
				await new Promise((resolve) => setImmediate(resolve));
			}
		};
		await expect(idsFrom(service)).rejects.toThrow('Page 3');
		// As long as a page would take to be requested.
		for (let turn = 0; turn < 30; turn++) await new Promise((resolve) => setImmediate(resolve));
		expect(service.pages).toEqual([1, 2]);
	});

	it('ends the run before it waits for pages in flight', async () => {
		const service = failing(90, (page) => page === 2);
		let onFailure = () => undefined;
		const ended = new Promise<void>((resolve) => (onFailure = () => void resolve()));
		service.before = (page) => page === 3 && ended;
		await expect(idsFrom(service, { inFlight: 3, onFailure: () => onFailure() })).rejects.toThrow(
			'Page 2',
		);
	});

	it('drops the pages that wait for their turn, and does not wait for them', async () => {
		const service = failing(90, (page) => page === 2);
		service.before = async (page, signal) => {
			if (page !== 3) return;
			await new Promise<void>((_resolve, reject) =>
				signal.addEventListener('abort', () => reject(new NotSent())),
			);
		};
		await expect(idsFrom(service, { inFlight: 3 })).rejects.toThrow('Page 2');
	});

	it('waits for each page that it has requested, so none is an unhandled rejection', async () => {
		const service = failing(100, (page) => page > 2);
		service.before = async (page) => {
			for (let turn = 0; turn < 5 && page === 2; turn++) {
				await new Promise((resolve) => setImmediate(resolve));
			}
		};
		await expect(idsFrom(service)).rejects.toThrow('Page 3');
	});
});
