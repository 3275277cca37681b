import { InvalidValue, positiveInteger, shown } from './values';

/**
 * Makes a check for the ID of a record. A text with letters is most likely what the record is called.
 *
 * @param called what the service calls the name of such a record
 */
export function recordId(called = 'name'): (value: unknown) => number | undefined {
	return (value) => {
		if (typeof value !== 'string' || !/\p{L}/u.test(value)) return positiveInteger(value);
		throw new InvalidValue(
			`must be a whole number above 0, but is ${shown(value)}. Enter the ID, not the ${called}`,
		);
	};
}
