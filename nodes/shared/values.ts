/** What a value is, and how a message names it. */
import type { IDataObject, INodeParameterResourceLocator } from 'n8n-workflow';

/** Whether a raw parameter is an expression. */
export function isExpression(raw: unknown): boolean {
	return typeof raw === 'string' && raw.startsWith('=');
}

/** Whether a value is empty: undefined, null, or a text in which nothing can be seen. */
export function isBlank(value: unknown): boolean {
	if (typeof value === 'string') return !VISIBLE.test(value);
	return value === undefined || value === null;
}

export function isText(value: unknown): value is string {
	return typeof value === 'string' && !isBlank(value);
}

/** Drops undefined fields, so that an empty one is not in the request. */
export function withoutUndefined<T extends object>(fields: T): T {
	return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}

/** White space, controls, format characters such as a direction mark, and what no font shows. */
export const UNSEEN = String.raw`\s\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800`;

const EMOJI = String.raw`\p{Extended_Pictographic}\p{Emoji_Modifier}?`;

/**
 * Invisible characters that make one visible sign with their neighbours: the colour of an emoji, the joiner of a family,
 * and the letters of a flag such as that of Scotland.
 */
export const PART_OF_SIGN = String.raw`(?<=${EMOJI})\ufe0f|(?<=[0-9#*])\ufe0f(?=\u20e3)|(?<=${EMOJI}\ufe0f?)\u200d(?=\p{Extended_Pictographic})|(?<=\u{1f3f4})[\u{e0020}-\u{e007e}]+\u{e007f}`;

const VISIBLE = new RegExp(`[^${UNSEEN}]`, 'u');
const VISIBLE_PART = new RegExp(`[^${UNSEEN}](?:.*[^${UNSEEN}])?(?:${PART_OF_SIGN})?`, 'su');

/** Removes white space and invisible characters around a text, which are pasted with it. */
export function trimmed(text: string): string {
	return VISIBLE_PART.exec(text)?.[0] ?? '';
}

/** A text as names are compared: trimmed, in lower case, and with é as one character however it was composed. */
export function folded(text: string): string {
	return trimmed(text).normalize('NFC').toLowerCase();
}

/** Whether a value is a date of JavaScript or of Luxon, which n8n uses. In JSON, it is ISO 8601, or null if invalid. */
export function isDate(value: unknown): value is { toJSON: () => string | null } {
	if (!isObject(value)) return false;
	return (
		value.isLuxonDateTime === true || Object.prototype.toString.call(value) === '[object Date]'
	);
}

/** Whether a value is a number that isn't finite, or a whole one beyond 2^53. */
export function isInexact(value: unknown): boolean {
	if (typeof value !== 'number') return false;
	return !Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value));
}

/** Whether a value is an object with fields: neither null nor a list. */
export function isObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

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
	return isObject(value) ? 'an object' : String(value);
}

export function shorten(value: string): string {
	return value.length > 60 ? `${value.slice(0, 57)}...` : value;
}

export function escapeHtml(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** The parameter's name for a field of the API: `phone_number` becomes `phoneNumber`. */
export function camelCase(field: string): string {
	return field.replace(/_(\w)/g, (_underscore, letter: string) => letter.toUpperCase());
}

/** The API's name for a field that a service calls phoneNumber or Phone number: `phone_number`. */
export function snakeCase(name: string): string {
	return name
		.replace(/([a-z])([A-Z])/g, '$1_$2')
		.replace(/\s+/g, '_')
		.toLowerCase();
}

/** A name of the API made readable: `phone_number` becomes Phone Number. */
export function titleCase(field: string): string {
	const words = field.split(/[_\s]+/).filter((word) => word !== '');
	return words
		.map((word) =>
			/^(?:id|url|uri)$/i.test(word) ? word.toUpperCase() : word[0].toUpperCase() + word.slice(1),
		)
		.join(' ');
}

/** Texts in a sentence: `a, b or c`, or `a, b and 7 others` with seven unnamed. */
export function enumerate(texts: string[], conjunction: 'and' | 'or', unnamed = 0): string {
	const others = unnamed > 0 ? [`${unnamed} ${unnamed === 1 ? 'other' : 'others'}`] : [];
	const all = [...texts, ...others];
	const start = all.slice(0, -1).join(', ');
	return [start, ...all.slice(-1)].filter(Boolean).join(` ${conjunction} `);
}

/**
 * The URL that a text is, or undefined if it isn't one.
 *
 * `URL.canParse` would be shorter, but Node.js 20 refuses an umlaut once V8 has optimised the call.
 */
export function urlOf(text: string): URL | undefined {
	try {
		return new URL(text);
	} catch {
		return undefined;
	}
}
