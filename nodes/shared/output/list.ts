import type { Answer } from '../transport/answer';
import { PagedList, type Pages } from './pagedList';

/**
 * Fetches one page, counted from 1.
 *
 * @param wanted whether it is still of use when its turn comes; if not, it is not sent
 * @param failed called if it fails, before anything else is sent; says whether the list fails with
 *   it: the pages before it have not ended the list
 */
export type FetchPage = (
	page: number,
	wanted?: () => boolean,
	failed?: () => boolean,
) => Promise<Answer>;

/** The turns of a list among the requests of its run. */
export interface ListTurns {
	/** How many requests may be open at the moment. */
	ahead: () => number;
	/** The pages that wait are no longer of use: their promises reject. */
	withdraw: () => void;
	/** The list fails, although pages of it are still open. */
	fail: () => void;
}

/**
 * Fetches a list page by page, several pages at a time after the first.
 *
 * @param limit how many records are wanted, Infinity for all
 * @returns the shaped records in the order of their pages, each once, those last that had moved
 *   meanwhile; a list that fails in between or ends before it should is never returned as if it were
 *   complete
 * @throws Failure that says how far it got, or that the list is too long; NotSent if the run has ended
 */
export async function fetchList<T>(
	fetchPage: FetchPage,
	limit: number,
	{ ahead, withdraw, fail }: ListTurns,
	pages: Pages<T>,
): Promise<T[]> {
	const list = new PagedList(limit, pages);
	const ask = (page: number) => {
		const answer = fetchPage(
			page,
			() => list.canUse(page),
			() => list.breakAt(page),
		);
		// A failure before its turn comes must not count as a rejection that nobody handles.
		answer.catch(() => undefined);
		return answer;
	};
	const asked = [ask(1)];
	const end = async (open: Array<Promise<unknown>>, failure: unknown = list.failure) => {
		if (failure) fail();
		withdraw();
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
		while (asked.length < list.reach(ahead()) && list.wants(next)) asked.push(ask(next++));
	}
	await end(asked);
	while (list.startsAgain()) {
		const again = readAgain(fetchPage, list);
		await arrival(Promise.all(again), again);
	}
	list.check();
	return list.records;
}

/** Reads all pages once more. One that fails must not end the run before it has failed the list. */
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
