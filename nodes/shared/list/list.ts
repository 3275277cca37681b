import type { IDataObject } from 'n8n-workflow';

import { Failure } from '../failure/failure';
import { insertSorted } from './insertSorted';
import { type Found, type List, ListPass, MAX_PASSES, type Page } from './listPass';

/** Pages to request ahead per request that may be in flight, so that a slow page does not hold up the others. */
const PREFETCH = 2;

/** The statuses of services that don't know an order. */
const ORDER_REFUSED = [400, 422, 500];

/**
 * Fetches one page.
 *
 * @param query `page`, counted from 1, and the order of the list if it isn't the one of the request
 * @param isWanted asked each time the page's turn has come; if it returns false, it is not requested
 * @param endsItem whether the list, and so its item, certainly fails with this error of the page. Asked before another
 *   request is sent.
 */
export type FetchPage = (
	query: IDataObject,
	isWanted: () => boolean,
	endsItem: (error: unknown) => boolean,
) => Promise<Page>;

/** The functions of a run that a list uses for its requests. */
export interface ListRequests {
	/** How many requests may be in flight at the moment. */
	concurrency: () => number;
	/** Drops the pages that wait to be requested. Their promises reject. */
	withdraw: () => void;
	/** Called if a pass fails, before the pages that wait are dropped. */
	onFailure: () => void;
}

/**
 * Fetches a list: complete, or not at all. `ListPass` says when a pass over its pages ends, and when it is complete.
 * If it is not, the list is read again, at most twice. Then all passes together may be complete too, like one.
 *
 *     pass 1, Return All    the user's sort, with keys behind it that leave few ties; if the service refuses
 *                           that on the first page, the request as it is
 *     pass 1, with a limit  the request as it is
 *     passes 2 and 3        no sort, because a sort with ties can miss the same records again. What they add is
 *                           inserted by the first key of the user's sort
 *
 * @throws Failure if a page fails, or if the list is incomplete after three passes, or too long. NotSent if the
 *   run has ended.
 */
export async function fetchList<T>(
	fetchPage: FetchPage,
	list: List<T>,
	requests: ListRequests,
): Promise<T[]> {
	const { limit, order } = list;
	const found: Found<T> = { entries: new Map(), total: 0, hasEverFallen: false };
	const whole = order && limit === Infinity ? [{ sort: order.keys }] : [];
	const unsorted = order ? { sort: undefined } : {};
	let pass = new ListPass(list, found);
	await readPages(pass, fetchPage, requests, [...whole, {}]);
	const sorted = found.entries.size;
	for (let passes = 1; !pass.isComplete; passes++) {
		if (passes === MAX_PASSES) throw pass.incomplete();
		pass = new ListPass(list, found);
		await readPages(pass, fetchPage, requests, [unsorted]);
	}
	const entries = [...found.entries.values()];
	const added = entries.splice(sorted);
	return insertSorted(entries, added, order?.isDescending).map(({ item }) => item);
}

/**
 * Reads the pages of a pass: the first one alone, then several at a time.
 *
 * @param sorts of which the first one is used that the service takes
 */
async function readPages<T>(
	pass: ListPass<T>,
	fetchPage: FetchPage,
	requests: ListRequests,
	sorts: IDataObject[],
): Promise<void> {
	let isOver = false;
	const ahead: Array<Promise<Page>> = [];
	try {
		const first = await firstPage(fetchPage, sorts);
		pass.add(first.page);
		let latest = 1;
		const request = async (page: number): Promise<Page> => {
			let known = { knownTotal: 0, isLate: false };
			// A retry has a turn of its own, and by then more is known.
			const onTurn = () => {
				known = { knownTotal: pass.total, isLate: latest > page };
				return !isOver;
			};
			// If it fails, an earlier page may still be the last one.
			const received = await fetchPage({ ...first.sort, page }, onTurn, () => false);
			latest = Math.max(latest, page);
			return { ...received, ...known };
		};
		for (let next = 2; !pass.ended; ) {
			const most = PREFETCH * requests.concurrency();
			while (ahead.length < most && next <= pass.lastPage) {
				const page = request(next++);
				// A page that fails before it is awaited is not an unhandled rejection.
				page.catch(() => undefined);
				ahead.push(page);
			}
			// If none is ahead, the last page was short or repeated others, but the list may go on.
			pass.add(await (ahead.shift() ?? request(next++)));
		}
	} finally {
		isOver = true;
		if (!pass.ended) requests.onFailure();
		if (ahead.length > 0) requests.withdraw();
		await Promise.allSettled(ahead);
	}
}

/** Fetches the first page with the first of several sorts that the service takes. */
async function firstPage(
	fetchPage: FetchPage,
	[sort, ...others]: IDataObject[],
): Promise<{ page: Page; sort: IDataObject }> {
	const isRefused = (error: unknown) =>
		others.length > 0 && error instanceof Failure && ORDER_REFUSED.includes(error.httpCode ?? 0);
	const page = fetchPage(
		{ ...sort, page: 1 },
		() => true,
		(error) => !isRefused(error),
	);
	return await page.then(
		(received) => ({ page: received, sort }),
		(error) => {
			if (!isRefused(error)) throw error;
			return firstPage(fetchPage, others);
		},
	);
}
