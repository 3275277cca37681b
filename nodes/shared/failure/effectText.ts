import type { INodeExecutionData } from 'n8n-workflow';

import { enumerate } from '../input/names';
import type { Effect, ResponseContext } from '../operation';
import { checkBeforeRepeating } from '../transport/retry';

/** "The contact may have been created", for an item whose outcome is unknown. */
export function describePossibleEffect({ record, done }: Effect): string {
	return `The ${record} may have been ${done}`;
}

/** Says that a write operation may have been carried out, and what to do next; blank for a read. */
export function describeUnclear({
	effect,
	ifRepeated,
}: Pick<ResponseContext, 'effect' | 'ifRepeated'>): string {
	if (!effect) return '';
	const may = describePossibleEffect(effect);
	const check = checkBeforeRepeating({ ifRepeated });
	if (check) return `${may}, and was not sent again. ${check}`;
	if (ifRepeated === 'notFound')
		return `${may}. Run this item again: 'could not be found' means that it was.`;
	return `${may}. It is safe to run this item again.`;
}

/**
 * Which items of a run have succeeded, which existed before, and which are unclear: "1 of 4 contacts were created:
 * item 0. Existed before: item 1. May have been created: items 2 to 3. Items are counted from 0."
 *
 * @param succeeded what each item that has succeeded returned, by its index
 * @param unclear the items that may have been carried out
 */
export function describeProgress(
	{ record, done }: Effect,
	succeeded: ReadonlyMap<number, INodeExecutionData[]>,
	unclear: ReadonlyMap<number, unknown>,
	total: number,
): string {
	// The record of an existing contact has `created: false`.
	const isOld = (item: number) => succeeded.get(item)?.some(({ json }) => json[done] === false);
	const existing = [...succeeded.keys()].filter(isOld);
	const made = [...succeeded.keys()].filter((item) => !isOld(item));
	const sentences = [
		`${made.length} of ${total} ${record}s were ${done}${made.length > 0 ? `: ${listItems(made)}` : ''}.`,
		existing.length > 0 && `Existed before: ${listItems(existing)}.`,
		unclear.size > 0 && `May have been ${done}: ${listItems([...unclear.keys()])}.`,
		'Items are counted from 0.',
	];
	return sentences.filter(Boolean).join(' ');
}

/** "item 3", or "items 0 to 9 and 12": neighbours are a range. */
function listItems(items: number[]): string {
	const ranges: Array<{ first: number; last: number }> = [];
	for (const item of [...items].sort((one, other) => one - other)) {
		const range = ranges.at(-1);
		if (range?.last === item - 1) range.last = item;
		else ranges.push({ first: item, last: item });
	}
	const parts = ranges.map(({ first, last }) =>
		first === last ? String(first) : `${first} to ${last}`,
	);
	return `${items.length === 1 ? 'item' : 'items'} ${enumerate(parts, 'and')}`;
}
