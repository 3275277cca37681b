import type { IDataObject } from 'n8n-workflow';

import { isBlank, isObject } from '../input/values';

/** The words of the service in a response that refuses a request. */
export interface Refusal {
	/** Its own words; blank if it gave none. */
	text: string;
	/** The fields that it named, by their names in the API. */
	fields: string[];
}

export const NO_WORDS: Refusal = { text: '', fields: [] };

/** Limits for the part of a body that is read: a headline has no room for more. */
const MAX_DEPTH = 5;
const MAX_COMPLAINTS = 50;
const MAX_TEXT = 5_000;

/**
 * Finds the service's own words in the body of a response.
 *
 * It understands the errors of the contract (section 7) and those of similar servers and of proxies:
 *
 * - `error`: a text, an object with a message, or an object with a list for each field
 * - `errors`, or a list as the whole body: texts, objects, or an object with a list for each field
 * - `message`, with or without `attributes`, `description`, `title` and `reason`
 * - `detail` and `invalid-params` (RFC 9457)
 * - plain text
 *
 * @param nameOf returns the display name of a field
 */
export function readRefusal(body: unknown, nameOf: (field: string) => string, depth = 0): Refusal {
	// JSON that is cut off has data, but no words.
	if (typeof body === 'string')
		return /^\s*[[{]/.test(body) ? NO_WORDS : { text: oneLine(body), fields: [] };
	if (Array.isArray(body)) return readRefusal({ errors: body.filter(mayBeComplaint) }, nameOf);
	if (!isObject(body)) return NO_WORDS;
	const complaints = complaintsOf(body);
	const fields = [...complaints.flatMap(({ field }) => field ?? []), ...names(body.attributes)];
	const headline = firstText(body.description, body.message, body.title, body.reason) ?? '';
	const details = complaints
		.filter(({ text }) => !headline.includes(text))
		.map(({ field, text }) => (field ? withField(nameOf(field), text) : text));
	const text = oneLine([headline, details.join('; ')].filter((part) => part !== '').join(': '));
	const inner = body.data ?? body.payload;
	if (text === '' && isObject(inner) && depth < MAX_DEPTH) {
		return readRefusal(inner, nameOf, depth + 1);
	}
	return { text, fields: [...new Set(fields)] };
}

/** Whether the value of an `error` field says that something is wrong: `false`, 0 and `[]` do not. */
export function isComplaint(error: unknown): boolean {
	return error === true || complaintsIn(error).length > 0;
}

/** A list of numbers, for instance, contains no complaints. */
function mayBeComplaint(entry: unknown): boolean {
	return typeof entry === 'string' || typeof entry === 'object';
}

/** The first of several values that is a text and not blank. */
function firstText(...values: unknown[]): string | undefined {
	return values.filter((value) => typeof value === 'string').find((text) => !isBlank(text));
}

/** One error in a response, with the field that it is about if the response names one. */
interface Complaint {
	field?: string;
	text: string;
}

function complaintsOf(body: IDataObject): Complaint[] {
	const { detail, errors, error, 'invalid-params': invalid, message } = body;
	const messages = typeof message === 'object' ? message : undefined;
	return [detail, errors, error, invalid, messages].flatMap(complaintsIn).slice(0, MAX_COMPLAINTS);
}

function complaintsIn(errors: unknown): Complaint[] {
	if (typeof errors === 'string' || Array.isArray(errors)) return complaintsAbout(errors);
	if (!isObject(errors)) return [];
	if (firstText(errors.message) !== undefined) return complaintsAbout(errors);
	return Object.entries(errors)
		.slice(0, MAX_COMPLAINTS)
		.flatMap(([field, entries]) => complaintsAbout(entries, field));
}

/** The complaints in a value: a text, an object, or lists of them. */
function complaintsAbout(entries: unknown, field?: string): Complaint[] {
	return entriesIn(entries).flatMap((entry) => complaintOf(entry, field));
}

/** One entry of `errors`: a text, `{field, message, code}` (contract, section 7) or RFC 9457's. */
function complaintOf(entry: unknown, about?: string): Complaint[] {
	if (!isObject(entry)) return textOf(entry).map((text) => ({ field: about, text }));
	const { message, detail, error, title, code, pointer, source, name, reason } = entry;
	const text = firstText(message, detail, error, title, reason, code);
	const pointed = isObject(source) ? source.pointer : pointer;
	const field = firstText(entry.field, reason ? name : undefined, lastStep(pointed)) ?? about;
	return text === undefined && !field
		? []
		: [{ field, text: (text ?? 'is not valid').slice(0, MAX_TEXT) }];
}

function textOf(entry: unknown): string[] {
	if (isBlank(entry) || typeof entry === 'object' || !isError(entry)) return [];
	return [String(entry).slice(0, MAX_TEXT)];
}

/** Whether a value means that something is wrong: 0 and false do not. */
function isError(entry: unknown): boolean {
	return typeof entry === 'string' || Number(entry) > 0;
}

/** The entries of nested lists, up to the limits above. */
function entriesIn(value: unknown, depth = 0): unknown[] {
	if (!Array.isArray(value)) return [value];
	if (depth === MAX_DEPTH) return [];
	return value.slice(0, MAX_COMPLAINTS).flatMap((entry) => entriesIn(entry, depth + 1));
}

/** Servers continue the sentence after the field ("has already been taken"), or write a whole sentence. */
function withField(name: string, text: string): string {
	return /^\p{Lu}/u.test(text) ? `${name}: ${text}` : `${name} ${text}`;
}

function names(attributes: IDataObject[string]): string[] {
	if (!Array.isArray(attributes)) return [];
	const texts = (attributes as unknown[]).filter((name) => typeof name === 'string');
	return texts.slice(0, MAX_COMPLAINTS);
}

/** The name at the end of a JSON pointer such as `#/data/email`. */
function lastStep(pointer: unknown): string | undefined {
	return typeof pointer === 'string' ? pointer.split('/').pop() : undefined;
}

/** One line, cut well after the part that is shown: half a token could no longer be recognised and removed. */
function oneLine(text: string): string {
	return text.slice(0, MAX_TEXT).replace(/\s+/g, ' ').trim();
}
