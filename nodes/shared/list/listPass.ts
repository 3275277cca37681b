import type { IDataObject } from 'n8n-workflow';

import { listMeta } from '../response/bodies';
import { Failure } from '../response/failure';
import { isBlank, isInexact } from '../values';
import { MAX_RECORDS, TOO_LONG } from '../response/records';
import { hasFallen, type NamedTotal, type PassResult } from './completeness';
import { type Found, type List, type Page, PAGE_SIZE } from './list';

/**
 * One pass over the pages of a list. `hasEnded` says when it ends, and `completeness.ts` when all records are found.
 *
 * The total is the largest count of the pass. A count that isn't larger than the number of records on its page is
 * ignored, because some services send that number. So without has_more, Return All takes two requests for 1 record and
 * three for 30: nothing else shows that the last page is the last one.
 */
export class ListPass<T> implements PassResult {
	/** Whether no page is needed any more. */
	ended = false;
	/** Whether there are more pages, if the one read last says so. */
	hasMore: boolean | undefined;
	pages = 0;
	/** The largest total; 0 without one. */
	total = 0;
	readonly totals: NamedTotal[] = [];
	/** How many records have arrived, with those that came twice, on the pages that count. */
	private arrived = 0;
	/** The IDs of the records that have arrived. */
	readonly ids = new Set<string>();
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
	add(page: Page): void {
		const { body, records } = page;
		const { count, hasMore } = listMeta(body);
		this.pages++;
		this.hasMore = hasMore;
		this.addTotal(count, page);
		const before = this.ids.size;
		for (const record of records) this.addRecord(record);
		const isNew = this.ids.size > before;
		// Some services repeat a page beyond the end.
		if (isNew || hasMore === false) this.arrived += records.length;
		this.largest = Math.max(this.largest, records.length);
		this.isShort = records.length < (this.total > 0 ? this.largest : PAGE_SIZE);
		this.ended = this.hasEnded(isNew);
		// A false total refuses the list too: with fewer records, this pass can't be complete.
		const most = Math.max(this.total, this.found.size);
		if (Math.min(this.list.limit, most) > MAX_RECORDS) throw this.tooLong();
	}

	/**
	 * Whether the pass ends with the page read last: the limit is reached, the service says so, the page is empty or
	 * brings nothing new, or it is short and, as far as is known, nothing is missing.
	 *
	 * @param isNew whether the page has brought a new record
	 */
	private hasEnded(isNew: boolean): boolean {
		const { isFull, hasMore, isShort, total, arrived } = this;
		if (isFull || hasMore === false || !isNew) return true;
		if (hasMore || !isShort) return false;
		return total > 0 ? arrived === total : this.list.limit < Infinity;
	}

	/** Whether records moved or were deleted meanwhile: one that came twice has taken the place of another one. */
	get hasChanged(): boolean {
		return this.ids.size < this.arrived || hasFallen(this.totals);
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

	/** How many records there are, as far as this pass knows. */
	get known(): number {
		return Math.max(this.total, this.arrived);
	}

	private addTotal(count: number, { records, sentAt, receivedAt }: Page): void {
		if (!(count > records.length)) return;
		this.totals.push({ total: count, sentAt, receivedAt });
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
