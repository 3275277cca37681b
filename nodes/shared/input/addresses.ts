import { email, keyText, trimmedText, withoutHidden } from './keys';
import { commaList } from './rows';
import { isBlank, quote, urlOf } from '../values';
import { InvalidValue } from './invalidValue';

/** What services fill in, such as `{{contact.id}}`. */
const VARIABLE = /\{\{[^{}]*\}\}/g;

/** Email addresses with commas between them, which may also be variables such as `{{contact.email}}`. */
export function emailAddresses(value: unknown): string | undefined {
	return commaList(emailOrVariable)(value)?.join(', ');
}

function emailOrVariable(value: unknown): string | undefined {
	const key = keyText(value);
	if (isBlank(key?.replace(VARIABLE, ''))) return key;
	const address = email(key);
	if (address?.includes('@')) return address;
	throw new InvalidValue(
		`must be email addresses with commas between them, but one is ${quote(address)}. Leave out names`,
	);
}

/** A web address with http or https, as typed. */
export function webAddress(value: unknown): string | undefined {
	const address = withoutSpaces(value);
	const filled = address?.replace(VARIABLE, 'x') ?? '';
	if (address === undefined || (/^https?:\/\//i.test(filled) && urlOf(filled))) return address;
	throw new InvalidValue(
		`must be a web address that starts with https:// or http://, but is ${quote(value)}`,
	);
}

/** An address with any scheme, as typed. A variable may stand for the scheme. */
export function uri(value: unknown): string | undefined {
	const address = withoutSpaces(value);
	if (address === undefined || /^(?:[a-z][a-z0-9+.-]*:|\{\{)/i.test(address)) return address;
	throw new InvalidValue(
		`must be a URI that starts with a scheme such as https:, but is ${quote(value)}`,
	);
}

/** @throws InvalidValue for a space or an invisible character inside */
function withoutSpaces(value: unknown): string | undefined {
	const address = withoutHidden(trimmedText(value));
	if (address === undefined || !address.replace(VARIABLE, '').includes(' ')) return address;
	throw new InvalidValue(`contains a space: ${quote(address)}. Write it as %20, or remove it`);
}
