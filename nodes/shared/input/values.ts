/**
 * Checks of parameter values: each takes what the user or an expression gave, returns what goes on
 * the wire, `undefined` for a blank, and throws `InvalidValue` with the rest of a sentence that
 * starts with the field's name.
 */
import type { IDataObject, INodeParameterResourceLocator } from 'n8n-workflow';

import { changedNumber, isInexact } from './numbers';

export class InvalidValue extends Error {}

/** What counts as left out: it never reaches the wire. */
export function isBlank(value: unknown): boolean {
	return (
		value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
	);
}

/** Drops the entries without a value, so that a blank field is absent from the request. */
export function withoutUndefined<T extends object>(fields: T): T {
	return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}

/** Turns a check into one that refuses a blank. */
export function required<T>(check: (value: unknown) => T | undefined): (value: unknown) => T {
	return (value) => {
		const checked = check(value);
		if (checked === undefined) throw new InvalidValue('is blank');
		return checked;
	};
}

/**
 * The fields of a request of which none is required on its own.
 *
 * @param names of the fields on the form
 * @throws InvalidValue if all of them are blank: with sentences of its own, for it is about all fields
 */
export function atLeastOne<T extends object>(fields: T, names: string[]): T {
	if (Object.values(fields).some((value) => value !== undefined)) return fields;
	const known = names.map((name) => `'${name}'`).join(', ');
	throw new InvalidValue(
		`All fields are blank for this item. Fill in at least one of these: ${known}.`,
	);
}

/** Turns a check into one that takes a blank field, but refuses an expression that gives nothing. */
export function blankOnlyAsTyped<T>(
	check: (value: unknown) => T,
): (value: unknown, typed: unknown) => T {
	return (value, typed) => {
		if (isBlank(value) && !isBlank(typed)) {
			throw new InvalidValue('holds an expression that gives nothing');
		}
		return check(value);
	};
}

/** An ID as the contract has it: a whole number from 1 to 2^53 - 1, as number or in plain digits. */
export function positiveInteger(value: unknown): number | undefined {
	if (isBlank(value)) return undefined;
	const digits = typeof value === 'object' ? '' : String(value);
	if (/^[1-9][0-9]*$/.test(digits) && Number.isSafeInteger(Number(digits))) return Number(digits);
	throw new InvalidValue(`must be a whole number above 0, but is ${shown(value)}`);
}

/** A number of times, 0 included. */
export function wholeNumber(value: unknown): number | undefined {
	if (isBlank(value)) return undefined;
	const number = typeof value === 'object' ? NaN : Number(value);
	if (Number.isSafeInteger(number) && number >= 0) return number;
	throw new InvalidValue(`must be a whole number, 0 or more, but is ${shown(value)}`);
}

/** Text as typed, refused if it holds half a character; numbers and booleans become text. */
export function text(value: unknown): string | undefined {
	if (isBlank(value)) return undefined;
	if (typeof value === 'object' || Number.isNaN(value)) {
		throw new InvalidValue(`must be text, but is ${shown(value)}`);
	}
	const written = String(typeof value === 'number' ? exact(value) : value);
	if (!/\p{Cs}/u.test(written)) return written;
	throw new InvalidValue('holds half a character, such as a cut emoji');
}

/** Whether a text is only the word that a missing value has become, or an expression typed as text. */
export function isMissingWord(value: unknown): boolean {
	return /^\s*(?:undefined|null|NaN|Invalid Date\w*|\[object \w+\]|\{\{[^]*\}\})\s*$/.test(
		String(value),
	);
}

/** Turns the choices of a field into a check that takes no other, as an expression may give it. */
export function choice<T extends string>(...choices: T[]): (value: unknown) => T | undefined {
	return (value) => {
		const chosen = choices.find((each) => each === value);
		if (chosen !== undefined || isBlank(value)) return chosen;
		throw new InvalidValue(`must be ${choices.join(' or ')}, but is ${shown(value)}`);
	};
}

/** The name by which a server knows something. */
export function keyword(value: unknown): string | undefined {
	const name = text(value)?.trim();
	if (!isMissingWord(name ?? '')) return name;
	throw new InvalidValue(`is the word ${shown(name)}, so a value is missing`);
}

/** Text of a field that was added to a form: an empty one is sent too, and clears what was there. */
export function clearableText(value: unknown): string | undefined {
	if (value === undefined || value === null) return undefined;
	return text(value) ?? '';
}

/** A switch: true or false, also as the words that other systems write for them. */
export function boolean(value: unknown): boolean | undefined {
	if (isBlank(value)) return undefined;
	const word = typeof value === 'object' ? '' : String(value).trim();
	if (/^(?:true|1|yes)$/i.test(word)) return true;
	if (/^(?:false|0|no)$/i.test(word)) return false;
	throw new InvalidValue(`must be true or false, but is ${shown(value)}`);
}

/**
 * Parsed JSON of any kind, from a JSON text or from an expression that already gives a value.
 * A number that JavaScript would change is refused: the service would get another one.
 */
export function json(value: unknown): unknown {
	if (isBlank(value)) return undefined;
	const parsed = typeof value === 'string' ? parsedJson(value) : value;
	exact(value);
	return parsed;
}

/** Refuses a number that JavaScript has not kept in a value, or would not keep from a JSON text. */
export function exact<T>(value: T): T {
	const changed = typeof value === 'string' ? changedNumber(value) : inexactIn(value);
	if (changed === undefined) return value;
	throw new InvalidValue(
		`holds a number that cannot be kept exactly: ${shorten(changed)}. Write it as text`,
	);
}

function inexactIn(value: unknown): string | undefined {
	if (isInexact(value)) return String(value);
	if (!Array.isArray(value) && !isObject(value)) return undefined;
	if ('toJSON' in value && JSON.stringify(value) === 'null')
		throw new InvalidValue('holds no valid date');
	const found = Object.values(value).map(inexactIn);
	return found.find((number) => number !== undefined);
}

/** A JSON object (not a list), as free-form attributes and flow definitions are. */
export function jsonObject(value: unknown): IDataObject | undefined {
	const parsed = json(value);
	if (parsed === undefined) return undefined;
	if (!isObject(parsed)) {
		throw new InvalidValue(`must be a JSON object like {"name": "value"}, but is ${shown(parsed)}`);
	}
	return parsed;
}

/** A web address with http or https. */
export function webAddress(value: unknown): string | undefined {
	const address = text(value)?.trim();
	if (address === undefined) return undefined;
	if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) {
		throw new InvalidValue(
			`must be a web address that starts with https:// or http://, but is ${shown(value)}`,
		);
	}
	return address;
}

/** Whether a value is an object of fields: not null, not a list. */
export function isObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value is a resource locator's: `{__rl: true, mode, value}`. */
export function isLocator(value: unknown): value is INodeParameterResourceLocator {
	return isObject(value) && value.__rl === true;
}

/**
 * The rows that the user has added to a fixed collection, under the name of its one option.
 *
 * @throws InvalidValue if an expression gave something else
 */
export function rowsOf(value: unknown, name: string): IDataObject[] {
	const rows = isObject(value) ? value[name] : value;
	if (isBlank(rows)) return [];
	if (Array.isArray(rows) && (rows as unknown[]).every(isObject)) return rows as IDataObject[];
	throw new InvalidValue(`must be rows, but are ${shown(rows)}`);
}

/** A value as it is quoted in a message: short, and recognisable as text, number, list or object. */
export function shown(value: unknown): string {
	if (typeof value === 'string') return `'${shorten(value)}'`;
	if (Array.isArray(value)) return 'a list';
	if (typeof value === 'object' && value !== null) return 'an object';
	return String(value);
}

function shorten(value: string): string {
	return value.length > 60 ? `${value.slice(0, 57)}...` : value;
}

function parsedJson(value: string): unknown {
	try {
		return JSON.parse(value) as unknown;
	} catch (error) {
		return refuseJson(error as SyntaxError);
	}
}

function refuseJson({ message }: SyntaxError): never {
	throw new InvalidValue(`is not valid JSON: ${message}`);
}
