import type { IDataObject } from 'n8n-workflow';

import type { Answer } from '../transport/answer';
import { countIn, MAX_RECORDS, metaOf, moreIn, TOO_LONG } from './body';
import { Failure } from '../failure/failure';
import type { HelpTopic } from '../failure/helpTopics';
import { isInexact } from '../input/numbers';
import { isBlank } from '../input/values';

/** The contract's page size (sections 4.6 and 8). A server may have another: see `pageSize`. */
export const PAGE_SIZE = 15;

/** A late page holds up no other while so many more stand ready as may be open. */
const READY = 2;

/** So often a list is read once more while its records go. */
const MOST_READINGS = 5;

/** While nothing says how long the list is, so many more pages are asked for as have arrived. */
const GROWTH = 4;

/** How an operation reads the pages of its list. */
export interface Pages<T> {
	records: (body: unknown) => IDataObject[];
	/** How many records the whole list has, where the operation knows where that stands. */
	total?: (body: unknown) => number | undefined;
	/** Makes of each record what is kept of it, so that no page is held twice. */
	shape: (record: IDataObject) => T;
}

/** What is known of a list while its pages arrive. Never trusts `meta.count` alone. */
export class PagedList<T> {
	readonly records: T[] = [];
	ended = false;
	/** Why the records that have arrived are not the list. */
	failure: Failure | undefined;
	/** So many have arrived. */
	pages = 0;
	private pageSize = 0;
	private known = 0;
	private duplicates = 0;
	/** Records of the whole list, where the service says so. */
	private total: number | undefined;
	private hasMore: boolean | undefined;
	/** Whether some have come or gone meanwhile: others may be on a page that had been read. */
	private moved = false;
	private readings = 0;
	private lastIsShort = false;
	/** The first page that has failed: it fails the list, unless those before it end it. */
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
		// Beside what says whether there are more, a count may be that of another list.
		const all = this.hasMore === undefined ? total : undefined;
		const expected = Math.min(this.limit, all ?? this.records.length);
		if (this.records.length >= this.limit) this.ended = true;
		else if (this.known === before) this.end();
		else if (expected > MAX_RECORDS) this.fail(TOO_LONG, SPLIT, 'list-too-long');
		else this.ended = this.isLast(meta, page.length);
	}

	/** Whether a page is worth asking for, as far as is known before it arrives. */
	wants(page: number): boolean {
		if (!this.canUse(page)) return false;
		const records = Math.min(this.limit, this.total ?? Infinity) + this.duplicates;
		return page <= Math.ceil(records / this.pageSize);
	}

	/** Whether a page may still be a part of the list: none is beyond one that has failed. */
	canUse(page: number): boolean {
		return !this.ended && page <= this.brokenAt;
	}

	/** A page has failed. Whether the list fails with it: it comes right after those that arrived. */
	breakAt(page: number): boolean {
		this.brokenAt = Math.min(this.brokenAt, page);
		return !this.ended && page === this.pages + 1;
	}

	/** How many pages to ask for at once: few while each of them may be one too many. */
	reach(ahead: number): number {
		if (this.hasMore) return ahead;
		if (this.total !== undefined) return READY * ahead;
		return Math.min(ahead, this.lastIsShort ? this.pages : GROWTH * this.pages);
	}

	/** Whether all pages are to be read once more: records may have moved, and they can be told apart. */
	startsAgain(): boolean {
		const complete = !this.moved || this.records.length >= this.limit;
		if (complete || this.failure || this.unidentified.size > 0) return false;
		if (++this.readings > MOST_READINGS) this.fail(KEEPS_CHANGING, AGAIN, 'list-keeps-changing');
		this.moved = false;
		return !this.failure;
	}

	/** Takes a page that was read once more. */
	addAgain({ body }: Answer): void {
		this.keepAll(this.reading.records(body));
		this.follow(this.totalOf(body, metaOf(body)));
	}

	/** A total that falls says that records have gone, and others have moved. */
	private follow(total: number | undefined): void {
		if (!(Number(total) < Number(this.total))) return;
		this.moved = true;
		this.total = total;
	}

	/** @throws Failure if the records that have arrived are not the list */
	check(): void {
		if (this.isShort) {
			const headline = `The service has ${this.total} records, but returned only ${this.known}`;
			this.fail(headline, ENDS_EARLY, 'list-ends-early');
		}
		if (this.failure) throw this.failure;
	}

	/** Why a page has failed, and how far the list had got. */
	interrupted(error: unknown): unknown {
		if (!(error instanceof Failure) || this.pages === 0) return error;
		// In the second reading any page may have failed.
		const before = this.ended ? '' : ` before page ${this.pages + 1}`;
		return new Failure(
			error.message,
			`${error.description} ${this.records.length} records had been read${before}. ${NONE_RETURNED}`,
			error,
		);
	}

	/** A record that moves from page to page while the list is read is kept once. */
	private keepAll(page: IDataObject[]): void {
		// Where there are no IDs, a page that comes again is known by its whole text.
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

	/** On some servers `count` is the size of the page: it is a total only where it is larger. */
	private totalOf(body: unknown, meta: IDataObject): number | undefined {
		const stated = this.reading.total?.(body);
		if (stated !== undefined) return stated;
		const count = Number(countIn(meta) ?? NaN);
		const isTotal = this.total !== undefined || count > this.pageSize;
		return isTotal && !Number.isNaN(count) ? count : undefined;
	}

	private isLast(meta: IDataObject, size: number): boolean {
		if (this.hasMore !== undefined) return !this.hasMore;
		// Where it gives more than it has, the total is wrong.
		if (this.total !== undefined && this.total >= this.known) return this.total === this.known;
		// A page of such a size may be a full one, its count no total: that is worth one request.
		const mayBeFull = size === this.pageSize && [5, 8, 10, 12].includes(size);
		return !isBlank(countIn(meta)) && this.lastIsShort && !mayBeFull;
	}

	/** A page has brought nothing new: that is the end, unless the service has more. */
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
	"n8n takes no more from one input item. Split the list over several input items, or turn off 'Return All'. None are returned.";
const NONE_RETURNED = 'The list is not complete, so none are returned.';
const AGAIN = `Run this item again. ${NONE_RETURNED}`;
const ENDS_EARLY = `Run this item again. If it happens each time, the service may not support pagination: turn off 'Return All', and set 'Limit' to no more than it returned. ${NONE_RETURNED}`;
