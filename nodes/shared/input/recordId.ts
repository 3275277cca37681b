import { isBlank, InvalidValue, isLocator, positiveInteger, quote, trimmed } from './values';

/**
 * Makes a check for the ID of a record, which may be in the address of its page. A text with letters is most
 * likely what the record is called.
 *
 * @param called what the service calls the name of such a record
 */
export function recordId(called = 'name'): (value: unknown, typed?: unknown) => number | undefined {
	return (value, typed) => {
		if (isAddress(value, typed)) return idIn(value);
		if (typeof value !== 'string' || !/\p{L}/u.test(value)) return positiveInteger(value);
		const id = idOfPage(value);
		const cure = id ? `Enter only the number: ${id}` : `Enter the ID, not the ${called}`;
		throw new InvalidValue(`must be a whole number above 0, but is ${quote(value)}. ${cure}`);
	};
}

/** The last number in a pasted address, unless it is the account's. */
function idOfPage(address: string): string | undefined {
	if (!address.includes('://')) return undefined;
	return [...address.matchAll(/\/(?!accounts\/)[a-z_-]+\/([1-9]\d*)(?![^/?#])/gi)].at(-1)?.[1];
}

function isAddress(value: unknown, typed: unknown): value is string {
	return isLocator(typed) && typed.mode === 'url' && typeof value === 'string' && !isBlank(value);
}

/** The ID in the address of the page of an inbox. */
function idIn(address: string): number | undefined {
	const [, id] = /^https?:\/\/.*\/inbox(?:es)?\/([1-9]\d*)(?![^/?#])/s.exec(trimmed(address)) ?? [];
	if (id !== undefined) return positiveInteger(id);
	throw new InvalidValue(
		`must be the address of an inbox, such as https://app.example.com/app/accounts/1/settings/inboxes/7, but is ${quote(address)}`,
	);
}
