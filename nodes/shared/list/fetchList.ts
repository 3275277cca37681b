import type { IDataObject } from 'n8n-workflow';

import { Failure } from '../response/failure';
import { isComplete } from './completeness';
import type { Found, List, Page } from './list';
import { ListPass } from './listPass';

/** Pages to request ahead per request that may be in flight, so that a slow page does not hold up the others. */
const PREFETCH = 2;

/** The statuses of services that don't know an order. */
const ORDER_REFUSED = [400, 422, 500];

/** The functions of a run that a list uses for its requests. */
export interface ListRequests {
	/**
	 * Fetches one page.
	 *
	 * @param query `page`, counted from 1, and the order of the list if it isn't the one of the request
	 * @param endsItem whether the list, and so its item, certainly fails with this error of the page. Asked before
	 *   another request is sent.
	 * @param signal after its abort, a page that waits to be requested is not needed: its promise rejects
	 */
	fetchPage: (
		query: IDataObject,
		endsItem: (error: unknown) => boolean,
		signal: AbortSignal,
	) => Promise<Page>;
	/** How many requests may be in flight at the moment. */
	concurrency: () => number;
	/** Called if a pass fails, before the pages that wait are dropped. */
	onFailure: () => void;
}

/**
 * Fetches a list: complete (`isComplete`), or not at all. If it isn't after one pass over its pages, it is read again, at
 * most twice.
 *
 *     pass 1, Return All    the user's sort, with keys behind it that leave few ties; if the service refuses
 *                           that on the first page, the request as it is
 *     pass 1, with a limit  the request as it is
 *     passes 2 and 3        no sort, because a sort with ties can miss the same records again
 *
 * @throws Failure if a page fails, or if the list is incomplete after three passes, or too long. NotSent if the
 *   run has ended.
 */
export async function fetchList<T>(list: List<T>, requests: ListRequests): Promise<T[]> {
	const { limit, order } = list;
	const withKeys = order && limit === Infinity ? [{ sort: order.sort }] : [];
	const unsorted = order ? { sort: undefined } : {};
	const found = new Map<string, Found<T>>();
	const passes: Array<ListPass<T>> = [];
	for (const sorts of [[...withKeys, {}], [unsorted], [unsorted]]) {
		const pass = new ListPass(list, found);
		passes.push(pass);
		const before = found.size;
		await readPages(pass, requests, sorts);
		const ids = [...found.keys()];
		if (!pass.isFull && !isComplete(passes, ids, ids.slice(before))) continue;
		const records = [...found.values()];
		return (passes.length === 1 ? records : inOrder(records)).map(({ item }) => item);
	}
	throw incomplete(passes);
}

/**
 * Reads the pages of a pass: the first one alone, then several at a time.
 *
 * @param sorts tried in order, until the service takes one
 */
async function readPages<T>(
	pass: ListPass<T>,
	requests: ListRequests,
	sorts: IDataObject[],
): Promise<void> {
	const ahead: Array<Promise<Page>> = [];
	const wanted = new AbortController();
	const { signal } = wanted;
	try {
		const first = await firstPage(requests, sorts, signal);
		pass.add(first.page);
		for (let next = 2; !pass.ended; ) {
			const most = PREFETCH * requests.concurrency();
			// After a short page that doesn't end the list, no page may be ahead.
			while (ahead.length === 0 || (ahead.length < most && next <= pass.aheadUntil)) {
				// If it fails, the list may still end on an earlier page.
				const page = requests.fetchPage({ ...first.sort, page: next++ }, () => false, signal);
				// A page that fails before it is awaited is not an unhandled rejection.
				page.catch(() => undefined);
				ahead.push(page);
			}
			pass.add(await (ahead.shift() as Promise<Page>));
		}
	} finally {
		if (!pass.ended) requests.onFailure();
		wanted.abort();
		await Promise.allSettled(ahead);
	}
}

/** Fetches the first page with the first of several sorts that the service takes. */
async function firstPage(
	requests: ListRequests,
	[sort, ...others]: IDataObject[],
	signal: AbortSignal,
): Promise<{ page: Page; sort: IDataObject }> {
	const isRefused = (error: unknown) =>
		others.length > 0 && error instanceof Failure && ORDER_REFUSED.includes(error.httpCode ?? 0);
	const page = requests.fetchPage({ ...sort, page: 1 }, (error) => !isRefused(error), signal);
	return await page.then(
		(received) => ({ page: received, sort }),
		(error) => {
			if (!isRefused(error)) throw error;
			return firstPage(requests, others, signal);
		},
	);
}

/**
 * The records of several passes by what they are sorted by: numbers by their value, and equal texts together, in the order
 * in which they first came, because only the service knows how it compares texts.
 */
function inOrder<T>(records: Array<Found<T>>): Array<Found<T>> {
	const ranks = new Map<unknown, number>();
	for (const { sortValue } of records) {
		const rank = typeof sortValue === 'number' ? sortValue : ranks.size;
		if (!ranks.has(sortValue)) ranks.set(sortValue, rank);
	}
	const rankOf = ({ sortValue }: Found<T>) => Number(ranks.get(sortValue));
	return records.toSorted((a, b) => rankOf(a) - rankOf(b));
}

/** Why a list is incomplete after its last pass. */
function incomplete<T>(passes: Array<ListPass<T>>): Failure {
	const none = 'The list is incomplete, so no records were returned.';
	if (passes.some(({ hasChanged }) => hasChanged)) {
		return new Failure(
			'The list kept changing while it was read',
			`It was read ${passes.length} times, and each time records moved or were deleted, so others may be missing: records were changed, or the service has no fixed order. ${none}`,
			{ topic: 'List keeps changing', isTransient: true },
		);
	}
	const [{ hasMore, pages, total, ids }] = passes;
	const headline = hasMore
		? `The list does not end: page ${pages} contained nothing new`
		: `The service has ${total} records, but returned only ${ids.size}`;
	const remedy = `The service may not support pagination: find fewer records per input item, so that they fit on one page. ${none}`;
	return new Failure(headline, remedy, { topic: 'List ends early' });
}
