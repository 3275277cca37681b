/**
 * Checks of parameter values. A check takes the value that the user typed or an expression returned. It
 * returns the value to send, or `undefined` for a blank. It throws `InvalidValue` if the value is wrong;
 * the message continues a sentence that starts with the field's name.
 */
import type {
	IDataObject,
	INodeParameterResourceLocator,
	INodePropertyOptions,
} from 'n8n-workflow';

import { enumerate } from './names';
import { changedNumber, isInexact } from './numbers';

/** Reads a value. It may also look at the parameter as typed. */
export type Check<T> = (value: unknown, typed?: unknown) => T;

/** A wrong value. Its message continues a sentence that starts with the field's name. */
export class InvalidValue extends Error {}

/** A value of another kind than its field needs. */
export class UnexpectedValue extends InvalidValue {
	/** @param expected what the field needs, such as `a number like 50` */
	constructor(
		readonly expected: string,
		given: unknown,
	) {
		super(`must be ${expected}, but is ${quote(given)}`);
	}
}

/** A wrong value in a row of a list. Its message is a whole sentence that starts with the row. */
export class InvalidRow extends InvalidValue {
	/** @param remedy whole sentences that say what to do */
	constructor(
		message: string,
		readonly remedy?: string,
	) {
		super(message);
	}
}

/** A blank where a value is required. */
export class BlankValue extends InvalidValue {
	constructor() {
		super('is blank');
	}
}

/** Whether a parameter as typed is an expression. */
export function isExpression(typed: unknown): boolean {
	return typeof typed === 'string' && typed.startsWith('=');
}

/** Whether a value counts as left out: undefined, null, or a text in which nothing can be seen. */
export function isBlank(value: unknown): boolean {
	if (typeof value === 'string') return !VISIBLE.test(value);
	return value === undefined || value === null;
}

/** Whether a value is a text that is not blank. */
export function isText(value: unknown): value is string {
	return typeof value === 'string' && !isBlank(value);
}

/** Drops undefined fields, so that a blank field is absent from the request. */
export function withoutUndefined<T extends object>(fields: T): T {
	return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}

/** Makes a check refuse a blank. */
export function required<T>(check: Check<T | undefined>): Check<T> {
	return (value, typed) => {
		const checked = check(value, typed);
		if (checked === undefined) throw new BlankValue();
		return checked;
	};
}

/**
 * Refuses a request if all its fields are blank, although no single field is required.
 *
 * @param remedy says which fields to fill in
 * @throws InvalidValue with whole sentences, because they are about all fields
 */
export function atLeastOne<T extends object>(fields: T, remedy: string): T {
	if (Object.values(fields).some((value) => value !== undefined)) return fields;
	throw new InvalidValue(`All fields are blank for this item. ${remedy}`);
}

/** Makes a check accept a field that was left blank, but refuse an expression that returned nothing. */
export function blankOnlyAsTyped<T>(check: Check<T>): Check<T> {
	return (value, typed) => {
		if (isBlank(value) && !isBlank(typed)) {
			throw new InvalidValue(
				'is set by an expression that returned nothing. Correct the expression, or remove it',
			);
		}
		return check(value, typed);
	};
}

/** White space, controls, format characters such as a direction mark, and what Unicode lets no font show. */
export const UNSEEN = String.raw`\s\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800`;

const VISIBLE = new RegExp(`[^${UNSEEN}]`, 'u');
const VISIBLE_PART = new RegExp(`[^${UNSEEN}](?:.*[^${UNSEEN}])?`, 'su');

/** Removes white space and invisible characters around a text, which are pasted with it. */
export function trimmed(given: string): string {
	return VISIBLE_PART.exec(given)?.[0] ?? '';
}

/** A text as names are compared: trimmed, in lower case, and with é as one character however it was composed. */
export function folded(given: string): string {
	return trimmed(given).normalize('NFC').toLowerCase();
}

/** An ID: a whole number from 1 to 2^53 - 1, as a number or in plain digits. */
export function positiveInteger(value: unknown): number | undefined {
	return integer(value, 1, 'above 0');
}

/** A count: a whole number, 0 included. */
export function wholeNumber(value: unknown): number | undefined {
	return integer(value, 0, 'from 0');
}

function integer(value: unknown, least: number, range: string): number | undefined {
	if (isBlank(value)) return undefined;
	const isNumber = typeof value === 'number' || typeof value === 'string';
	const digits = isNumber ? trimmed(String(value)) : '';
	const number = /^(?:0|[1-9][0-9]*)$/.test(digits) ? Number(digits) : NaN;
	if (number >= least && Number.isSafeInteger(number)) return number;
	const { MAX_SAFE_INTEGER: largest } = Number;
	const limit = number > largest ? `. The largest that n8n keeps is ${largest}` : '';
	throw new InvalidValue(`must be a whole number ${range}, but is ${quote(value)}${limit}`);
}

/** Free text, as typed. Numbers and booleans become text, and dates ISO 8601. */
export function text(value: unknown): string | undefined {
	if (isBlank(value)) return undefined;
	if (isDate(value)) return isoText(value);
	if (typeof value === 'object' || Number.isNaN(value)) {
		throw new InvalidValue(`must be text, but is ${quote(value)}`);
	}
	return String(sendable(value));
}

/** A date of JavaScript or of Luxon, which n8n uses. Their texts in JSON are ISO 8601. */
interface AnyDate {
	toJSON: () => string | null;
}

/** Whether a value is a date. */
export function isDate(value: unknown): value is AnyDate {
	if (typeof value !== 'object' || value === null) return false;
	return isLuxonDate(value) || Object.prototype.toString.call(value) === '[object Date]';
}

/** Whether a value is a date of Luxon. */
function isLuxonDate(value: object): boolean {
	return 'isLuxonDateTime' in value && value.isLuxonDateTime === true;
}

function isoText(date: AnyDate): string {
	const written = date.toJSON();
	if (written === null) throw new InvalidValue('is an invalid date');
	return written;
}

/** An option of a dropdown: the label that the form shows, and a text as its value. */
export interface Choice<T extends string = string> extends INodePropertyOptions {
	value: T;
}

/** The option that a text names by its value or by its label, in any case: an expression may return either. */
export function choiceIn<T extends string>(
	choices: Array<Choice<T>>,
	given: unknown,
): Choice<T> | undefined {
	if (!isText(given)) return undefined;
	return choices.find((each) => [each.value, each.name].some((a) => folded(a) === folded(given)));
}

/** Makes a check that accepts only the choices of a dropdown. One whose value is blank counts as blank. */
export function choice<T extends string>(
	choices: Array<Choice<T>>,
): (value: unknown) => T | undefined {
	return (value) => {
		const chosen = choiceIn(choices, value)?.value;
		if (chosen !== undefined || isBlank(value)) return chosen || undefined;
		throw new InvalidValue(`must be ${labelsOf(choices)}, but is ${quote(value)}`);
	};
}

/** The labels of a dropdown as a message lists them. */
export function labelsOf(choices: Choice[]): string {
	return enumerate([...new Set(choices.map(({ name }) => name))], 'or');
}

/** The values of a dropdown. */
export function valuesIn(choices: Choice[]): string[] {
	return choices.map(({ value }) => value);
}

/** Text that clears its field if the user adds the field and leaves it empty. */
export function clearableText(value: unknown, typed?: unknown): string | undefined {
	if (value === undefined || value === null) return undefined;
	return text(value) ?? (isExpression(typed) ? undefined : '');
}

/** True or false, or a word or number for it: yes, no, 1, 0. */
export function boolean(value: unknown): boolean | undefined {
	if (isBlank(value)) return undefined;
	const truth = truthOf(value);
	if (truth !== undefined) return truth;
	throw new UnexpectedValue('true or false', value);
}

/** What a word or number for true or false means, and undefined for any other value. */
export function truthOf(value: unknown): boolean | undefined {
	const word = typeof value === 'object' ? '' : trimmed(String(value));
	if (/^(?:true|1|yes)$/i.test(word)) return true;
	return /^(?:false|0|no)$/i.test(word) ? false : undefined;
}

/**
 * Any JSON value, from a JSON text or from an expression that returns the value itself. The result is plain
 * JSON, in which dates are ISO 8601 texts.
 */
export function json(value: unknown): unknown {
	if (isBlank(value)) return undefined;
	if (typeof value !== 'string') return plain(sendable(value));
	const parsed = parsedJson(value);
	const changed = changedNumber(value);
	if (changed !== undefined) throw tooLarge(changed);
	everyPart(parsed, refuseInvalidCharacter);
	return parsed;
}

/** A copy of a value that contains only what JSON can hold. */
function plain(value: unknown): unknown {
	return JSON.parse(JSON.stringify(value)) as unknown;
}

/**
 * Refuses a value that would change on its way to the service.
 *
 * @throws InvalidValue for a number that JavaScript has rounded, an invalid date, and a text with a NUL or half of an
 *   emoji
 */
export function sendable<T>(value: T): T {
	everyPart(value, (part) => {
		if (isInexact(part)) throw tooLarge(String(part));
		refuseInvalidCharacter(part);
		refuseInvalidDate(part);
	});
	return value;
}

/** Checks a value and all values inside it, including the names of fields. */
function everyPart(value: unknown, check: (part: unknown) => void): void {
	check(value);
	if (typeof value !== 'object' || value === null || 'toJSON' in value) return;
	for (const [name, part] of Object.entries(value)) {
		check(name);
		everyPart(part, check);
	}
}

/** Characters that a service can't store. */
const INVALID_CHARACTERS: Array<[RegExp, string]> = [
	[/\0/, 'an invalid character (NUL)'],
	[/\p{Cs}/u, 'an invalid character, such as half of an emoji'],
];

function refuseInvalidCharacter(value: unknown): void {
	if (typeof value !== 'string') return;
	const [, character] = INVALID_CHARACTERS.find(([pattern]) => pattern.test(value)) ?? [];
	if (character) throw new InvalidValue(`contains ${character}. Remove it`);
}

function refuseInvalidDate(value: unknown): void {
	if (typeof value !== 'object' || value === null || !('toJSON' in value)) return;
	if (JSON.stringify(value) === 'null') throw new InvalidValue('contains an invalid date');
}

function tooLarge(number: string): InvalidValue {
	return new InvalidValue(
		`contains a number that is too large to keep exactly: ${shorten(number)}. Write it as text`,
	);
}

/** A JSON object, such as attributes or the definition of a flow. */
export function jsonObject(value: unknown): IDataObject | undefined {
	const parsed = json(value);
	if (parsed === undefined) return undefined;
	if (!isObject(parsed)) {
		throw new InvalidValue(`must be a JSON object like {"name": "value"}, but is ${quote(parsed)}`);
	}
	return parsed;
}

/** Whether a value is an object with fields: neither null nor a list. */
export function isObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value is that of a resource locator: `{__rl: true, mode, value}`. */
export function isLocator(value: unknown): value is INodeParameterResourceLocator {
	return isObject(value) && value.__rl === true;
}

/** The rows that the user has added to a fixed collection, under the name of its one option. */
export function rowsOf(value: unknown, name: string): IDataObject[] {
	const rows = isObject(value) ? value[name] : undefined;
	return Array.isArray(rows) ? (rows as IDataObject[]) : [];
}

/** A value as a message quotes it. */
export function quote(value: unknown): string {
	if (typeof value === 'string') return `'${shorten(value)}'`;
	if (Array.isArray(value)) return 'a list';
	if (isDate(value)) return value.toJSON() === null ? 'an invalid date' : 'a date';
	if (typeof value === 'object' && value !== null) return 'an object';
	return String(value);
}

function shorten(value: string): string {
	return value.length > 60 ? `${value.slice(0, 57)}...` : value;
}

/** Whether a text is JSON. */
export function isJson(written: string): boolean {
	try {
		parsedJson(written);
		return true;
	} catch {
		return false;
	}
}

function parsedJson(written: string): unknown {
	try {
		return JSON.parse(trimmed(written)) as unknown;
	} catch (error) {
		return refuseJson(trimmed(written), error as SyntaxError);
	}
}

function refuseJson(written: string, { message }: SyntaxError): never {
	const [reason, at] = message.split(/ in JSON at position (\d+)/);
	const piece = at ? ` at ${quote(written.slice(Math.max(0, Number(at) - 20)))}` : '';
	const remedy = reason.startsWith('Expected property name') ? '. Put names in double quotes' : '';
	throw new InvalidValue(`is not valid JSON: ${reason}${piece}${remedy}`);
}
