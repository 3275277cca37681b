import type { Answer } from '../transport/answer';
import { PagedList, type Pages } from './pagedList';

/**
 * Fetches one page, counted from 1.
 *
 * @param isWanted asked when its turn comes; a page that is no longer wanted is not requested
 * @param onFailure called if it fails, before anything else is sent; returns whether the list fails too:
 *   not if an earlier page ends the list
 */
export type FetchPage = (
	page: number,
	isWanted?: () => boolean,
	onFailure?: () => boolean,
) => Promise<Answer>;

/** What a list needs to know and to do among the requests of its run. */
export interface ListRequests {
	/** How many requests may be in flight at the moment. */
	limit: () => number;
	/** Rejects the promises of pages that wait to be requested. */
	withdraw: () => void;
	/** Called if the list fails while pages of it are in flight. */
	onFailure: () => void;
}

/**
 * Fetches a list: the first page, then several pages at a time.
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
	const ask = (page: number) => {
		const answer = fetchPage(
			page,
			() => list.canUse(page),
			() => list.breakAt(page),
		);
		// A page that fails before it is awaited is not an unhandled rejection.
		answer.catch(() => undefined);
		return answer;
	};
	const asked = [ask(1)];
	const end = async (open: Array<Promise<unknown>>, failure: unknown = list.failure) => {
		if (failure) requests.onFailure();
		requests.withdraw();
		await Promise.allSettled(open);
	};
	const arrival = async (pages: Promise<unknown>, open: Array<Promise<unknown>>) =>
		await pages.catch(async (error) => {
			await end(open, error);
			throw list.interrupted(error);
		});
	for (let next = 2; !list.ended; ) {
		const page = asked.shift() ?? ask(next++);
		await arrival(
			page.then((answer) => list.add(answer)),
			asked,
		);
		while (asked.length < list.reach(requests.limit()) && list.wants(next)) asked.push(ask(next++));
	}
	await end(asked);
	while (list.readsAgain()) {
		const again = readAgain(fetchPage, list);
		await arrival(Promise.all(again), again);
	}
	list.check();
	return list.records;
}

/** Reads all pages once more. A page that fails fails the list before it ends the run. */
function readAgain<T>(fetchPage: FetchPage, list: PagedList<T>): Array<Promise<void>> {
	let broken = false;
	const fails = () => {
		broken = true;
		return false;
	};
	const read = async (_none: unknown, index: number) =>
		list.addAgain(await fetchPage(index + 1, () => !broken, fails));
	return Array.from({ length: list.pages }, read);
}
