import type { WriteOperation } from '../operation';

/** The part of a write operation that its messages use. */
type Changing = Pick<WriteOperation, 'effect' | 'unrepeatable'>;

/** "The contact may have been created", for an item whose outcome is unknown. */
export function describePossibleEffect({
	effect: { record, done },
}: Pick<Changing, 'effect'>): string {
	return `The ${record} may have been ${done}`;
}

/**
 * Which items of a run have succeeded, and which are unclear: "2 of 4 contacts were created: items 0
 * and 1. Item 2 is unclear: it may have been created, and was not sent again."
 *
 * @param done the items that have succeeded, by their index
 * @param unclear the items that may have been carried out, by their index
 */
export function describeProgress(
	{ effect: { record, done: verb }, unrepeatable }: Changing,
	done: ReadonlyMap<number, unknown>,
	unclear: ReadonlyMap<number, unknown>,
	total: number,
): string {
	const which = done.size === 0 ? '' : `: ${itemsText(done)}`;
	const progress = `${done.size} of ${total} ${record}s were ${verb}${which}.`;
	if (unclear.size === 0) return progress;
	const one = unclear.size === 1;
	const items = itemsText(unclear);
	const mayHave = `${one ? 'it' : 'they'} may have been ${verb}`;
	const notAgain = unrepeatable ? `, and ${one ? 'was' : 'were'} not sent again` : '';
	return `${progress} I${items.slice(1)} ${one ? 'is' : 'are'} unclear: ${mayHave}${notAgain}.`;
}

/** "item 3", "items 0 and 1", or "items 0 to 9 and 12": three or more in a row are a range. */
function itemsText(items: ReadonlyMap<number, unknown>): string {
	const sorted = [...items.keys()].sort((one, other) => one - other);
	const ends = sorted.filter((item) => !items.has(item + 1));
	const parts = sorted
		.filter((item) => !items.has(item - 1))
		.flatMap((first, index) => rangeText(first, ends[index]));
	const list = [parts.slice(0, -1).join(', '), parts.at(-1)].filter(Boolean).join(' and ');
	return `${sorted.length === 1 ? 'item' : 'items'} ${list}`;
}

function rangeText(first: number, last: number): string[] {
	if (last - first > 1) return [`${first} to ${last}`];
	return [...new Set([first, last])].map(String);
}
