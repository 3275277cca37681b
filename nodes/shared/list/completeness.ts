import type { Page } from './list';

/** A total that a response names. */
export type NamedTotal = Pick<Page, 'sentAt' | 'receivedAt'> & { total: number };

/** What one pass over the pages of a list has found out. */
export interface PassResult {
	/** The IDs of the records that have arrived. */
	ids: ReadonlySet<string>;
	/** How many records there are at least, as far as this pass knows. */
	known: number;
	totals: readonly NamedTotal[];
	/** Whether the page read last says that there are more. */
	hasMore?: boolean;
}

/**
 * Whether all records of a list are found, by the passes over its pages so far. One of these must be true:
 *
 *     the last pass alone    nothing was deleted during it, and it found every record that it knows of
 *     all passes together    nothing was deleted during any of them, and together they found the largest known number
 *     only newer ones        the last pass added only records created after the first one, and together the passes
 *                            found at least the last total
 *
 * @param found the IDs of all records that were found
 * @param added those of them that the last pass has added
 */
export function isComplete(passes: PassResult[], found: string[], added: string[]): boolean {
	const [first] = passes;
	const last = passes[passes.length - 1];
	if (last.hasMore) return false;
	const hasAll = ({ totals, known }: PassResult, count: number) =>
		!hasFallen(totals) && count >= known;
	if (hasAll(last, last.ids.size) || passes.every((pass) => hasAll(pass, found.length)))
		return true;
	const lastTotal = last.totals.at(-1)?.total ?? Infinity;
	return isNewer(added, first.ids) && found.length >= lastTotal;
}

/** Whether records were created after others, because IDs rise. */
function isNewer(added: string[], others: ReadonlySet<string>): boolean {
	const highest = [...others].reduce((most, id) => Math.max(most, Number(id)), 0);
	return added.every((id) => Number(id) > highest);
}

/**
 * Whether a record was deleted, which may hide another one: a response names a smaller total than one that had arrived
 * before its request was sent. Pages overtake each other, so two totals in flight together say nothing.
 */
export function hasFallen(totals: readonly NamedTotal[]): boolean {
	const most = totals.reduce((largest, { total }) => Math.max(largest, total), 0);
	const smaller = totals.filter(({ total }) => total < most);
	return smaller.some(({ total, sentAt }) =>
		totals.some((earlier) => earlier.receivedAt < sentAt && earlier.total > total),
	);
}
