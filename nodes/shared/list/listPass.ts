import type { IDataObject } from 'n8n-workflow';

import { listMeta } from '../response/bodies';
import { Failure } from '../response/failure';
import { isInexact } from '../input/json';
import { isBlank } from '../values';
import type { Success, ListOrder } from '../operation';
import { MAX_RECORDS, TOO_LONG } from '../response/records';

/** Number of records on a full page of the contract (sections 4.6 and 8). Other services have other pages. */
export const PAGE_SIZE = 15;

/** What a list needs to know of its operation. */
export interface List<T> {
	/** How many records are wanted, Infinity for all. */
	limit: number;
	order?: ListOrder;
	/** Turns a record into an output item. */
	shape: (record: IDataObject) => T;
}

/** A record that was found. */
export interface Found<T> {
	item: T;
	/** What the record is sorted by. */
	sortValue: unknown;
}

/**
 * One pass over the pages of a list. It ends when one of these is true:
 *
 *     the limit is reached
 *     has_more is false
 *     a page is empty, or brings nothing new
 *     a page is shorter than the largest, exactly the total has arrived, and has_more isn't true
 *     with a limit, but neither total nor has_more: a page is shorter than 15
 *
 * It is complete if the limit is reached, or if all of these are true:
 *
 *     no record came twice, because such a record has taken the place of another one. A page that brings nothing new
 *     isn't counted, unless has_more is false: some services repeat a page beyond the end
 *     no fewer records than the total have arrived
 *     has_more isn't true at the end
 *     the total never fell below the first one, because a deleted record may hide another one
 *
 * The total is the largest count of the pass. A count that isn't larger than the number of records on its page is none,
 * because some services send that number. So without has_more, Return All takes two requests for 1 record and three for
 * 30: nothing else shows that the last page is the last one.
 */
export class ListPass<T> {
	ended = false;
	/** Whether there are more pages, if the one read last says so. */
	hasMore: boolean | undefined;
	pages = 0;
	/** The largest total; 0 without one. */
	total = 0;
	/** The first total; 0 without one. */
	private firstTotal = 0;
	private hasFallen = false;
	/** How many records have arrived, with those that came twice, on the pages that are counted. */
	private arrived = 0;
	/** The IDs of the records that have arrived. */
	private readonly ids = new Set<string>();
	/** The number of records on the largest page. */
	private largest = 0;
	/** Whether the page read last is shorter than a full one. */
	private isShort = false;

	/** @param found what all passes have found, by the IDs of the records, in the order in which they came */
	constructor(
		private readonly list: List<T>,
		private readonly found: Map<string, Found<T>>,
	) {}

	/** Adds the next page. */
	add({ body, records }: Success): void {
		const { limit } = this.list;
		const { count, hasMore } = listMeta(body);
		this.pages++;
		this.hasMore = hasMore;
		this.addTotal(count, records.length);
		const before = this.distinct;
		for (const record of records) this.addRecord(record);
		const isNew = this.distinct > before;
		if (isNew || this.hasMore === false) this.arrived += records.length;
		this.largest = Math.max(this.largest, records.length);
		this.isShort = records.length < (this.total > 0 ? this.largest : PAGE_SIZE);
		const endsWhenShort = this.total > 0 ? this.arrived === this.total : limit < Infinity;
		this.ended =
			this.isFull ||
			this.hasMore === false ||
			!isNew ||
			(this.isShort && endsWhenShort && !this.hasMore);
		// A false total refuses the list too: with fewer records, this pass can't be complete.
		const most = Math.max(this.total, this.found.size);
		if (Math.min(limit, most) > MAX_RECORDS) throw this.tooLong();
	}

	/**
	 * How far to request ahead. With a total: one page behind its full pages, which shows the end. Otherwise two behind
	 * the page read last, three if has_more is true, one if it is short.
	 */
	get aheadUntil(): number {
		const ofTotal = Math.floor((this.total || Infinity) / this.largest) + 1;
		const last = Math.min(Math.ceil(this.list.limit / this.largest), ofTotal);
		// Until a second page has brought new records, the service may ignore which page it is asked for.
		if (this.total > 0 && this.pages > 1) return last;
		if (this.hasMore) return Math.min(this.pages + 3, last);
		return Math.min(this.pages + (this.isShort ? 1 : 2), last);
	}

	/** Whether the limit is reached. */
	get isFull(): boolean {
		return this.found.size >= this.list.limit;
	}

	/** How many distinct records have arrived. */
	get distinct(): number {
		return this.ids.size;
	}

	/** Whether this number of distinct records, from one pass or several, is all that this pass knows of. */
	hasAll(distinct: number): boolean {
		return !this.hasFallen && distinct >= Math.max(this.total, this.arrived);
	}

	/** Whether records moved or were deleted during this pass. */
	get hasChanges(): boolean {
		return this.hasFallen || this.distinct < this.arrived;
	}

	private addTotal(count: number, length: number): void {
		if (!(count > length)) return;
		this.firstTotal ||= count;
		this.hasFallen ||= count < this.firstTotal;
		this.total = Math.max(this.total, count);
	}

	/** Keeps each record once, even if it moves from page to page while the list is read. */
	private addRecord(record: IDataObject): void {
		const id = idOf(record);
		this.ids.add(id);
		if (this.isFull || this.found.has(id)) return;
		const { shape, order } = this.list;
		this.found.set(id, { item: shape(record), sortValue: order?.sortValue?.(record) });
	}

	private tooLong(): Failure {
		const fewer = this.list.limit === Infinity ? "turn off 'Return All'" : "lower 'Limit'";
		return new Failure(
			TOO_LONG,
			`n8n can't take more records from one input item. Split the list into several input items, or ${fewer}. No records were returned.`,
			{ topic: 'List too long' },
		);
	}
}

/** The ID of a record, as a number or a text; the whole record if it has none. */
function idOf(record: IDataObject): string {
	const { id } = record;
	const isId =
		(typeof id === 'number' && !isInexact(id)) || (typeof id === 'string' && !isBlank(id));
	return isId ? String(id) : JSON.stringify(record);
}
