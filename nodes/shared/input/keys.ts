/**
 * Checks of key text: what identifies a record, or what a service looks for. Each attribute has either key text or
 * free text, so that Filter and Search find what Create stores.
 */
import {
	type Check,
	InvalidValue,
	isDate,
	isExpression,
	quote,
	text,
	trimmed,
	UNSEEN,
} from './values';

/** A check of a value, which may also look at the parameter as typed. */
export type TextCheck = Check<string | undefined>;

/** A text without the spaces and invisible characters at its ends. */
export function trimmedText(value: unknown): string | undefined {
	if (isDate(value)) throw new InvalidValue(`must be text, but is ${quote(value)}`);
	return trimmed(text(value) ?? '') || undefined;
}

/** Key text: trimmed, and not an expression of n8n, which the service would take for the value. */
export function keyText(value: unknown): string | undefined {
	const key = trimmedText(value);
	if (key === undefined || !key.startsWith('{{') || !key.endsWith('}}')) return key;
	throw new InvalidValue(
		`is an expression that was not evaluated: ${quote(key)}. If you typed it, switch the field to 'Expression'`,
	);
}

/** An email to store. An invisible character inside would make it another address that looks the same. */
export function email(value: unknown): string | undefined {
	return visible(bareEmail(value));
}

/**
 * An email without what a copied link has before it, and a list of addresses behind it: `mailto:ann@example.com;`.
 * Services store both as part of the address, and then create the contact a second time.
 */
function bareEmail(value: unknown): string | undefined {
	return keyText(value)?.replace(/^(?:mailto:)?([^\s@]+@[^\s@]*[^\s@,;])[,;]*$/i, '$1');
}

/** Email addresses that may contain placeholders of the service, such as `{{contact.email}}`. */
export function emailAddresses(value: unknown): string | undefined {
	const addresses = visible(trimmedText(value));
	if (addresses === undefined || !/^,|,\s*,/.test(addresses)) return addresses;
	throw new InvalidValue('has a blank address before a comma. Remove it, or check the expression');
}

/** Services refuse the spaces of ASCII, but many of them store all others, such as a no-break space. */
function visible(address: string | undefined): string | undefined {
	const isHidden = (character: string) => UNSEEN.test(character) && !/[ \t-\r]/.test(character);
	const hidden = [...(address ?? '')].find(isHidden);
	if (hidden === undefined) return address;
	throw new InvalidValue(`contains an invisible character (${codePoint(hidden)}). Remove it`);
}

/** The name of a character in Unicode, such as U+200B. */
export function codePoint(character: string): string {
	const [number = 0] = [character.codePointAt(0)];
	return `U+${number.toString(16).toUpperCase().padStart(4, '0')}`;
}

/**
 * A phone number. After a plus sign, spaces, hyphens, dots, brackets and invisible characters are only a way of
 * writing it, so they are dropped. Without a plus sign, the number is sent as typed.
 *
 * @throws InvalidValue for anything else after a plus sign: without it, the number would be another one
 */
export function phoneNumber(value: unknown): string | undefined {
	const typed = keyText(value);
	if (typed === undefined || !/^[+＋]/.test(typed)) return typed;
	const number = digitsAfterPlus(typed);
	if (number !== undefined) return number;
	throw new InvalidValue(
		`must have only the digits 0 to 9 after the plus sign, but is ${quote(typed)}. Leave out an extension and a zero in brackets, and enter only one number`,
	);
}

/** A query. If all of it is a phone number with a plus sign, it is written as phone numbers are. */
export function searchText(value: unknown): string | undefined {
	const query = keyText(value);
	return query === undefined ? undefined : (digitsAfterPlus(query) ?? query);
}

const SEPARATORS = /[\s\p{Cc}\p{Cf}\p{Dash}.·]+/gu;

/** The wide forms of ASCII, which East Asian keyboards type. */
const WIDE = /[！-～]/g;
const WIDE_DISTANCE = 0xfee0;

/**
 * A plus sign and the digits after it, or undefined if there is more than their structure between them. A zero in
 * brackets, as in +44 (0)20, is dialled only inside the country.
 */
function digitsAfterPlus(typed: string): string | undefined {
	const narrow = (wide: string) => String.fromCharCode(wide.charCodeAt(0) - WIDE_DISTANCE);
	const written = typed.replace(WIDE, narrow).replace(SEPARATORS, '');
	const number = written.replace(/[()[\]]/g, '');
	return /^\+\d*$/.test(number) && !/[([]0/.test(written) ? number : undefined;
}

/**
 * Makes a check for the code of a country in two letters, which services compare with the name that is meant.
 *
 * @param remedy what to do to send another text, if that is possible
 */
export function countryCode(remedy = ''): TextCheck {
	return (value) => {
		const code = keyText(value);
		if (code === undefined || /^[a-z]{2}$/i.test(code)) return code;
		throw new InvalidValue(`must be two letters like DE, but is ${quote(code)}${remedy}`);
	};
}

/** The attributes of contacts, conversations and messages with key text. All others have free text. */
const KEY_TEXTS = new Map<string, TextCheck>([
	['browser_language', keyText],
	['conversation_language', keyText],
	['country_code', keyText],
	['email', bareEmail],
	['identifier', keyText],
	['labels', keyText],
	['phone_number', phoneNumber],
]);

/** The attributes whose values only one contact of an account can have. */
export const UNIQUE_ATTRIBUTES = ['email', 'identifier', 'phone_number'];

/** The check for the text of an attribute: key text, or free text as typed. */
export function textCheckFor(attribute: unknown): TextCheck {
	const check = KEY_TEXTS.get(String(attribute)) ?? text;
	return UNIQUE_ATTRIBUTES.includes(String(attribute)) ? withoutPlaceholder(check) : check;
}

/**
 * Makes a check refuse a text that stands for no value, if an expression returned it: all rows whose formula
 * failed would become one contact. Typed by hand, it is a value like any other.
 */
export function withoutPlaceholder(check: TextCheck): TextCheck {
	return (value, typed) => {
		const key = check(value, typed);
		if (key === undefined || !isExpression(typed)) return key;
		const [, what] = PLACEHOLDERS.find(([pattern]) => pattern.test(key)) ?? [];
		if (what) throw new InvalidValue(`is ${quote(key)}, ${what}`);
		return key;
	};
}

const PLACEHOLDERS: Array<[RegExp, string]> = [
	// What programs and databases write for no value, and signs alone, such as a dash or a plus sign.
	[
		/^(?:NULL|None|nil|nan|\\N|[\p{P}\p{Sm}\p{Sc}\p{Sk}]+)$/u,
		'which stands for no value. Check the expression',
	],
	// A number as a spreadsheet writes it if it has more than 11 digits: 1.23457E+12.
	[
		/^[+-]?\d(?:[.,]\d+)?E[+-]\d{2,}$/i,
		'a number that the spreadsheet has cut. Format its column as text',
	],
];
