import type { INodeExecutionData } from 'n8n-workflow';

import { capitalized, enumerate } from '../input/names';
import type { Effect, ResponseContext, WriteOperation } from '../operation';
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

/** The items of a run by their index, with what each has returned. */
type Results = ReadonlyMap<number, { items: INodeExecutionData[] }>;

/**
 * Which items of a run have succeeded, which existed before, and which are unclear: "1 of 4 contacts were created:
 * item 0 (counted from 0). Item 1 exists already. Item 2 is unclear: it may have been created, and was not sent
 * again."
 *
 * @param succeeded the items that have succeeded
 * @param unclear the items that may have been carried out
 */
export function describeProgress(
	operation: Pick<WriteOperation, 'effect' | 'ifRepeated'>,
	succeeded: Results,
	unclear: ReadonlyMap<number, unknown>,
	total: number,
): string {
	const { record, done } = operation.effect;
	// The record of an existing contact has `created: false`.
	const isOld = (item: number) =>
		succeeded.get(item)?.items.some(({ json }) => json[done] === false);
	const existing = [...succeeded.keys()].filter(isOld);
	const made = [...succeeded.keys()].filter((item) => !isOld(item));
	const doubtful = [...unclear.keys()];
	const isOne = doubtful.length === 1;
	const mayHave = `${isOne ? 'it' : 'they'} may have been ${done}`;
	const notAgain = checkBeforeRepeating(operation)
		? `, and ${isOne ? 'was' : 'were'} not sent again`
		: '';
	const which = made.length === 0 ? '' : `: ${listItems(made)}`;
	const sentences = [
		`${made.length} of ${total} ${record}s were ${done}${which}.`,
		existing.length > 0 &&
			`${capitalized(listItems(existing))} ${existing.length === 1 ? 'exists' : 'exist'} already.`,
		doubtful.length > 0 &&
			`${capitalized(listItems(doubtful))} ${isOne ? 'is' : 'are'} unclear: ${mayHave}${notAgain}.`,
	];
	const text = sentences.filter(Boolean).join(' ');
	return text.replace(/items? \d[\d, and to]*\d|item \d/i, '$& (counted from 0)');
}

/** "item 3", "items 0 and 1", or "items 0 to 9 and 12": three or more in a row are a range. */
function listItems(items: number[]): string {
	const sorted = [...items].sort((one, other) => one - other);
	const all = new Set(items);
	const ends = sorted.filter((item) => !all.has(item + 1));
	const parts = sorted
		.filter((item) => !all.has(item - 1))
		.flatMap((first, index) => describeRange(first, ends[index]));
	return `${sorted.length === 1 ? 'item' : 'items'} ${enumerate(parts, 'and')}`;
}

function describeRange(first: number, last: number): string[] {
	if (last - first > 1) return [`${first} to ${last}`];
	return [...new Set([first, last])].map(String);
}
