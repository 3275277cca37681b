import type { IDataObject } from 'n8n-workflow';

import { metaOf } from '../bodies';
import { Failure } from '../failure/failure';
import { isInexact } from '../input/numbers';
import { isBlank } from '../input/values';
import { countIn, MAX_RECORDS, moreIn, TOO_LONG } from './records';

/** Page size of the contract (sections 4.6 and 8). Other services have other sizes. */
export const PAGE_SIZE = 15;

/** A list whose records change places during a third reading won't stop changing soon. */
export const MAX_READINGS = 3;

/** A page of a list: the body of a response, and the records in it. */
export interface Page {
	body: unknown;
	records: IDataObject[];
}

/** What a list needs to know of its operation. */
export interface List<T> {
	/** How many records are wanted, Infinity for all. */
	limit: number;
	/** Keys to sort a whole list by. */
	order?: string;
	/** Turns a record into an output item. */
	shape: (record: IDataObject) => T;
}

/**
 * One reading of a list, to which the pages are added in their order. It ends as soon as one of these holds:
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
export class Reading<T> {
	/** How many pages have arrived. */
	pages = 0;
	ended = false;
	/** How many records have arrived, with those that came twice. */
	private records = 0;
	/** The IDs of the records that have arrived. */
	private readonly ids = new Set<unknown>();
	/** The IDs of the last page, as JSON. */
	private lastIds = '';
	private lastLength = 0;
	/** The size of the largest page. */
	private pageSize = 0;
	/** The largest total that the service has named, 0 if none: a total that falls hides records. */
	private total = 0;
	/** Whether there are more pages, if the last one says so. */
	private hasMore: boolean | undefined;

	/** @param items of all readings, by the IDs of their records */
	constructor(
		private readonly list: List<T>,
		private readonly items: Map<unknown, T>,
	) {}

	/** Adds the next page. */
	add({ body, records }: Page): void {
		const { limit } = this.list;
		const meta = metaOf(body);
		const count = Number(countIn(meta));
		this.pages++;
		this.hasMore = moreIn(meta);
		this.lastLength = records.length;
		this.pageSize = Math.max(this.pageSize, records.length);
		if (count > records.length) this.total = Math.max(this.total, count);
		const isNew = this.keep(records);
		if (Math.min(limit, Math.max(this.total, this.items.size)) > MAX_RECORDS) throw this.tooLong();
		this.ended =
			this.isFull ||
			!isNew ||
			this.hasMore === false ||
			(this.records === this.total && !this.hasMore) ||
			(this.isShort && limit < Infinity && this.total === 0);
	}

	/** The last page to request ahead: up to two may be beyond the end, if the end isn't known. */
	get lastPage(): number {
		const wanted = Math.min(this.list.limit, this.total || Infinity);
		const last = Math.ceil(wanted / this.pageSize);
		// Until a second page has arrived, the service may ignore which page it is asked for.
		if (this.total > 0 && this.pages > 1) return last;
		const existing = this.hasMore ? this.pages + 1 : this.pages;
		return Math.min(existing + (this.isShort ? 1 : 2), last);
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
		const page = JSON.stringify(ids);
		if (page !== this.lastIds) this.records += ids.length;
		this.lastIds = page;
		return this.ids.size > known;
	}

	private get isFull(): boolean {
		return this.items.size >= this.list.limit;
	}

	/** Whether the last page is likely the end of the list, although the service doesn't say so. */
	private get isShort(): boolean {
		return this.lastLength < PAGE_SIZE && !this.hasMore;
	}

	/**
	 * Whether all wanted records have arrived: there are as many as the service's total says. Without a total, there must be
	 * as many different ones as this reading brought, so none came twice.
	 */
	get isComplete(): boolean {
		return this.isFull || (!this.hasMore && this.items.size >= (this.total || this.records));
	}

	/** Why the list is incomplete after this reading. */
	incomplete(): Failure {
		if (this.records > this.ids.size) {
			return new Failure(
				'The list kept changing while it was read',
				`It was read ${MAX_READINGS} times, and records still came twice, so others may be missing: records were changed, or the service has no fixed order. ${NONE_RETURNED}`,
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
