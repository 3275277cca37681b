import type { IDataObject } from 'n8n-workflow';

import { metaOf } from '../bodies';
import { countIn, MAX_RECORDS, moreIn, TOO_LONG } from './body';
import { Failure } from '../failure/failure';
import type { HelpTopic } from '../failure/helpTopics';
import { isInexact } from '../input/numbers';
import { isBlank } from '../input/values';

/** Page size of the contract (sections 4.6 and 8). A server may use another one: see `pageSize`. */
export const PAGE_SIZE = 15;

/** Pages to request ahead per request that may be in flight, so that a slow page does not hold up the others. */
const PREFETCH = 2;

/** How often a list is read again if records keep disappearing from it, or if it keeps ending early. */
const MAX_REREADS = 5;

/** How often a list without a total is read again if only its order has changed. */
const MAX_REORDERED_REREADS = 2;

/** Pages to request ahead per page that has arrived, as long as the length of the list is unknown. */
const GROWTH = 4;

/** A page of a list: the body of a response, and the records in it. */
export interface Page {
	body: unknown;
	records: IDataObject[];
}

/** How an operation reads the pages of its list. */
export interface Pages<T> {
	/** Reads how many records the whole list has, from a place of its own in the body. */
	total?: (body: unknown) => number | undefined;
	/** Turns a record into an output item. */
	shape: (record: IDataObject) => T;
}

/**
 * Collects the pages of a list, and decides when the list is complete. The list ends, in this order:
 *
 *     limit reached                                  complete
 *     a page with nothing new in this reading        complete, unless `has_more` or the total contradicts
 *     `has_more: false`                              complete
 *     total reached                                  complete
 *     a short page beside a count, without a total   complete
 *
 * If the total falls, or if `has_more` or the total contradicts the end, records may have moved between pages:
 * the list is read again from its first page, up to `MAX_REREADS` times. If a further reading ends early too and
 * adds nothing new, the service doesn't return the rest. A list that is still incomplete is a failure.
 *
 * Where only `has_more` is known, a page that repeats a record shows that the order has changed: the list is
 * read again until a reading adds nothing new, up to `MAX_REORDERED_REREADS` times. Records that are removed
 * meanwhile can still hide others: see `LIST_EXCEPTION`.
 *
 * `meta.count` is the total on some servers and the size of the page on others, so it is never trusted
 * alone.
 */
export class PagedList<T> {
	readonly records: T[] = [];
	ended = false;
	/** Why the list is incomplete. */
	failure: Failure | undefined;
	/** How many pages have arrived in this reading. */
	pages = 0;
	private pageSize = 0;
	/** How many different records have arrived. */
	private received = 0;
	/** How many different records have arrived in this reading. */
	private read = 0;
	private duplicates = 0;
	/** How many records the whole list has, if the service says so. */
	private total: number | undefined;
	/** Whether there are more pages, if the service says so. */
	private hasMore: boolean | undefined;
	/** Whether the total fell in this reading: records may have moved to a page that had been read. */
	private moved = false;
	/** Whether the last reading ended although the service says that there are more records. */
	private endedEarly = false;
	/** Whether a page of a list without a total has repeated a record: its order has changed. */
	private reordered = false;
	private rereads = 0;
	/** How many different records had arrived before this reading. */
	private knownBefore = 0;
	private lastIsShort = false;
	/** The first page that failed. It fails the list, unless the list ends at an earlier page. */
	private brokenAt = Infinity;
	private readonly ids = new Set<unknown>();
	/** The IDs that have arrived in this reading. */
	private readonly idsRead = new Set<unknown>();
	/** Pages with records that have no usable ID, as JSON. */
	private readonly pagesWithoutIds = new Set<string>();

	constructor(
		private readonly limit: number,
		private readonly reading: Pages<T>,
	) {}

	/** Adds the next page in order. */
	add({ body, records: page }: Page): void {
		const meta = metaOf(body);
		const before = this.read;
		this.pages++;
		this.pageSize = Math.max(this.pageSize, page.length);
		this.lastIsShort = page.length < Math.max(this.pageSize, PAGE_SIZE);
		const repeats = page.some(({ id }) => this.idsRead.has(id));
		this.keepAll(page);
		this.hasMore = moreIn(meta) ?? (page.length > 0 ? this.hasMore : undefined);
		const total = this.totalOf(body, meta) ?? this.total;
		this.moved ||= Number(total) < Number(this.total);
		this.total = total;
		this.reordered ||= repeats && this.hasMore !== undefined;
		// If a list says whether there are more pages, its count may count something else.
		const all = this.hasMore === undefined ? total : undefined;
		const expected = Math.min(this.limit, all ?? this.records.length);
		if (this.records.length >= this.limit) this.ended = true;
		else if (this.read === before) this.endWithoutNews();
		else if (expected > MAX_RECORDS)
			this.fail(
				TOO_LONG,
				`${SPLIT}, or ${this.fewer()}. No records were returned.`,
				'list-too-long',
			);
		else this.ended = this.isLast(meta, page.length);
	}

	/** Whether a page may still have wanted records. */
	wants(page: number): boolean {
		if (!this.canUse(page)) return false;
		const records = Math.min(this.limit, this.total ?? Infinity) + this.duplicates;
		return page <= Math.ceil(records / this.pageSize);
	}

	/** Whether a page can still be used: not if the list has ended, or an earlier page has failed. */
	canUse(page: number): boolean {
		return !this.ended && page <= this.brokenAt;
	}

	/** Notes that a page failed. Returns whether the list fails too: it does if all pages before have arrived. */
	breakAt(page: number): boolean {
		this.brokenAt = Math.min(this.brokenAt, page);
		return !this.ended && page === this.pages + 1;
	}

	/**
	 * How many pages to request ahead. As long as the length of the list is unknown, it is few, because pages
	 * after the end are wasted. In a further reading it is few too: the service may ignore which page is asked for.
	 *
	 * @param inFlight how many requests may be in flight
	 */
	reach(inFlight: number): number {
		if (this.rereads > 0) return Math.min(inFlight, this.pages);
		if (this.hasMore) return inFlight;
		if (this.total !== undefined) return PREFETCH * inFlight;
		return Math.min(inFlight, this.lastIsShort ? this.pages : GROWTH * this.pages);
	}

	/** Starts reading the list again, if records may have moved. Without IDs, that would not help. */
	startsReread(): boolean {
		const isFull = this.records.length >= this.limit;
		if (isFull || this.failure || this.pagesWithoutIds.size > 0 || !this.mayHideRecords)
			return false;
		if (++this.rereads > MAX_REREADS) {
			this.fail(KEEPS_CHANGING, NONE_RETURNED, 'list-keeps-changing', true);
			return false;
		}
		this.knownBefore = this.received;
		this.pages = this.read = this.duplicates = 0;
		this.ended = this.moved = this.endedEarly = false;
		this.hasMore = undefined;
		this.brokenAt = Infinity;
		this.idsRead.clear();
		return true;
	}

	/** Whether another reading may find more records. */
	private get mayHideRecords(): boolean {
		if (this.moved) return true;
		if (this.rereads > 0 && this.received === this.knownBefore) return false;
		return this.endedEarly || (this.reordered && this.rereads < MAX_REORDERED_REREADS);
	}

	/** @throws Failure if the list is incomplete */
	check(): void {
		if (this.endedEarly) {
			const headline = this.hasMore
				? `The list does not end: page ${this.pages} contained nothing new`
				: `The service has ${this.total} records, but returned only ${this.received}`;
			const remedy = `The service may not support pagination: ${this.fewer(this.received)}. ${NONE_RETURNED}`;
			this.fail(headline, remedy, 'list-ends-early');
		}
		if (this.failure) throw this.failure;
	}

	/** Adds to the failure of a page how many records were read before. */
	interrupted(error: unknown): unknown {
		if (!(error instanceof Failure) || this.received === 0) return error;
		const before = this.rereads > 0 ? '' : ` before page ${this.pages + 1}`;
		return new Failure(
			error.message,
			`${error.description} ${this.records.length} records had been read${before}. ${NONE_RETURNED}`,
			error,
		);
	}

	/** Keeps each record once, even if it moves from page to page while the list is read. */
	private keepAll(page: IDataObject[]): void {
		// Without IDs, only whole pages can be compared.
		const isUnidentified = ({ id }: IDataObject) => isBlank(id) || isInexact(id);
		const text = page.some(isUnidentified) ? JSON.stringify(page) : '';
		const isRepeated = this.pagesWithoutIds.has(text);
		if (text !== '') this.pagesWithoutIds.add(text);
		for (const record of page) {
			const isAnonymous = isUnidentified(record);
			if (isAnonymous ? isRepeated : this.idsRead.has(record.id)) {
				this.duplicates++;
				continue;
			}
			this.idsRead.add(record.id);
			this.read++;
			if (!isAnonymous && this.ids.has(record.id)) continue;
			this.ids.add(record.id);
			this.received++;
			if (this.records.length < this.limit) this.records.push(this.reading.shape(record));
		}
	}

	/** The total of a page, if any. A `count` that is not larger than the page may be the size of the page. */
	private totalOf(body: unknown, meta: IDataObject): number | undefined {
		const total = this.reading.total?.(body);
		if (total !== undefined) return total;
		const count = Number(countIn(meta) ?? NaN);
		const isTotal = this.total !== undefined || count > this.pageSize;
		return isTotal && !Number.isNaN(count) ? count : undefined;
	}

	/** Whether the page that has just arrived is the last one. */
	private isLast(meta: IDataObject, size: number): boolean {
		if (this.hasMore !== undefined) return !this.hasMore;
		// A total is wrong if more records than that have arrived.
		if (this.total !== undefined && this.total >= this.read) return this.total === this.read;
		// Other servers use these page sizes, so the page may be full, and its count may be its own size.
		const mayBeFull = size === this.pageSize && [5, 8, 10, 12].includes(size);
		return !isBlank(countIn(meta)) && this.lastIsShort && !mayBeFull;
	}

	/** A page without new records ends the reading. */
	private endWithoutNews(): void {
		this.ended = true;
		this.endedEarly = this.hasMore === true || this.isIncomplete;
	}

	/** Whether fewer records have arrived than the total says. */
	private get isIncomplete(): boolean {
		return this.hasMore === undefined && Math.min(this.limit, Number(this.total)) > this.received;
	}

	/**
	 * How to ask for fewer records with the settings of the node.
	 *
	 * @param count how many the service returns
	 */
	private fewer(count?: number): string {
		const isAll = this.limit === Infinity;
		if (count === undefined) return isAll ? "turn off 'Return All'" : "lower 'Limit'";
		return isAll
			? `turn off 'Return All' and set 'Limit' to ${count}`
			: `lower 'Limit' to ${count}`;
	}

	private fail(headline: string, remedy: string, help: HelpTopic, isTransient = false): void {
		this.ended = true;
		this.failure ??= new Failure(headline, remedy, { help, isTransient });
	}
}

const KEEPS_CHANGING = 'The list kept changing while it was read';
const SPLIT =
	"n8n can't take more records from one input item. Split the list into several input items";
const NONE_RETURNED = 'The list is incomplete, so no records were returned.';
