import type { IDataObject } from 'n8n-workflow';

import type { Answer } from '../transport/answer';
import { recordList } from './body';
import { Failure } from '../failure/failure';
import { isObject } from '../input/values';

/** The contract's page size (sections 4.6 and 8). A server may have another: see `pageSize`. */
const PAGE_SIZE = 15;

/** More from one input item than n8n's engine can hand on; it would end without saying why. */
const MOST_RECORDS = 100_000;

/** A late page holds up no other while so many more stand ready as may be open. */
const READY = 2;

/** While nothing says how long the list is, so many more pages are asked for as have arrived. */
const GROWTH = 4;

/**
 * Fetches one page, counted from 1.
 *
 * @param wanted whether it is still of use when its turn comes; if not, it is not sent
 */
export type FetchPage = (page: number, wanted: () => boolean) => Promise<Answer>;

/**
 * Fetches a list page by page, several pages at a time after the first.
 *
 * @param limit how many records are wanted, Infinity for all
 * @param ahead how many requests may be open at once
 * @param shape makes of each record what is kept of it, so that no page is held twice
 * @returns the shaped records in the order of their pages, each once; a list that fails in between is
 *   never returned as if it were complete
 * @throws Failure that says how far it got, or that the list is too long; NotSent if the run has ended
 */
export async function fetchList<T>(
	fetchPage: FetchPage,
	limit: number,
	ahead: number,
	shape: (record: IDataObject) => T,
): Promise<T[]> {
	const list = new PagedList(limit, shape);
	const ask = (page: number) => fetchPage(page, () => !list.ended);
	list.add(await ask(1));
	const asked: Array<Promise<Answer>> = [];
	for (let next = 2; ; ) {
		while (asked.length < list.reach(ahead) && list.wants(next)) {
			asked.push(observed(ask(next++)));
		}
		const page = asked.shift();
		if (!page) return list.records;
		list.add(await page.catch(async (error) => await list.interrupt(error, asked)));
		if (list.ended) await Promise.allSettled(asked.splice(0));
	}
}

/** A page that fails before its turn comes must not count as a rejection that nobody handles. */
function observed<T>(promise: Promise<T>): Promise<T> {
	promise.catch(() => undefined);
	return promise;
}

/** What is known of a list while its pages arrive. Never trusts `meta.count` alone. */
class PagedList<T> {
	readonly records: T[] = [];
	/** Whether the last page has arrived, or enough records have. */
	ended = false;
	private pages = 0;
	private pageSize = 0;
	private duplicates = 0;
	/** Records of the whole list, where the service says so. */
	private total: number | undefined;
	private moreIsSure = false;
	private readonly ids = new Set<unknown>();

	constructor(
		private readonly limit: number,
		private readonly shape: (record: IDataObject) => T,
	) {}

	/** Takes the next page in order. */
	add({ body }: Answer): void {
		if (this.ended) return;
		const page = recordList(body);
		const meta = isObject(body) && isObject(body.meta) ? body.meta : {};
		this.pages++;
		this.pageSize = Math.max(this.pageSize, page.length);
		this.total = this.totalOf(meta) ?? this.total;
		for (const record of page) this.keep(record);
		if (this.records.length > MOST_RECORDS) throw this.tooLong();
		this.moreIsSure = meta.has_more === true;
		this.ended = this.records.length >= this.limit || this.isLast(page.length, meta);
	}

	/** Whether a page is worth asking for, as far as is known before it arrives. */
	wants(page: number): boolean {
		if (this.ended) return false;
		const needed = (this.limit + this.duplicates) / this.pageSize;
		const existing = this.total === undefined ? Infinity : this.total / this.pageSize;
		return page <= Math.ceil(Math.min(needed, existing));
	}

	/** How many pages to ask for at once: few while each of them may be one too many. */
	reach(ahead: number): number {
		if (this.total !== undefined) return READY * ahead;
		return this.moreIsSure ? ahead : Math.min(ahead, GROWTH * this.pages);
	}

	/** A page has failed: waits for the others that are under way, and says how far it got. */
	async interrupt(error: unknown, asked: Array<Promise<Answer>>): Promise<never> {
		this.ended = true;
		await Promise.allSettled(asked);
		if (!(error instanceof Failure)) throw error;
		const progress = `${this.records.length} records had been read before page ${this.pages + 1}. The list is not complete, so none are returned.`;
		throw new Failure(
			error.message,
			`${error.description} ${progress}`,
			error.httpCode,
			error.fields,
		);
	}

	private tooLong(): Failure {
		this.ended = true;
		return new Failure(
			'The list has more than 100,000 records',
			"n8n takes no more than that from one input item. Split the list into several searches or filters, one for each input item, or turn off 'Return All'. None are returned.",
		);
	}

	/** A record that moves from page to page while the list is read is kept once. */
	private keep(record: IDataObject): void {
		if (record.id !== undefined && this.ids.has(record.id)) {
			this.duplicates++;
			return;
		}
		this.ids.add(record.id);
		if (this.records.length < this.limit) this.records.push(this.shape(record));
	}

	/** On some servers `count` is the size of the page: it is a total only where it is larger. */
	private totalOf(meta: IDataObject): number | undefined {
		const count = Number(meta.count ?? NaN);
		return typeof meta.has_more !== 'boolean' && count > this.pageSize ? count : undefined;
	}

	private isLast(length: number, meta: IDataObject): boolean {
		if (length === 0) return true;
		if (typeof meta.has_more === 'boolean') return !meta.has_more;
		if (this.total !== undefined) return this.pages >= Math.ceil(this.total / this.pageSize);
		return length < Math.max(this.pageSize, PAGE_SIZE);
	}
}
