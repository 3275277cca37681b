/**
 * Key text: what identifies a record, or what a service looks for. The kind of a text belongs to its
 * attribute, so that what Create stores, Filter and Search find.
 */
import { DROPPED_NAMES } from './names';
import { InvalidValue, isDate, isExpression, shown, text, trimmed } from './values';

/** A check of a value, which may also look at the parameter as typed. */
export type TextCheck = (value: unknown, typed?: unknown) => string | undefined;

/** Key text: without the spaces and invisible characters at its ends. */
export function keyText(value: unknown): string | undefined {
	if (isDate(value)) throw new InvalidValue(`must be text, but is ${shown(value)}`);
	return trimmed(text(value) ?? '') || undefined;
}

/** Key text that contains no expression of n8n: the service would take it for the value. */
export function keyword(value: unknown): string | undefined {
	const name = keyText(value);
	if (name === undefined || !name.startsWith('{{') || !name.endsWith('}}')) return name;
	throw new InvalidValue(
		`is an expression that was not evaluated: ${shown(name)}. If you typed it, switch the field to 'Expression'`,
	);
}

/** An email to store. An invisible character inside would make it another address that looks the same. */
export function email(value: unknown): string | undefined {
	return visible(keyword(value));
}

/** Email addresses that may contain placeholders of the service, such as `{{contact.email}}`. */
export function emailAddresses(value: unknown): string | undefined {
	return visible(keyText(value));
}

/**
 * A character that nobody sees, or that looks like a space. Services refuse the spaces of ASCII, but many of them
 * store all others, such as a no-break space.
 */
const HIDDEN = /(?![ \t-\r])[\p{White_Space}\u2800\p{Cc}\p{Default_Ignorable_Code_Point}]/u;

function visible(address: string | undefined): string | undefined {
	const [hidden] = HIDDEN.exec(address ?? '') ?? [];
	if (hidden === undefined) return address;
	throw new InvalidValue(`contains an invisible character (${codePoint(hidden)}). Remove it`);
}

/** The name of a character in Unicode, such as U+200B. */
export function codePoint(character: string): string {
	const [number = 0] = [character.codePointAt(0)];
	return `U+${number.toString(16).toUpperCase().padStart(4, '0')}`;
}

/**
 * A phone number. After a plus sign, spaces, hyphens, dots, brackets and invisible characters are only a way
 * of writing it, so they are dropped. Without a plus sign, the number is sent as typed.
 *
 * @throws InvalidValue for anything else after a plus sign: without it, the number would be another one
 */
export function phoneNumber(value: unknown): string | undefined {
	const typed = keyword(value);
	if (!typed?.startsWith('+')) return typed;
	const number = withoutStructure(typed);
	if (number !== undefined) return number;
	throw new InvalidValue(
		hasTrunkZero(typed)
			? `has a zero in brackets: ${shown(typed)}. Leave the zero out, or remove the brackets if callers from abroad dial it too`
			: `must have only digits after the plus sign, but is ${shown(typed)}. Leave out an extension, and enter only one number`,
	);
}

/**
 * Makes a check for the name of a query parameter.
 *
 * @param taken names that the node gives other parameters of the request
 */
export function parameterName(...taken: string[]): TextCheck {
	return (value) => {
		const name = keyword(value);
		if (name === undefined || ![...taken, ...DROPPED_NAMES].includes(name)) return name;
		throw new InvalidValue(
			taken.includes(name)
				? `is ${shown(name)}, but the node uses this name for another parameter`
				: `is ${shown(name)}, a name that n8n drops`,
		);
	};
}

/** A query. If all of it is a phone number with a plus sign, it is written as phone numbers are. */
export function searchText(value: unknown): string | undefined {
	const query = keyword(value);
	return query?.startsWith('+') ? (withoutStructure(query) ?? query) : query;
}

const SEPARATORS = /[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Dash}.·•․‧．]+/gu;
const BRACKETS = /[\p{Ps}\p{Pe}]+/gu;

/** The digits after a plus sign, or undefined if there is more than their structure between them. */
function withoutStructure(typed: string): string | undefined {
	const number = typed.replace(SEPARATORS, '').replace(BRACKETS, '');
	return /^\+\p{Nd}*$/u.test(number) && !hasTrunkZero(typed) ? number : undefined;
}

/** Whether brackets hold a zero that is dialled only inside the country, as in +44 (0)20. */
function hasTrunkZero(typed: string): boolean {
	return /\p{Ps}0/u.test(typed.replace(SEPARATORS, ''));
}

/** The attributes of contacts, conversations and messages with key text. All others have free text. */
const KEY_TEXTS = new Map<string, TextCheck>([
	['browser_language', keyword],
	['conversation_language', keyword],
	['country_code', keyword],
	['email', keyword],
	['identifier', keyword],
	['labels', keyword],
	['phone_number', phoneNumber],
]);

/** The attributes that identify a contact. */
const IDENTIFYING = ['email', 'identifier', 'phone_number'];

/** The check for the text of an attribute: key text, or free text as typed. */
export function textOf(attribute: unknown): TextCheck {
	const check = KEY_TEXTS.get(String(attribute)) ?? text;
	return IDENTIFYING.includes(String(attribute)) ? identifying(check) : check;
}

/**
 * Makes a check refuse a text that stands for no value, if an expression returned it: all rows whose formula
 * failed would become one contact. Typed by hand, it is a value like any other.
 */
export function identifying(check: TextCheck): TextCheck {
	const named = nameOf(check);
	return (value, typed) => {
		const key = named(value, typed);
		if (key === undefined || !isExpression(typed)) return key;
		if (NO_VALUE.test(key)) {
			throw new InvalidValue(`is ${shown(key)}, which stands for no value. Check the expression`);
		}
		if (!CUT_NUMBER.test(key)) return key;
		throw new InvalidValue(
			`is ${shown(key)}, a number that the spreadsheet has cut. Format its column as text`,
		);
	};
}

/** Makes a check refuse the error of a spreadsheet, if an expression returned it. */
export function nameOf(check: TextCheck): TextCheck {
	return (value, typed) => {
		const name = check(value, typed);
		if (!isExpression(typed) || !isSpreadsheetError(trimmed(name ?? ''))) return name;
		throw new InvalidValue(
			`is ${shown(name)}, which a spreadsheet shows if it has no value. Correct the cell`,
		);
	};
}

/**
 * What programs and databases write for no value, also in brackets or quotes, and signs alone, such as a dash
 * or a plus sign without digits.
 */
const NO_VALUE =
	/^(?:[\p{Ps}\p{Pi}<"']?(?:null|NULL|None|nil|nan|NaN)[\p{Pe}\p{Pf}>"']?|\\N|[\p{P}\p{Sm}\p{Sc}\p{Sk}]+)$/u;

/** A number as a spreadsheet writes it if it has more than 11 digits: 1.23457E+12. */
const CUT_NUMBER = /^[+-]?\d(?:[.,]\d+)?E[+-]\d{2,}$/i;

/**
 * Whether a text is the error of a spreadsheet: a word in capitals between # and ! or ?, such as #REF!, one
 * of the spellings of #N/A, or the #### of a column that is too narrow. LibreOffice writes Err:502.
 */
function isSpreadsheetError(name: string): boolean {
	if (!name.startsWith('#')) return /^Err:\d{3}$/.test(name);
	const isWord = /^#[^\p{Ll}\s]+[!?]$/u.test(name) && /\p{L}/u.test(name);
	return isWord || NOT_AVAILABLE.has(name.slice(1)) || /^##+$/.test(name);
}

/** #N/A in the languages of Excel, unless it ends in an exclamation mark there. */
const NOT_AVAILABLE = new Set([
	...['N/A', 'NV', 'N/D', 'N/B', 'N/V', 'I/T', 'YOK', 'Δ/Υ', 'Н/Д'],
	...['HIÁNYZIK', 'NEDOSTUPNÝ', 'NENÍ_K_DISPOZICI'],
	// Excel shows it while a formula waits for its data.
	'GETTING_DATA',
]);
