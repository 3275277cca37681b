import type { IDataObject } from 'n8n-workflow';

import { isBlank, isObject } from '../input/values';

/** What the service said when it refused a request. */
export interface Refusal {
	/** Its own words; blank if it gave none. */
	text: string;
	/** The fields it named, as on the wire. */
	fields: string[];
}

export const NO_WORDS: Refusal = { text: '', fields: [] };

/** Bounds for what is read of a body: nobody reads more in a headline. */
const MAX_DEPTH = 5;
const MAX_COMPLAINTS = 50;
const MAX_TEXT = 5_000;

/**
 * Finds the service's own words in the body of a response.
 *
 * Understands all shapes of section 7 of the contract and those that servers of this family and
 * proxies send: `error` as text, as an object of lists or with a message, `errors` as texts, as
 * objects or as an object of lists of either, such a list alone, `message` with `attributes`,
 * `reason`, `description`, `title`, `detail` and `invalid-params` (RFC 9457, 7807), plain text.
 *
 * @param nameOf the name that the user knows a field by
 */
export function refusalOf(body: unknown, nameOf: (field: string) => string, depth = 0): Refusal {
	if (typeof body === 'string') return { text: oneLine(body), fields: [] };
	if (Array.isArray(body)) return refusalOf({ errors: body.filter(speaks) }, nameOf);
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
		return refusalOf(inner, nameOf, depth + 1);
	}
	return { text, fields: [...new Set(fields)] };
}

/** Whether a value in the place of an error says that something is wrong. */
export function isComplaint(error: unknown): boolean {
	return error === true || complaintsIn(error).length > 0;
}

/** Numbers alone say nothing. */
function speaks(entry: unknown): boolean {
	return typeof entry === 'string' || typeof entry === 'object';
}

/** The first of several values that is a text with something in it. */
export function firstText(...values: unknown[]): string | undefined {
	return values.filter((value) => typeof value === 'string').find((text) => !isBlank(text));
}

interface Complaint {
	field?: string;
	text: string;
}

function complaintsOf(body: IDataObject): Complaint[] {
	const { detail, errors, error, 'invalid-params': invalid, message } = body;
	const said = typeof message === 'object' ? message : undefined;
	return [detail, errors, error, invalid, said].flatMap(complaintsIn).slice(0, MAX_COMPLAINTS);
}

function complaintsIn(errors: unknown): Complaint[] {
	if (typeof errors === 'string' || Array.isArray(errors)) return complaintsAbout(errors);
	if (!isObject(errors)) return [];
	if (firstText(errors.message) !== undefined) return complaintsAbout(errors);
	return Object.entries(errors)
		.slice(0, MAX_COMPLAINTS)
		.flatMap(([field, entries]) => complaintsAbout(entries, field));
}

/** The complaints in one place: a text, an object, or lists of them. */
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
	if (isBlank(entry) || typeof entry === 'object' || !isTelling(entry)) return [];
	return [String(entry).slice(0, MAX_TEXT)];
}

/** Of numbers and booleans, 0 and false mean that nothing is wrong. */
function isTelling(entry: unknown): boolean {
	return typeof entry === 'string' || Number(entry) > 0;
}

/** The entries of nested lists, as far as anybody would read them. */
function entriesIn(value: unknown, depth = 0): unknown[] {
	if (!Array.isArray(value)) return [value];
	if (depth === MAX_DEPTH) return [];
	return value.slice(0, MAX_COMPLAINTS).flatMap((entry) => entriesIn(entry, depth + 1));
}

/** Servers go on after the field ("has already been taken"), or write a sentence of its own. */
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

/** Cut far behind what is shown: of a token that is cut in half, the start could be read. */
function oneLine(text: string): string {
	return text.slice(0, MAX_TEXT).replace(/\s+/g, ' ').trim();
}
