import type { IDataObject } from 'n8n-workflow';

import { isBlank, isObject } from '../input/values';

/** What a service said about a refusal. */
export interface Reason {
	/** Its own words; blank if it said nothing. */
	text: string;
	/** The fields it names, as they are called on the wire. */
	fields: string[];
}

/**
 * Finds the service's own words in the body of an error.
 *
 * Understands all shapes of section 7 of the contract and those that servers of this family send:
 * `error` as text, as an object of lists or with a message, `errors` as texts, as objects or as an
 * object of lists of either, `message` with `attributes`, `description`, plain text, nothing.
 *
 * @param nameOf the name that the user knows a field by
 */
export function reasonOf(body: unknown, nameOf: (field: string) => string): Reason {
	if (typeof body === 'string') return { text: sentence(body), fields: [] };
	if (!isObject(body)) return { text: '', fields: [] };
	const complaints = [...complaintsOf(body.errors), ...complaintsOf(body.error)];
	const fields = [...complaints.flatMap(({ field }) => field ?? []), ...names(body.attributes)];
	const headlines = [body.description, body.message].filter((part) => typeof part === 'string');
	const headline = headlines.find((part) => !isBlank(part)) ?? '';
	const details = complaints
		.filter(({ text }) => !headline.includes(text))
		.map(({ field, text }) => (field ? withField(nameOf(field), text) : text));
	return {
		text: sentence([headline, details.join('; ')].filter((part) => part !== '').join(': ')),
		fields: [...new Set(fields)],
	};
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

/** One entry of `errors`: a text, or `{field, message, code}` (contract, section 7). */
function complaintOf(entry: unknown, about?: string): Complaint[] {
	if (!isObject(entry)) return isBlank(entry) ? [] : [{ field: about, text: String(entry) }];
	const texts = [entry.message, entry.error, entry.code];
	const text = texts.find((part) => typeof part === 'string' && part !== '');
	const field = typeof entry.field === 'string' && entry.field !== '' ? entry.field : about;
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

/** One line, not longer than a headline can be. */
function sentence(text: string): string {
	const line = text.replace(/\s+/g, ' ').trim();
	return line.length > 300 ? `${line.slice(0, 297)}...` : line;
}
