import { type Page, PagedList, type Pages } from './pagedList';

/**
 * Fetches one page, counted from 1.
 *
 * @param isWanted asked each time the page's turn has come; if it returns false, it is not requested
 * @param onFailure called if the page fails, before another request is sent. Returns whether the list fails
 *   too: it does not if an earlier page may be the last one.
 */
export type FetchPage = (
	page: number,
	isWanted?: () => boolean,
	onFailure?: () => boolean,
) => Promise<Page>;

/** The functions of a run that a list uses for its requests. */
export interface ListRequests {
	/** How many requests may be in flight at the moment. */
	limit: () => number;
	/** Drops the pages that wait to be requested. Their promises reject. */
	withdraw: () => void;
	/** Called if the list fails while pages of it are in flight. */
	onFailure: () => void;
}

/**
 * Fetches a list: the first page, then several pages at a time. A list that has changed is read again.
 *
 * @param limit how many records are wanted, Infinity for all
 * @returns the shaped records in the order of their pages, each once. Records that moved while the list
 *   was read come last.
 * @throws Failure if a page fails, or if the list ends too early or is too long: part of a list is never
 *   returned. NotSent if the run has ended.
 */
export async function fetchList<T>(
	fetchPage: FetchPage,
	limit: number,
	requests: ListRequests,
	pages: Pages<T>,
): Promise<T[]> {
	const list = new PagedList(limit, pages);
	const request = (page: number) => {
		const received = fetchPage(
			page,
			() => list.canUse(page),
			() => list.breakAt(page),
		);
		// A page that fails before it is awaited is not an unhandled rejection.
		received.catch(() => undefined);
		return received;
	};
	const stop = async (inFlight: Array<Promise<unknown>>, failure: unknown = list.failure) => {
		if (failure) requests.onFailure();
		requests.withdraw();
		await Promise.allSettled(inFlight);
	};
	/** Awaits a page; if it fails, waits for the other pages in flight to end. */
	const arrival = async (page: Promise<unknown>, inFlight: Array<Promise<unknown>>) =>
		await page.catch(async (error) => {
			await stop(inFlight, error);
			throw list.interrupted(error);
		});
	do {
		const ahead = [request(1)];
		for (let next = 2; !list.ended; ) {
			const page = ahead.shift() ?? request(next++);
			await arrival(
				page.then((received) => list.add(received)),
				ahead,
			);
			while (ahead.length < list.reach(requests.limit()) && list.wants(next))
				ahead.push(request(next++));
		}
		await stop(ahead);
	} while (list.startsReread());
	list.check();
	return list.records;
}
