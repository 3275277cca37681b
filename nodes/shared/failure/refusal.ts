import type { IDataObject } from 'n8n-workflow';

import { isBlank, isObject } from '../input/values';

/** What a service said about a refusal. */
export interface Refusal {
	/** Its own words; blank if it said nothing. */
	text: string;
	/** The fields it names, as they are called on the wire. */
	fields: string[];
}

/**
 * Finds the service's own words in the body of an error.
 *
 * Understands all shapes of section 7 of the contract and those that servers of this family and
 * proxies send: `error` as text, as an object of lists or with a message, `errors` as texts, as
 * objects or as an object of lists of either, such a list alone, `message` with `attributes`,
 * `description`, `title`, `detail` and `invalid-params` (RFC 9457, 7807), plain text, nothing.
 *
 * @param nameOf the name that the user knows a field by
 */
export function refusalOf(body: unknown, nameOf: (field: string) => string): Refusal {
	if (typeof body === 'string') return { text: oneLine(body), fields: [] };
	if (Array.isArray(body)) return refusalOf({ errors: body.filter(speaks) }, nameOf);
	if (!isObject(body)) return { text: '', fields: [] };
	const { 'invalid-params': invalid, message } = body;
	const said = typeof message === 'object' ? message : undefined;
	const complaints = [body.detail, body.errors, body.error, invalid, said].flatMap(complaintsOf);
	const fields = [...complaints.flatMap(({ field }) => field ?? []), ...names(body.attributes)];
	const headline = firstText(body.description, body.message, body.title) ?? '';
	const details = complaints
		.filter(({ text }) => !headline.includes(text))
		.map(({ field, text }) => (field ? withField(nameOf(field), text) : text));
	const text = oneLine([headline, details.join('; ')].filter((part) => part !== '').join(': '));
	const inner = body.data ?? body.payload;
	if (text === '' && isObject(inner)) return refusalOf(inner, nameOf);
	return { text, fields: [...new Set(fields)] };
}

/** Numbers alone say nothing. */
function speaks(entry: unknown): boolean {
	return typeof entry === 'string' || typeof entry === 'object';
}

function firstText(...values: unknown[]): string | undefined {
	return values.filter((value) => typeof value === 'string').find((text) => !isBlank(text));
}

interface Complaint {
	field?: string;
	text: string;
}

function complaintsOf(errors: unknown): Complaint[] {
	if (typeof errors === 'string') return complaintOf(errors);
	if (Array.isArray(errors)) return flat(errors).flatMap((entry) => complaintOf(entry));
	if (!isObject(errors)) return [];
	if (typeof errors.message === 'string') return complaintOf(errors);
	return Object.entries(errors).flatMap(([field, entries]) =>
		flat([entries]).flatMap((entry) => complaintOf(entry, field)),
	);
}

/** One entry of `errors`: a text, `{field, message, code}` (contract, section 7) or RFC 9457's. */
function complaintOf(entry: unknown, about?: string): Complaint[] {
	if (!isObject(entry)) return isBlank(entry) ? [] : [{ field: about, text: String(entry) }];
	const { message, detail, error, title, code, pointer, source, name, reason } = entry;
	const text = firstText(message, detail, error, title, reason, code);
	const pointed = isObject(source) ? source.pointer : pointer;
	const field = firstText(entry.field, reason ? name : undefined, lastStep(pointed)) ?? about;
	return text === undefined && !field ? [] : [{ field, text: String(text ?? 'is not valid') }];
}

function flat(entries: unknown[]): unknown[] {
	return entries.flat(Infinity);
}

/** Servers go on after the field ("has already been taken"), or write a sentence of its own. */
function withField(name: string, text: string): string {
	return /^\p{Lu}/u.test(text) ? `${name}: ${text}` : `${name} ${text}`;
}

function names(attributes: IDataObject[string]): string[] {
	if (!Array.isArray(attributes)) return [];
	return (attributes as unknown[]).filter((name) => typeof name === 'string');
}

/** The name at the end of a JSON pointer such as `#/data/email`. */
function lastStep(pointer: unknown): string | undefined {
	return typeof pointer === 'string' ? pointer.split('/').pop() : undefined;
}

/** Shortened only when it is shown: a token that is cut in half would not be found in it. */
function oneLine(text: string): string {
	return text.replace(/\s+/g, ' ').trim();
}
