import type { IDataObject } from 'n8n-workflow';

import type { Answer } from '../transport/answer';
import { countIn, MAX_RECORDS, metaOf, moreIn, TOO_LONG } from './body';
import { Failure } from '../failure/failure';
import type { HelpTopic } from '../failure/helpTopics';
import { isInexact } from '../input/numbers';
import { isBlank } from '../input/values';

/** Records of a page by the contract (sections 4.6 and 8). A server may have another size: see `pageSize`. */
export const PAGE_SIZE = 15;

/** Pages requested ahead, per request that may be in flight: a slow page does not hold up the others. */
const PREFETCH = 2;

/** How often a list is read again while records disappear from it. */
const MAX_REREADS = 5;

/** Pages requested ahead, per page that has arrived, while the length of the list is unknown. */
const GROWTH = 4;

/** How an operation reads the pages of its list. */
export interface Pages<T> {
	records: (body: unknown) => IDataObject[];
	/** How many records the whole list has, if the operation knows where that is said. */
	total?: (body: unknown) => number | undefined;
	/** Turns a record into what is kept of it. */
	shape: (record: IDataObject) => T;
}

/**
 * What is known of a list while its pages arrive.
 *
 * `meta.count` is the total on some servers and the size of the page on others, so it is never trusted
 * alone.
 */
export class PagedList<T> {
	readonly records: T[] = [];
	ended = false;
	/** Why the records that have arrived are not the whole list. */
	failure: Failure | undefined;
	/** How many pages have arrived. */
	pages = 0;
	private pageSize = 0;
	private known = 0;
	private duplicates = 0;
	/** How many records the whole list has, if the service says so. */
	private total: number | undefined;
	private hasMore: boolean | undefined;
	/** Whether records were added or removed meanwhile: others may have moved to a page that had been read. */
	private moved = false;
	private rereads = 0;
	private lastIsShort = false;
	/** The first page that failed: it fails the list, unless an earlier page ends the list. */
	private brokenAt = Infinity;
	private readonly ids = new Set<unknown>();
	private readonly unidentified = new Set<string>();

	constructor(
		private readonly limit: number,
		private readonly reading: Pages<T>,
	) {}

	/** Takes the next page in order. */
	add({ body }: Answer): void {
		const page = this.reading.records(body);
		const meta = metaOf(body);
		const before = this.known;
		this.pages++;
		this.pageSize = Math.max(this.pageSize, page.length);
		this.lastIsShort = page.length < Math.max(this.pageSize, PAGE_SIZE);
		this.keepAll(page);
		this.hasMore = moreIn(meta) ?? (page.length > 0 ? this.hasMore : undefined);
		const total = this.totalOf(body, meta) ?? this.total;
		this.follow(total);
		this.total = total;
		// A list that says whether there are more pages may have a count of something else.
		const all = this.hasMore === undefined ? total : undefined;
		const expected = Math.min(this.limit, all ?? this.records.length);
		if (this.records.length >= this.limit) this.ended = true;
		else if (this.known === before) this.end();
		else if (expected > MAX_RECORDS) this.fail(TOO_LONG, SPLIT, 'list-too-long');
		else this.ended = this.isLast(meta, page.length);
	}

	/** Whether a page is worth requesting, as far as is known. */
	wants(page: number): boolean {
		if (!this.canUse(page)) return false;
		const records = Math.min(this.limit, this.total ?? Infinity) + this.duplicates;
		return page <= Math.ceil(records / this.pageSize);
	}

	/** Whether a page may be part of the list: no page is after one that failed. */
	canUse(page: number): boolean {
		return !this.ended && page <= this.brokenAt;
	}

	/** A page failed. Returns whether the list fails too: if it comes right after those that arrived. */
	breakAt(page: number): boolean {
		this.brokenAt = Math.min(this.brokenAt, page);
		return !this.ended && page === this.pages + 1;
	}

	/**
	 * How many pages to request ahead: few while each of them may be one too many.
	 *
	 * @param inFlight how many requests may be in flight
	 */
	reach(inFlight: number): number {
		if (this.hasMore) return inFlight;
		if (this.total !== undefined) return PREFETCH * inFlight;
		return Math.min(inFlight, this.lastIsShort ? this.pages : GROWTH * this.pages);
	}

	/** Whether to read all pages again: records may have moved, and have IDs to tell them apart. */
	readsAgain(): boolean {
		const complete = !this.moved || this.records.length >= this.limit;
		if (complete || this.failure || this.unidentified.size > 0) return false;
		if (++this.rereads > MAX_REREADS) this.fail(KEEPS_CHANGING, AGAIN, 'list-keeps-changing');
		this.moved = false;
		return !this.failure;
	}

	/** Takes a page that was read again. */
	addAgain({ body }: Answer): void {
		this.keepAll(this.reading.records(body));
		this.follow(this.totalOf(body, metaOf(body)));
	}

	/** If the total falls, records were removed and others have moved. */
	private follow(total: number | undefined): void {
		if (!(Number(total) < Number(this.total))) return;
		this.moved = true;
		this.total = total;
	}

	/** @throws Failure if the records that have arrived are not the whole list */
	check(): void {
		if (this.isShort) {
			const headline = `The service has ${this.total} records, but returned only ${this.known}`;
			this.fail(headline, ENDS_EARLY, 'list-ends-early');
		}
		if (this.failure) throw this.failure;
	}

	/** Adds to the failure of a page how many records had been read. */
	interrupted(error: unknown): unknown {
		if (!(error instanceof Failure) || this.pages === 0) return error;
		// When pages are read again, any of them may have failed.
		const before = this.ended ? '' : ` before page ${this.pages + 1}`;
		return new Failure(
			error.message,
			`${error.description} ${this.records.length} records had been read${before}. ${NONE_RETURNED}`,
			error,
		);
	}

	/** Keeps each record once, also if it moves from page to page while the list is read. */
	private keepAll(page: IDataObject[]): void {
		// Records without IDs are compared as a whole page.
		const isUnidentified = ({ id }: IDataObject) => isBlank(id) || isInexact(id);
		const text = page.some(isUnidentified) ? JSON.stringify(page) : '';
		const repeated = this.unidentified.has(text);
		if (text !== '') this.unidentified.add(text);
		for (const record of page) {
			if (isUnidentified(record) ? repeated : this.ids.has(record.id)) {
				this.duplicates++;
				continue;
			}
			this.ids.add(record.id);
			this.known++;
			if (this.records.length < this.limit) this.records.push(this.reading.shape(record));
		}
	}

	/** A `count` that is not larger than the page may be the size of the page. */
	private totalOf(body: unknown, meta: IDataObject): number | undefined {
		const stated = this.reading.total?.(body);
		if (stated !== undefined) return stated;
		const count = Number(countIn(meta) ?? NaN);
		const isTotal = this.total !== undefined || count > this.pageSize;
		return isTotal && !Number.isNaN(count) ? count : undefined;
	}

	private isLast(meta: IDataObject, size: number): boolean {
		if (this.hasMore !== undefined) return !this.hasMore;
		// A total is wrong if more records have arrived.
		if (this.total !== undefined && this.total >= this.known) return this.total === this.known;
		// With these page sizes of other servers, the page may be full and its count no total: ask once more.
		const mayBeFull = size === this.pageSize && [5, 8, 10, 12].includes(size);
		return !isBlank(countIn(meta)) && this.lastIsShort && !mayBeFull;
	}

	/** A page brought nothing new: that is the end of the list, unless the service says that it has more. */
	private end(): void {
		this.ended = true;
		if (this.hasMore) {
			const headline = `The list does not end: page ${this.pages} contained nothing new`;
			this.fail(headline, ENDS_EARLY, 'list-ends-early');
		} else this.moved ||= this.isShort;
	}

	private get isShort(): boolean {
		return this.hasMore === undefined && Math.min(this.limit, Number(this.total)) > this.known;
	}

	private fail(headline: string, remedy: string, help: HelpTopic): void {
		this.ended = true;
		this.failure ??= new Failure(headline, remedy, { help });
	}
}

const KEEPS_CHANGING = 'The list kept changing while it was read';
const SPLIT =
	"n8n can't take more records from one input item. Split the list into several input items, or turn off 'Return All'. No records were returned.";
const NONE_RETURNED = 'The list is incomplete, so no records were returned.';
const AGAIN = `Run this item again. ${NONE_RETURNED}`;
const ENDS_EARLY = `Run this item again. If this keeps happening, the service may not support pagination: turn off 'Return All' and set 'Limit' to the number of records that it returned. ${NONE_RETURNED}`;
