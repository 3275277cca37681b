import { keyText } from './keys';
import { urlOf } from './url';
import { InvalidValue, quote } from './values';

/** A web address with http or https, with its special characters encoded. */
export function webAddress(value: unknown): string | undefined {
	const address = uri(value);
	if (address === undefined || webUrl(address)) return address;
	throw new InvalidValue(
		`must be a web address that starts with https:// or http://, but is ${quote(value)}`,
	);
}

/** An address with any scheme. Special characters of a web address are encoded, unless they already are. */
export function uri(value: unknown): string | undefined {
	const address = keyText(value);
	if (address === undefined || ENCODED.test(address)) return address;
	return webUrl(address)?.href ?? address;
}

/** The characters that an address consists of (RFC 3986). */
const ENCODED = /^[\w.~:/?#[\]@!$&'()*+,;=%-]+$/;

function webUrl(address: string): URL | undefined {
	return /^https?:\/\//i.test(address) ? urlOf(address) : undefined;
}
