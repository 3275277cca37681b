import { yesOrNo } from './bodies';
import { isObject, isText } from '../values';

/** The words of the service in a response that refuses a request. */
export interface ServiceMessage {
	/** Its own words; blank if it gave none. */
	text: string;
	/** The fields that it named, by their names in the API. */
	fields: string[];
}

export const NO_MESSAGE: ServiceMessage = { text: '', fields: [] };

/** Rails' name for an error that is not about a single field. */
export const WHOLE_RECORD = 'base';

/** Limits for the part of a body that is read: a headline has no room for more. */
const MAX_DEPTH = 5;
const MAX_ERRORS = 50;
const MAX_TEXT = 5_000;

/**
 * Finds the service's own words in the body of a response, in the errors of the contract (section 7), of Rails
 * and of Chatwoot:
 *
 * - `error` or `errors`, or a list as the whole body: texts, objects with a message, or texts by their field
 * - `description` or `message`, with or without `attributes`
 * - plain text
 *
 * In any other body, they are the first text inside that is more than a word.
 *
 * @param nameOf returns the display name of a field
 */
export function readServiceMessage(
	body: unknown,
	nameOf: (field: string) => string,
): ServiceMessage {
	// JSON that is cut off has data, but no words.
	if (typeof body === 'string')
		return /^\s*[[{]/.test(body) ? NO_MESSAGE : { text: oneLine(body), fields: [] };
	const known = isObject(body) ? body : { errors: body };
	const { description, message, attributes, errors, error } = known as Record<string, unknown>;
	const found = [errors, error].flatMap(fieldErrorsIn).slice(0, MAX_ERRORS);
	const headline = [description, message].find(isText) ?? '';
	const details = found
		.filter(({ text }) => !headline.includes(text))
		.map(({ field, text }) =>
			field && field !== WHOLE_RECORD ? withField(nameOf(field), text) : text,
		)
		.join('; ');
	const sentence =
		headline && details ? `${headline.replace(/(?<![.:\s])[.:\s]+$/, '')}: ${details}` : headline;
	const fields = [...found.flatMap(({ field }) => field ?? []), ...textsOf(attributes)];
	return { text: oneLine(sentence || details || firstText(body)), fields: [...new Set(fields)] };
}

/** Whether the value of `error` or `errors` reports an error: yes, or a text, perhaps in a list or an object. */
export function isError(value: unknown): boolean {
	return yesOrNo(value) ?? hasText(value);
}

function hasText(value: unknown, depth = 0): boolean {
	if (typeof value !== 'object' || value === null) return isText(value);
	return depth < MAX_DEPTH && Object.values(value).some((inner) => hasText(inner, depth + 1));
}

/** The errors in a response, with the field that each is about if the response names one. */
function fieldErrorsIn(errors: unknown) {
	if (!isObject(errors) || isText(errors.message)) return fieldErrorsAbout(errors);
	return Object.entries(errors)
		.slice(0, MAX_ERRORS)
		.flatMap(([field, entries]) => fieldErrorsAbout(entries, field));
}

function fieldErrorsAbout(entries: unknown, field?: string) {
	const list: unknown[] = Array.isArray(entries) ? entries.slice(0, MAX_ERRORS) : [entries];
	return list.flatMap((entry) => fieldErrorOf(entry, field));
}

/** One entry of `errors`: a text, or `{field, message, code}` (contract, section 7). */
function fieldErrorOf(entry: unknown, about?: string) {
	if (isText(entry)) return [{ field: about, text: entry.slice(0, MAX_TEXT) }];
	if (!isObject(entry)) return [];
	const text = [entry.message, entry.error, entry.code].find(isText);
	const field = isText(entry.field) ? entry.field : about;
	if (text === undefined && !field) return [];
	return [{ field, text: text?.slice(0, MAX_TEXT) ?? 'is not valid' }];
}

/** Servers continue the sentence after the field ("has already been taken"), or write a whole sentence. */
function withField(name: string, text: string): string {
	return /^\p{Lu}/u.test(text) ? `${name}: ${text}` : `${name} ${text}`;
}

/** The first text that is more than a word, or else the first one: `msg` rather than `loc` of FastAPI. */
function firstText(body: unknown): string {
	const texts = textsIn(body);
	return texts.find((text) => /\S\s+\S/.test(text)) ?? texts[0] ?? '';
}

/** The texts in a value, as deep as the limit. */
function textsIn(value: unknown, depth = 0): string[] {
	if (isText(value)) return [value];
	if (typeof value !== 'object' || value === null || depth === MAX_DEPTH) return [];
	return Object.values(value).flatMap((inner) => textsIn(inner, depth + 1));
}

function textsOf(list: unknown): string[] {
	return Array.isArray(list) ? list.filter(isText).slice(0, MAX_ERRORS) : [];
}

/** One line, cut well after the part that is shown: half a token could no longer be recognised and removed. */
function oneLine(text: string): string {
	return text.slice(0, MAX_TEXT).replace(/\s+/g, ' ').trim();
}
