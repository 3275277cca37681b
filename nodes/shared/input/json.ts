/** Checks of JSON, which n8n and JavaScript must not change. */
import type { IDataObject } from 'n8n-workflow';

import { isBlank, isDate, isInexact, isObject, quote, shorten, trimmed } from '../values';
import { InvalidValue } from './invalidValue';

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
	everyPart(parsed, rejectInvalidCharacter);
	return parsed;
}

/** A copy of a value that contains only what JSON can hold: no `undefined`, and dates as text. */
export function plain<T>(value: T): T {
	return JSON.parse(JSON.stringify(value)) as T;
}

/** Rejects what would change on its way: a rounded number, an invalid date, and a text with a NUL or half of an emoji. */
export function sendable<T>(value: T): T {
	everyPart(value, (part) => {
		if (isInexact(part)) throw tooLarge(String(part));
		rejectInvalidCharacter(part);
		if (isDate(part) && part.toJSON() === null) throw new InvalidValue('contains an invalid date');
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

function rejectInvalidCharacter(value: unknown): void {
	if (typeof value !== 'string') return;
	const [, character] = INVALID_CHARACTERS.find(([pattern]) => pattern.test(value)) ?? [];
	if (character) throw new InvalidValue(`contains ${character}. Remove it`);
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

export function isJson(input: string): boolean {
	try {
		parsedJson(input);
		return true;
	} catch {
		return false;
	}
}

function parsedJson(input: string): unknown {
	try {
		return JSON.parse(trimmed(input)) as unknown;
	} catch (error) {
		return rejectJson(trimmed(input), error as SyntaxError);
	}
}

function rejectJson(input: string, { message }: SyntaxError): never {
	// The parser names a place by its position, or by the text around it.
	const [reason, at] = message.split(/ in JSON at position (\d+)|, (?=[."].* is not valid JSON$)/s);
	const around = /^, (?:\.\.\.)?"(.*)"(?:\.\.\.)? is not valid JSON$/s.exec(
		message.slice(reason.length),
	)?.[1];
	const near = at ? input.slice(Math.max(0, Number(at) - 20), Number(at) + 20) : around;
	const piece = near ? ` at ${quote(near)}` : '';
	// The parser stops where it expects a name or a value.
	const isUnquoted = /^(?:Expected property name|Unexpected token (?!'?["\]}]))/.test(reason);
	const remedy = isUnquoted
		? 'Put names and texts in straight double quotes'
		: 'Check quotes, commas and brackets there';
	throw new InvalidValue(`is not valid JSON: ${reason}${piece}. ${remedy}`);
}

/** Texts come first, so that digits in a text are not taken for a number. */
const TEXT_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/gi;

/**
 * The first number in valid JSON that JavaScript would change: a whole number beyond 2^53 that it rounds, such as the ID
 * 12345678901234567890, or one that overflows. Fractions are rounded by every program that reads them.
 */
function changedNumber(input: string): string | undefined {
	return input
		.match(TEXT_OR_NUMBER)
		?.find((token) => !token.startsWith('"') && isInexact(Number(token)) && isRounded(token));
}

/** Whether JavaScript changes the digits of a number, or finds it too large. */
export function isRounded(number: string): boolean {
	return digits(number) !== digits(String(Number(number)));
}

/** The digits of a number without zeros at their ends: the same for 1.50e3 and 15e2. */
function digits(number: string): string {
	return /[1-9](?:.*[1-9])?/.exec(number.replace(/e.*|[-.]/gi, ''))?.[0] ?? '';
}
