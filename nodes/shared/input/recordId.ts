import { InvalidValue, positiveInteger, quote } from './values';

/**
 * Makes a check for the ID of a record. Who pastes the address of its page is told which number is the ID.
 *
 * @param called what the service calls the name of such a record
 */
export function recordId(called = 'name'): (value: unknown) => number | undefined {
	return idCheck(called, (address) => {
		const ids = [...address.matchAll(/\/(?!accounts\/)[a-z_-]+\/([1-9]\d*)(?![^/?#])/gi)];
		return ids.at(-1)?.[1];
	});
}

/** The ID of an account, which stands in the address of each of its pages. */
export const accountId = idCheck('name', (address) => /\/accounts\/([1-9]\d*)/.exec(address)?.[1]);

/** A text with letters is an address, or most likely what the record is called. */
function idCheck(
	called: string,
	idIn: (address: string) => string | undefined,
): (value: unknown) => number | undefined {
	return (value) => {
		if (typeof value !== 'string' || !/\p{L}/u.test(value)) return positiveInteger(value);
		const id = value.includes('://') ? idIn(value) : undefined;
		const remedy = id ? `Enter only the number: ${id}` : `Enter the ID, not the ${called}`;
		throw new InvalidValue(`must be a whole number above 0, but is ${quote(value)}. ${remedy}`);
	};
}
