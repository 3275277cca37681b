import { positiveInteger, required } from './checks';
import { isExpression, isLocator, quote } from '../values';
import { type Check, InvalidValue } from './invalidValue';

/**
 * Makes a check for the ID of a record. For the address of its page or `#42`, the message says which number is the ID.
 * Its kind is as addresses name it: `inbox` for `/inboxes/7`.
 */
export function recordId(kind: string, called = 'name'): Check<number | undefined> {
	const path = kind.replace('_', '[-_]');
	const page = new RegExp(`(?:/${path}(?:e?s)?/|^#)([1-9]\\d*)(?![^/?#])`, 'i');
	return (value, raw) => {
		// A text with letters or # is an address, or most likely what the record is called.
		if (typeof value !== 'string' || !/[\p{L}#]/u.test(value)) return positiveInteger(value);
		const [, id] = page.exec(value) ?? [];
		const isTyped = isLocator(raw) && !isExpression(raw.value);
		const orList = isTyped ? ", or choose it under 'From list'" : '';
		const remedy = id ? `Enter only the number: ${id}` : `Enter the ID, not the ${called}${orList}`;
		throw new InvalidValue(`must be a whole number above 0, but is ${quote(value)}. ${remedy}`);
	};
}

/** The ID of an account, which is in the addresses of all its pages. */
export const accountId = recordId('account');

/**
 * Makes a check for a record to delete: its ID, and its name if it was chosen from the list, because the response
 * doesn't tell what was deleted.
 */
export function namedRecord(kind: string, called?: string): Check<{ id: number; name?: string }> {
	const check = required(recordId(kind, called));
	return (value, raw) => ({ id: check(value, raw), name: chosenName(raw) });
}

/** The name of a record that was chosen from the list, which a locator keeps. */
export function chosenName(raw: unknown): string | undefined {
	const isNamed = isLocator(raw) && raw.mode === 'list' && !isExpression(raw.value);
	return isNamed ? raw.cachedResultName : undefined;
}
