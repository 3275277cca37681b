import type { IDataObject } from 'n8n-workflow';

import { metaOf } from '../bodies';
import { Failure } from '../failure/failure';
import { isInexact } from '../input/numbers';
import { isBlank } from '../input/values';
import type { ListOrder } from '../operation';
import { countIn, MAX_RECORDS, moreIn, TOO_LONG } from './body';

/** Page size of the contract (sections 4.6 and 8). Other services have other sizes. */
export const PAGE_SIZE = 15;

/** Pages that are requested ahead although they may be beyond the end of the list. */
const SPARE_PAGES = 2;

/** Pages to request ahead per request that may be in flight, so that a slow page does not hold up the others. */
const PREFETCH = 2;

/** A list whose records change places during a third reading won't stop changing soon. */
const MAX_READINGS = 3;

/** The statuses of services that don't know an order. */
const ORDER_REFUSED = [400, 422, 500];

/** A page of a list: the body of a response, and the records in it. */
interface Page {
	body: unknown;
	records: IDataObject[];
}

/**
 * Fetches one page.
 *
 * @param query `page`, counted from 1, and the order of the list if it isn't the one of the request
 * @param isWanted asked each time the page's turn has come; if it returns false, it is not requested
 * @param onFailure called if the page fails, before another request is sent. Returns whether the list fails
 *   too: it does not if an earlier page may be the last one.
 */
export type FetchPage = (
	query: IDataObject,
	isWanted: () => boolean,
	onFailure: (error: unknown) => boolean,
) => Promise<Page>;

/** What a list needs to know of its operation. */
export interface List<T> {
	/** How many records are wanted, Infinity for all. */
	limit: number;
	order?: ListOrder;
	/** Turns a record into an output item. */
	shape: (record: IDataObject) => T;
}

/** The functions of a run that a list uses for its requests. */
export interface ListRequests {
	/** How many requests may be in flight at the moment. */
	limit: () => number;
	/** Drops the pages that wait to be requested. Their promises reject. */
	withdraw: () => void;
	/** Called if the list fails while pages of it are in flight. */
	onFailure: () => void;
}

/**
 * Fetches a list. It is complete if as many different records have arrived as the service says that there are,
 * or else as the last reading had records: then each place of the list was seen once. If records came twice, as
 * many others are missing, because records have changed places or the order has ties. The list is then read again
 * without a sort, and what is new comes last.
 *
 *     reading 1, Return All    the user's sort, with keys behind it that leave no ties; if the service
 *                              refuses that on the first page, the request as it is
 *     reading 1, with a limit  the request as it is
 *     readings 2 and 3         no sort
 *
 * @throws Failure if a page fails, or if the list is incomplete after three readings, or too long: part of a
 *   list is never returned. NotSent if the run has ended.
 */
export async function fetchList<T>(
	fetchPage: FetchPage,
	list: List<T>,
	requests: ListRequests,
): Promise<T[]> {
	const { limit, order } = list;
	const items = new Map<unknown, T>();
	const sorted = order && limit === Infinity ? [{ [order.parameter]: order.whole }] : [];
	let sorts: IDataObject[] = [...sorted, {}];
	for (let readings = 1; ; readings++) {
		const reading = new Reading(list, items);
		await read(reading, fetchPage, requests, sorts);
		if (reading.isComplete) return [...items.values()];
		if (readings === MAX_READINGS) throw reading.incomplete();
		sorts = [order ? { [order.parameter]: undefined } : {}];
	}
}

/**
 * Reads the pages of a list: the first one, then several at a time.
 *
 * @param sorts the order to ask for, and the one to take if the service refuses it on the first page
 */
async function read<T>(
	reading: Reading<T>,
	fetchPage: FetchPage,
	requests: ListRequests,
	sorts: IDataObject[],
): Promise<void> {
	let [sort, ...others] = sorts;
	const isOrderRefused = (error: unknown) =>
		others.length > 0 &&
		reading.pages === 0 &&
		error instanceof Failure &&
		ORDER_REFUSED.includes(error.httpCode ?? 0);
	const request = (page: number): Promise<Page> => {
		const received = fetchPage(
			{ ...sort, page },
			() => reading.canUse(page),
			(error) => !isOrderRefused(error) && reading.breakAt(page),
		).catch((error) => {
			if (!isOrderRefused(error)) throw error;
			[sort, ...others] = others;
			reading.spare--;
			return request(page);
		});
		// A page that fails before it is awaited is not an unhandled rejection.
		received.catch(() => undefined);
		return received;
	};
	const ahead: Array<Promise<Page>> = [];
	try {
		for (let next = 1; !reading.ended; ) {
			const page = ahead.shift() ?? request(next++);
			reading.add(await page.catch((error) => reading.interrupt(error)));
			while (ahead.length < PREFETCH * requests.limit() && next <= reading.reach)
				ahead.push(request(next++));
		}
	} finally {
		if (!reading.ended) requests.onFailure();
		requests.withdraw();
		await Promise.allSettled(ahead);
	}
}

/**
 * One reading of a list. It ends as soon as one of these holds:
 *
 *     the limit is reached
 *     a page is empty or brings nothing new in this reading
 *     has_more is false
 *     as many records as the total have arrived
 *     with a limit, and neither has_more nor a total: a page is shorter than 15
 *
 * `meta.count` is the total on some services and the size of the page on others, so it is the total only if it
 * is larger than its page.
 */
class Reading<T> {
	/** How many pages have arrived. */
	pages = 0;
	ended = false;
	/** How many pages may be requested that turn out to be beyond the end. */
	spare = SPARE_PAGES;
	/** How many records have arrived, with those that came twice, but without a page that is the last one again. */
	private records = 0;
	private readonly ids = new Set<unknown>();
	/** The largest total that the service has named, 0 if none: a total that falls hides records. */
	private total = 0;
	/** Whether there are more pages, if the last one says so. */
	private hasMore: boolean | undefined;
	private pageSize = 0;
	private lastSize = 0;
	/** The IDs of the last page. A service that doesn't support pagination gives the same page again. */
	private lastPage = '';
	/** The first page that failed. It fails the list, unless the list ends at an earlier page. */
	private brokenAt = Infinity;

	constructor(
		private readonly list: List<T>,
		/** The items of all readings, by the IDs of their records. */
		private readonly items: Map<unknown, T>,
	) {}

	/** Adds the next page in order. */
	add({ body, records }: Page): void {
		const { limit } = this.list;
		const meta = metaOf(body);
		const known = this.ids.size;
		const ids = records.map(idOf);
		const isSamePage = JSON.stringify(ids) === this.lastPage;
		this.lastPage = JSON.stringify(ids);
		this.lastSize = records.length;
		this.pages++;
		this.pageSize = Math.max(this.pageSize, records.length);
		this.hasMore = moreIn(meta);
		const count = Number(countIn(meta));
		if (count > records.length) this.total = Math.max(this.total, count);
		ids.forEach((id, index) => this.keep(id, records[index]));
		if (!isSamePage) this.records += records.length;
		if (Math.min(limit, Math.max(this.total, this.items.size)) > MAX_RECORDS) throw this.tooLong();
		const isUnknown = this.total === 0 && this.hasMore === undefined;
		this.ended =
			this.isFull ||
			this.ids.size === known ||
			this.hasMore === false ||
			(this.records === this.total && !this.hasMore) ||
			(limit < Infinity && isUnknown && records.length < PAGE_SIZE);
	}

	/** Keeps each record once, even if it moves from page to page while the list is read. */
	private keep(id: unknown, record: IDataObject): void {
		this.ids.add(id);
		if (!this.items.has(id) && !this.isFull) this.items.set(id, this.list.shape(record));
	}

	private get isFull(): boolean {
		return this.items.size >= this.list.limit;
	}

	/** Whether no record of the list is missing, after this reading and those before it. */
	get isComplete(): boolean {
		if (this.isFull) return true;
		return this.hasMore !== true && this.items.size >= (this.total || this.records);
	}

	/**
	 * The last page that may be requested by now. Until a second page has arrived, the service may ignore which
	 * page it is asked for.
	 */
	get reach(): number {
		if (this.ended) return 0;
		const repeats = this.records - this.ids.size;
		const wanted = Math.min(this.list.limit, this.total || Infinity) + repeats;
		const last = Math.ceil(wanted / this.pageSize);
		if (this.total > 0 && this.pages > 1) return last;
		const isShort = this.hasMore !== true && this.lastSize < PAGE_SIZE;
		const known = this.pages + (this.hasMore === true ? 1 : 0);
		return Math.min(last, known + (isShort ? 1 : this.spare));
	}

	/** Whether a page can still be used: not if the reading has ended, or an earlier page has failed. */
	canUse(page: number): boolean {
		return !this.ended && page <= this.brokenAt;
	}

	/** Notes that a page failed. Returns whether the list fails too: it does if all pages before have arrived. */
	breakAt(page: number): boolean {
		this.brokenAt = Math.min(this.brokenAt, page);
		return !this.ended && page === this.pages + 1;
	}

	/** Fails with the error of the next page, and says how many records were read before. */
	interrupt(error: unknown): never {
		const { size } = this.items;
		if (!(error instanceof Failure) || size === 0) throw error;
		const before = `${size} records had been read before page ${this.pages + 1}.`;
		throw error.withDescription(`${error.description} ${before} ${NONE_RETURNED}`);
	}

	/** Why the list is incomplete after this reading. */
	incomplete(): Failure {
		if (this.records > this.ids.size) {
			return new Failure(
				'The list kept changing while it was read',
				`In each of ${MAX_READINGS} readings, some records came twice, so others may be missing: records were changed, or the service has no fixed order. ${NONE_RETURNED}`,
				{ help: 'list-keeps-changing', isTransient: true },
			);
		}
		const headline = this.hasMore
			? `The list does not end: page ${this.pages} contained nothing new`
			: `The service has ${this.total} records, but returned only ${this.items.size}`;
		const remedy = `The service may not support pagination: find fewer records per input item, so that they fit on one page. ${NONE_RETURNED}`;
		return new Failure(headline, remedy, { help: 'list-ends-early' });
	}

	private tooLong(): Failure {
		const fewer = this.list.limit === Infinity ? "turn off 'Return All'" : "lower 'Limit'";
		return new Failure(
			TOO_LONG,
			`n8n can't take more records from one input item. Split the list into several input items, or ${fewer}. No records were returned.`,
			{ help: 'list-too-long' },
		);
	}
}

/** The ID of a record; the whole record if it has none. */
function idOf(record: IDataObject): unknown {
	return isBlank(record.id) || isInexact(record.id) ? JSON.stringify(record) : record.id;
}

const NONE_RETURNED = 'The list is incomplete, so no records were returned.';
