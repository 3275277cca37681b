import type { IDataObject } from 'n8n-workflow';

import { Failure } from '../failure/failure';
import { type List, MAX_READINGS, type Page, Reading } from './reading';

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
	/** Called if a reading fails, before the pages that wait are dropped. */
	onFailure: () => void;
}

/**
 * Fetches a list: complete, or not at all.
 *
 * A list is complete if no record came twice, and as many came as the service's total says. A record that comes twice
 * has taken the place of another one: records have moved, or the order has ties. If one came twice, if fewer came than
 * the total, or if `has_more` stayed true, the list is read again without a sort, and what is new comes last.
 *
 *     reading 1, Return All    the user's sort, with keys behind it that leave no ties; if the service refuses
 *                              that on the first page, the request as it is
 *     reading 1, with a limit  the request as it is
 *     readings 2 and 3         no sort
 *
 * @throws Failure if a page fails, or if the list is incomplete after three readings, or too long. NotSent if the
 *   run has ended.
 */
export async function fetchList<T>(
	fetchPage: FetchPage,
	list: List<T>,
	requests: ListRequests,
): Promise<T[]> {
	const { limit, order } = list;
	const items = new Map<unknown, T>();
	const whole = order && limit === Infinity ? [{ sort: order }] : [];
	const unsorted = order ? { sort: undefined } : {};
	for (let readings = 1; ; readings++) {
		const reading = new Reading(list, items);
		await readPages(reading, fetchPage, requests, readings === 1 ? [...whole, {}] : [unsorted]);
		if (reading.isComplete) return [...items.values()];
		if (readings === MAX_READINGS) throw reading.incomplete();
	}
}

/**
 * Reads the pages of a list: the first one, then several at a time.
 *
 * @param sorts of which the first one is used that the service takes
 */
async function readPages<T>(
	reading: Reading<T>,
	fetchPage: FetchPage,
	requests: ListRequests,
	sorts: IDataObject[],
): Promise<void> {
	let isOver = false;
	const ahead: Array<Promise<Page>> = [];
	try {
		const first = await firstPage(fetchPage, sorts);
		reading.add(first.page);
		const request = (page: number): Promise<Page> => {
			// If it fails, an earlier page may still be the last one.
			const received = fetchPage(
				{ ...first.sort, page },
				() => !isOver,
				() => false,
			);
			// A page that fails before it is awaited is not an unhandled rejection.
			received.catch(() => undefined);
			return received;
		};
		for (let next = 2; !reading.ended; ) {
			const most = PREFETCH * requests.concurrency();
			while (ahead.length < most && next <= reading.lastPage) ahead.push(request(next++));
			// If none is ahead, the last page was short, but the list may go on.
			const page = ahead.shift() ?? request(next++);
			reading.add(await page);
		}
	} finally {
		isOver = true;
		if (!reading.ended) requests.onFailure();
		requests.withdraw();
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
