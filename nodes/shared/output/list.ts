import type { IDataObject } from 'n8n-workflow';

import { metaOf } from '../bodies';
import { Failure } from '../failure/failure';
import { isInexact } from '../input/numbers';
import { isBlank } from '../input/values';
import type { ListOrder } from '../operation';
import { countIn, MAX_RECORDS, moreIn, TOO_LONG } from './body';

/** Page size of the contract (sections 4.6 and 8). Other services have other sizes. */
export const PAGE_SIZE = 15;

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
 * @param onFailure called if the page fails, before another request is sent. Returns whether the list certainly
 *   fails too: it does not if an earlier page may be the last one.
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
 * Fetches a list: complete, or not at all.
 *
 * If all records of a reading are different, and as many as the total says, then each place of the list was seen
 * once, so none is missing. A record that came twice stands in the place of another one: records have moved, or the
 * order has ties. The list is then read again without a sort, and what is new comes last.
 *
 *     reading 1, Return All    the user's sort, with keys behind it that leave no ties; if the service refuses
 *                              that on the first page, the request as it is
 *     reading 1, with a limit  the request as it is
 *     readings 2 and 3         no sort
 *
 * @throws Failure if a page fails, or if the list is incomplete after three readings, or too long. NotSent if the
 *   run has ended.
 */
export async function fetchList<T>(
	fetchPage: FetchPage,
	list: List<T>,
	requests: ListRequests,
): Promise<T[]> {
	const { limit, order } = list;
	const items = new Map<unknown, T>();
	const whole = order && limit === Infinity ? { [order.parameter]: order.whole } : undefined;
	const unsorted = order ? { [order.parameter]: undefined } : {};
	for (let readings = 1; ; readings++) {
		const reading = new Reading(list, items);
		if (readings > 1) await read(reading, fetchPage, requests, unsorted);
		else if (whole) await read(reading, fetchPage, requests, whole, {});
		else await read(reading, fetchPage, requests, {});
		if (reading.isComplete) return [...items.values()];
		if (readings === MAX_READINGS) throw reading.incomplete();
	}
}

/**
 * Reads the pages of a list: the first one, then several at a time. They are added in their order.
 *
 * @param fallback the sort to take if the service refuses `sort` on the first page
 */
async function read<T>(
	reading: Reading<T>,
	fetchPage: FetchPage,
	requests: ListRequests,
	sort: IDataObject,
	fallback?: IDataObject,
): Promise<void> {
	let isOver = false;
	const isRefused = (error: unknown, page: number): error is Failure =>
		fallback !== undefined &&
		page === 1 &&
		error instanceof Failure &&
		ORDER_REFUSED.includes(error.httpCode ?? 0);
	const request = (page: number): Promise<Page> => {
		const received = fetchPage(
			{ ...sort, page },
			() => !isOver,
			(error) => !isOver && page === reading.pages + 1 && !isRefused(error, page),
		).catch((error) => {
			if (!isRefused(error, page)) throw error;
			[sort, fallback] = [fallback as IDataObject, undefined];
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
			const most = reading.ended ? 0 : PREFETCH * requests.limit();
			while (ahead.length < most && next <= reading.lastPage) ahead.push(request(next++));
		}
	} finally {
		isOver = true;
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
	/** The last page that may be requested by now: up to two beyond the end, if the end isn't known. */
	lastPage = 1;
	/** How many records have arrived, with those that came twice. */
	private records = 0;
	/** The IDs of the records that have arrived. */
	private readonly ids = new Set<unknown>();
	/** The IDs of the last page, as JSON. */
	private lastIds = '';
	private pageSize = 0;
	/** The largest total that the service has named, 0 if none: a total that falls hides records. */
	private total = 0;
	/** Whether there are more pages, if the last one says so. */
	private hasMore: boolean | undefined;

	constructor(
		private readonly list: List<T>,
		/** The items of all readings, by the IDs of their records. */
		private readonly items: Map<unknown, T>,
	) {}

	/** Adds the next page in order. */
	add({ body, records }: Page): void {
		const { limit } = this.list;
		const { length } = records;
		const meta = metaOf(body);
		const count = Number(countIn(meta));
		if (count > length) this.total = Math.max(this.total, count);
		this.hasMore = moreIn(meta);
		this.pages++;
		const isNew = this.keep(records);
		if (Math.min(limit, Math.max(this.total, this.items.size)) > MAX_RECORDS) throw this.tooLong();
		const isShort = length < PAGE_SIZE && !this.hasMore;
		this.ended =
			this.isFull ||
			!isNew ||
			this.hasMore === false ||
			(this.records === this.total && !this.hasMore) ||
			(isShort && limit < Infinity && this.total === 0);
		// Until a second page has arrived, the service may ignore which page it is asked for.
		const knowsEnd = this.total > 0 && this.pages > 1;
		const beyond = this.pages + (this.hasMore ? 3 : isShort ? 1 : 2);
		const wanted = Math.min(limit, this.total || Infinity);
		this.pageSize = Math.max(this.pageSize, length);
		this.lastPage = Math.min(knowsEnd ? Infinity : beyond, Math.ceil(wanted / this.pageSize));
	}

	/**
	 * Keeps each record once, even if it moves from page to page while the list is read.
	 *
	 * @returns whether any of them is new in this reading
	 */
	private keep(records: IDataObject[]): boolean {
		const known = this.ids.size;
		const ids = records.map(idOf);
		ids.forEach((id, index) => {
			this.ids.add(id);
			if (!this.items.has(id) && !this.isFull) this.items.set(id, this.list.shape(records[index]));
		});
		// A service that doesn't support pagination gives the same page again.
		const isSamePage = JSON.stringify(ids) === this.lastIds;
		this.lastIds = JSON.stringify(ids);
		if (!isSamePage) this.records += ids.length;
		return this.ids.size > known;
	}

	private get isFull(): boolean {
		return this.items.size >= this.list.limit;
	}

	/** Whether no record of the list is missing, after this reading and those before it. */
	get isComplete(): boolean {
		return this.isFull || (!this.hasMore && this.items.size >= (this.total || this.records));
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
