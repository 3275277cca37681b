import type { IDataObject } from 'n8n-workflow';

import { metaOf } from '../bodies';
import { Failure } from '../failure/failure';
import { isInexact } from '../input/numbers';
import { isBlank } from '../input/values';
import type { ListOrder } from '../operation';
import { countIn, MAX_RECORDS, moreIn, TOO_LONG } from '../output/records';

/** Page size of the contract (sections 4.6 and 8). Other services have other sizes. */
export const PAGE_SIZE = 15;

/** A list whose records change places during a third pass won't stop changing soon. */
export const MAX_PASSES = 3;

/** Number of pages in a row without a new record after which a pass ends. */
const MAX_REPEATED_PAGES = 2;

/** A page of a list. */
export interface Page {
	/** The body of the response. */
	body: unknown;
	records: IDataObject[];
	/** The total of its pass when the page was requested; 0 if it wasn't known. */
	knownTotal?: number;
	/** Whether a later page had arrived when it was requested, so that records may have moved to it. */
	isLate?: boolean;
}

/** What a list needs to know of its operation. */
export interface List<T> {
	/** How many records are wanted, Infinity for all. */
	limit: number;
	order?: ListOrder;
	/** Turns a record into an output item. */
	shape: (record: IDataObject) => T;
}

interface Entry<T> {
	item: T;
	/** The record's value of the key that the user sorts by. */
	sortValue: unknown;
	/** The last pass in which the record came. */
	pass: unknown;
}

/** What all passes of a list have found. */
export interface Found<T> {
	/** By the IDs of their records, in the order in which they came. */
	entries: Map<string, Entry<T>>;
	/** The largest total that the service has named; 0 if it has named none. */
	total: number;
	/** Whether the total has fallen in any pass. Then some of the entries may be deleted. */
	hasEverFallen: boolean;
}

/**
 * One pass over the pages of a list. It ends as soon as one of these is true:
 *
 *     the limit is reached
 *     has_more is false
 *     a page is empty
 *     exactly the total has arrived, the last page is shorter than the largest, and has_more isn't true
 *     with a limit, but neither has_more nor a total: a page is shorter than 15
 *     two pages in a row bring no new record. After one, the records may have moved by a whole page
 *
 * The total is the largest count of the pass, if the first page has one. A count that isn't larger than its page is
 * none, because some services send the size of the page.
 *
 * If the limit is reached, the pass is complete. Otherwise it is complete if all of this is true:
 *
 *     no record came twice, because such a record has taken the place of another one
 *     no fewer records than the largest total have arrived
 *     no doubt is left
 *
 * These are the doubts, with what ends each of them:
 *
 *     the total falls                         A deleted record may hide another one. A pass that finds exactly the same
 *                                             records ends this doubt, and so does one without a fall.
 *     only repeated pages end it              Records may have moved by a whole page. A pass that finds the same ends it.
 *     a page was requested again after a      Records may have moved from one to the other. The total ends it, and so
 *     later one had arrived                   does a pass that finds the same.
 *     has_more is true at the end             Only the total ends it, unless repeated pages end the pass.
 */
export class ListPass<T> {
	ended = false;
	/** The largest total that the service has named in this pass; 0 if none. */
	total = 0;
	/** Whether the first page has named a total. Only then does one end the pass or a doubt. */
	private hasTotal = false;
	private pages = 0;
	/** The pages in a row, up to the last one, that brought no new record, and the records on them. */
	private repeated = { pages: 0, records: 0 };
	/** How many records have arrived without those of the repeated pages, and with those that came twice. */
	private arrived = 0;
	/** How many distinct records have arrived. */
	private distinct = 0;
	/** Whether the total has fallen in this pass. */
	private hasFallen = false;
	private hasLatePage = false;
	/** Whether there are more pages, if the last one says so. */
	private hasMore: boolean | undefined;
	private lastLength = 0;
	/** The size of the largest page. */
	private pageSize = 0;
	/** How many records earlier passes have found. */
	private readonly foundBefore: number;

	constructor(
		private readonly list: List<T>,
		private readonly found: Found<T>,
	) {
		this.foundBefore = found.entries.size;
	}

	/** Adds the next page. */
	add({ body, records, knownTotal = 0, isLate = false }: Page): void {
		const { limit } = this.list;
		const meta = metaOf(body);
		const count = Number(countIn(meta));
		this.pages++;
		this.hasLatePage ||= isLate;
		this.hasMore = moreIn(meta);
		this.lastLength = records.length;
		this.pageSize = Math.max(this.pageSize, records.length);
		if (count > records.length) this.addTotal(count, knownTotal);
		if (this.pages === 1) this.hasTotal = this.total > 0;
		this.addRecords(records);
		// A false total refuses the list too: with fewer records, this pass can't be complete.
		const most = Math.max(this.total, this.found.entries.size);
		if (Math.min(limit, most) > MAX_RECORDS) throw this.tooLong();
		const showsEnd =
			this.hasMore === false || records.length === 0 || (this.isShort && this.endsWhenShort);
		this.ended = this.isFull || showsEnd || this.repeated.pages === MAX_REPEATED_PAGES;
		// The list ends here, so the repeated pages before are part of it: their records count.
		if (showsEnd) this.countRepeated();
	}

	/**
	 * The last page to request ahead. With a total: one behind its full pages, which shows the end. Otherwise two behind
	 * the last page with new records, three if has_more is true, one if the last page is short.
	 */
	get lastPage(): number {
		const ofTotal = Math.floor((this.total || Infinity) / this.pageSize) + 1;
		const last = Math.min(Math.ceil(this.list.limit / this.pageSize), ofTotal);
		const withNew = this.pages - this.repeated.pages;
		// Until a second page has brought new records, the service may ignore which page it is asked for.
		if (this.total > 0 && withNew > 1) return last;
		const existing = withNew + (this.hasMore ? 1 : 0);
		return Math.min(existing + (this.isShort ? 1 : 2), last);
	}

	/** Whether all wanted records have arrived, in this pass alone or in all passes together. */
	get isComplete(): boolean {
		const { entries, total, hasEverFallen } = this.found;
		return (
			this.isFull ||
			((!this.hasFallen || this.agrees) && this.isWhole(this.distinct, this.total)) ||
			(!hasEverFallen && this.isWhole(entries.size, total))
		);
	}

	/** Whether this many distinct records are the whole list. If they exceed the claimed total, that is no total. */
	private isWhole(count: number, claimed: number): boolean {
		if (count < claimed || count < this.arrived) return false;
		const isExact = this.hasTotal && count === claimed && this.repeated.pages === 0;
		const isDoubtful = this.repeated.pages > 0 || this.hasLatePage;
		return isExact || (!this.hasMore && (!isDoubtful || this.agrees));
	}

	/** Why the list is incomplete after the last pass. */
	incomplete(): Failure {
		if (this.arrived > this.distinct || this.hasFallen || this.hasAdded) {
			return new Failure(
				'The list kept changing while it was read',
				`It was read ${MAX_PASSES} times, and each time records moved or were deleted, so others may be missing: records were changed, or the service has no fixed order. ${NONE_RETURNED}`,
				{ topic: 'List keeps changing', isTransient: true },
			);
		}
		const headline = this.hasMore
			? `The list does not end: page ${this.pages} contained nothing new`
			: `The service has ${this.total} records, but returned only ${this.distinct}`;
		const remedy = `The service may not support pagination: find fewer records per input item, so that they fit on one page. ${NONE_RETURNED}`;
		return new Failure(headline, remedy, { topic: 'List ends early' });
	}

	private addTotal(count: number, knownTotal: number): void {
		const known = this.pages === 1 ? this.found.total : knownTotal;
		if (count < known) {
			this.found.hasEverFallen = true;
			// A fall since the pass before doesn't concern this one.
			this.hasFallen = this.pages > 1;
		}
		this.total = Math.max(this.total, count);
		this.found.total = Math.max(this.found.total, count);
	}

	/** Keeps each record once, even if it moves from page to page while the list is read. */
	private addRecords(records: IDataObject[]): void {
		const before = this.distinct;
		for (const record of records) this.addRecord(record);
		if (this.distinct > before) {
			this.countRepeated();
			this.arrived += records.length;
		} else if (records.length > 0) {
			this.repeated.pages++;
			this.repeated.records += records.length;
		}
	}

	/** The pages that brought no new record are part of the list, so their records have taken the place of others. */
	private countRepeated(): void {
		this.arrived += this.repeated.records;
		this.repeated = { pages: 0, records: 0 };
	}

	private addRecord(record: IDataObject): void {
		const { entries } = this.found;
		const id = idOf(record);
		const known = entries.get(id);
		if (known?.pass === this) return;
		this.distinct++;
		if (known) known.pass = this;
		if (known || this.isFull) return;
		const { shape, order } = this.list;
		entries.set(id, { item: shape(record), sortValue: order?.sortValue?.(record), pass: this });
	}

	private get isFull(): boolean {
		return this.found.entries.size >= this.list.limit;
	}

	/** Whether this pass has found records that earlier ones have not. */
	private get hasAdded(): boolean {
		return this.found.entries.size > this.foundBefore;
	}

	/** Whether this pass has found the same records as the earlier ones. */
	private get agrees(): boolean {
		return !this.hasAdded && this.distinct === this.foundBefore;
	}

	/** Whether the last page is likely the end of the list, because a full one has more records. */
	private get isShort(): boolean {
		const full = this.total > 0 ? this.pageSize : PAGE_SIZE;
		return this.lastLength < full && !this.hasMore;
	}

	/** Whether a short page ends the pass: if exactly the total has arrived; without a total, if there is a limit. */
	private get endsWhenShort(): boolean {
		return this.total > 0
			? this.hasTotal && this.arrived === this.total
			: this.list.limit < Infinity;
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

const NONE_RETURNED = 'The list is incomplete, so no records were returned.';
