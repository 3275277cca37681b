/**
 * Checks of key text: what identifies a record, or what a service looks for. Each attribute has either key text or
 * free text, so that Filter and Search find what Create stores.
 */
import { type Choice, choiceIn, text } from './checks';
import { isDate, isExpression, PART_OF_SIGN, quote, trimmed, UNSEEN } from '../values';
import { needsExpressions } from './expressionParts';
import { type Check, InvalidValue } from './invalidValue';

/** Free text that is looked for: without spaces and invisible characters at its ends. */
export function trimmedText(value: unknown): string | undefined {
	if (isDate(value)) throw new InvalidValue(`must be text, but is ${quote(value)}`);
	return trimmed(text(value) ?? '') || undefined;
}

/** Key text: trimmed, and without an invisible character inside. */
export function keyText(value: unknown): string | undefined {
	return withoutHidden(trimmedText(value));
}

/** Makes a check of an open list: the value of one of its choices, or any other key text. */
export function choiceOrOther(choices: Choice[]): Check<string | undefined> {
	return (value) => choiceIn(choices, value)?.value ?? keyText(value);
}

/**
 * The ordinary space, and the joiners that words need: behind an Arabic letter, and beside a sign of a letter, such as
 * the virama of Indic scripts.
 */
const SEEN =
	/ |(?<=[\p{M}\p{Script=Arabic}])[\u200c\u200d](?=[\p{Lo}\p{M}])|(?<=\p{Lo})[\u200c\u200d](?=\p{M})/gu;

const VISIBLE_INSIDE = new RegExp(`${SEEN.source}|${PART_OF_SIGN}`, 'gu');

const HIDDEN = new RegExp(`[${UNSEEN}]`, 'u');

/** Rejects an invisible character inside a text: with it, the text is another one that looks the same. */
export function withoutHidden(input: string | undefined): string | undefined {
	const [hidden] = HIDDEN.exec((input ?? '').replace(VISIBLE_INSIDE, '')) ?? [];
	if (hidden === undefined) return input;
	throw new InvalidValue(`contains an invisible character (${codePoint(hidden)}). Remove it`);
}

/** The name of a character in Unicode, such as U+200B. */
export function codePoint(character: string): string {
	const [number = 0] = [character.codePointAt(0)];
	return `U+${number.toString(16).toUpperCase().padStart(4, '0')}`;
}

/**
 * One email without the link, the sender, the quotes and the punctuation around it: `mailto:ann@example.com?subject=Hi`,
 * `Ann Lee <ann@example.com>` or `"ann@example.com",`. Services store them as part of the address, and then create the
 * contact a second time.
 */
export function email(value: unknown): string | undefined {
	const input = trimmedText(value);
	const key = keyText(addressIn(input ?? '') ?? input);
	if (key === undefined || !SEVERAL.test(key)) return key;
	throw new InvalidValue(`must be one email address, but is ${quote(key)}`);
}

const SEVERAL = /[^\s@]@[^@]+@[^\s@]/;
const SENDER = /^[^<>]*<([^<>]+)>[^\p{L}\p{N}<>@]{0,3}$/u;

/**
 * What stands around an email or a phone number in a text or a table, and what no domain ends with. An apostrophe marks
 * text in Excel. Quotes around the name before the @ are part of the address.
 */
const AROUND = /^(?!["'`“‘][^@]*["'`”’]@)["'`“”„‘’‚«»([,;]{1,3}|["'`“”‘’«»)\]>.,;:!，。]{1,3}$/gu;

/** Encoded characters could be anything. */
const MAILTO = /^mailto:([^?:%]+)(?:\?.*)?$/i;

/** The address in a text, or undefined if there is none or more than one. */
function addressIn(input: string): string | undefined {
	const [, sender = input] = SENDER.exec(input) ?? [];
	const bare = sender.replace(AROUND, '');
	const [, address = bare] = MAILTO.exec(bare) ?? [];
	return /^[^\s@<>"()[\]]+@[^\s@<>"()[\]]+$/.test(address) ? address : undefined;
}

/**
 * A phone number. Behind a plus sign, spaces, hyphens, dots, brackets and invisible characters are only layout, so they
 * are dropped, and so are the name of a link, such as `tel:`, and what stands around it in a table. Without a plus sign,
 * the number is sent as typed.
 *
 * @throws InvalidValue for anything else beside a plus sign: without it, the number would be another one
 */
export function phoneNumber(value: unknown): string | undefined {
	const input = trimmedText(value);
	if (input === undefined || !PLUS.test(input)) return keyText(input);
	const number = digitsAfterPlus(input);
	if (number !== undefined) return number;
	const remedy = KEPT_ZERO.test(input)
		? 'Keep the zero, but leave out its brackets'
		: 'Leave out all other text, an extension and a zero in brackets, and enter only one number';
	throw new InvalidValue(
		`must be a plus sign and the digits 0 to 9, but is ${quote(input)}. ${remedy}`,
	);
}

/**
 * The phone number of a contact. A country code alone is none: all rows without a number would be one contact. Filter
 * may look for it.
 */
export function contactPhone(value: unknown): string | undefined {
	const number = phoneNumber(value);
	if (number === undefined || !/^\+\d{0,5}$/.test(number)) return number;
	throw new InvalidValue(`must be a phone number, but is ${quote(number)}`);
}

/** A query. If all of it is an email or a phone number with a plus sign, it is cleaned as they are. */
export const searchText: Check<string | undefined> = needsExpressions((value) => {
	const query = trimmedText(value);
	return query && (addressIn(query) ?? digitsAfterPlus(query) ?? query);
});

/** A plus sign, but for that of a number that a spreadsheet has cut: 1.23457E+12. */
const PLUS = /(?<!\dE)\+/i;

/** The layout of a phone number, besides brackets. */
const STRUCTURE = new RegExp(`[${UNSEEN}\\p{Dash}.·]`, 'u');

/** A zero in brackets that stays when it is dialled from abroad. */
const KEPT_ZERO = /^\+(?:39|378)\s*[([]0/;

/** A slash behind the area code, as in German and Austrian numbers. Behind more digits, a second number may follow. */
const AREA_SLASH = /^(\+\d{2,7})\/(?=\d{4})/;

/** A zero that is dialled only inside the country, as in +44 (0)20. Behind +39 and +378 it is part of some numbers. */
const TRUNK_ZERO = /(\+(?!39|378)\d{1,3}\)?)[([]0[)\]]/;

/**
 * A plus sign and the digits after it, or undefined if there is more than layout between them. Other zeros behind a
 * bracket may be part of the number or not, and tables put .0 behind a number.
 */
function digitsAfterPlus(input: string): string | undefined {
	const bare = input.replace(AROUND, '');
	const structured = [...bare].filter((sign) => !STRUCTURE.test(sign)).join('');
	const signs = structured.replace(TRUNK_ZERO, '$1');
	const number = signs
		.replace(/^[a-z]+:/i, '')
		.replace(/[()[\]]/g, '')
		.replace(AREA_SLASH, '$1');
	return /^\+\d*$/.test(number) && !/[([]0/.test(signs) && !bare.endsWith('.0')
		? number
		: undefined;
}

/**
 * Makes a check for the code of a country in two letters, which services compare with the country that is meant.
 *
 * @param remedy what to do to send another text, if that is possible
 */
export function countryCode(remedy = ''): Check<string | undefined> {
	return (value) => {
		const code = keyText(value);
		if (code === undefined) return undefined;
		// A filter by GB, the code of the country, would not find UK.
		if (code.toUpperCase() === 'UK')
			throw new InvalidValue(`must be GB for the United Kingdom, but is ${quote(code)}${remedy}`);
		if (/^[a-z]{2}$/i.test(code)) return code;
		const expected = 'the two letters of a country, such as DE';
		throw new InvalidValue(`must be ${expected}, but is ${quote(code)}${remedy}`);
	};
}

/** The attributes of contacts, conversations and messages with key text. All others have free text. */
const KEY_TEXTS = new Map<string, Check<string | undefined>>([
	['browser_language', keyText],
	['conversation_language', keyText],
	['country_code', keyText],
	['email', email],
	['identifier', keyText],
	['labels', keyText],
	['phone_number', phoneNumber],
]);

/** The attributes whose values only one contact of an account can have. */
export const UNIQUE_ATTRIBUTES = ['email', 'identifier', 'phone_number'];

/** The check for a text that an attribute is compared with: key text, or free text as typed. */
export function textCheckFor(attribute: string): Check<string | undefined> {
	return KEY_TEXTS.get(attribute) ?? text;
}

/**
 * Makes a check reject a text that stands for no value, if an expression returned it: all rows whose formula
 * failed would become one contact. Typed by hand, it is a value like any other.
 */
export function refusingNullWord(check: Check<string | undefined>): Check<string | undefined> {
	return (value, raw) => {
		const key = check(value, raw);
		if (key === undefined || !isExpression(raw)) return key;
		if (NULL_WORD.test(key)) {
			throw new InvalidValue(`is ${quote(key)}, which stands for no value`);
		}
		if (CUT_NUMBER.test(key)) {
			throw new InvalidValue(
				`is ${quote(key)}, a number that the spreadsheet has cut. Format its column as text`,
			);
		}
		return key;
	};
}

/** A word for nothing, in quotes or brackets or without them, or signs alone, such as a dash. */
const NULL_WORD =
	/^(?:[\s\p{Ps}\p{Pe}\p{Pi}\p{Pf}<>"'`]*(?:null|nil|none|nan|n\/a|undefined|\\N)[\s\p{Ps}\p{Pe}\p{Pi}\p{Pf}<>"'`]*|[\s\p{P}\p{Sm}\p{Sc}\p{Sk}]+)$/iu;

/** A number as a spreadsheet writes it if it has more than 11 digits: 1.23457E+12. */
const CUT_NUMBER = /^[+-]?\d(?:[.,]\d+)?E[+-]\d{2,}$/i;
