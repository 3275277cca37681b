import type { WriteOperation } from '../operation';

/** The part of a write operation that its messages use. */
type Changing = Pick<WriteOperation, 'effect' | 'unrepeatable'>;

/** "The contact may have been created", for an item whose outcome is unknown. */
export function mayHaveText({ effect: { record, done } }: Pick<Changing, 'effect'>): string {
	return `The ${record} may have been ${done}`;
}

/**
 * Which items of a run have succeeded, and which are unclear: "2 of 4 contacts were created: items 0
 * to 1. Item 2 is unclear: it may have been created, and was not sent again."
 *
 * @param done the items that have succeeded, by their index
 * @param unclear the items that may have been carried out, by their index
 */
export function progressText(
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

/** "item 3", or "items 0 to 9, 12". */
function itemsText(items: ReadonlyMap<number, unknown>): string {
	const sorted = [...items.keys()].sort((one, other) => one - other);
	const ends = sorted.filter((item) => !items.has(item + 1));
	const ranges = sorted
		.filter((item) => !items.has(item - 1))
		.map((first, index) => (first === ends[index] ? first : `${first} to ${ends[index]}`));
	return `${sorted.length === 1 ? 'item' : 'items'} ${ranges.join(', ')}`;
}
