import type { IDataObject } from 'n8n-workflow';

import { yesOrNo } from './bodies';
import { isObject, isText } from '../values';

/** The words of the service in a response that refuses a request. */
export interface ServiceMessage {
	/** The most specific of its words, or an empty text. */
	text: string;
	/** What else it says that is new, unless it listed the errors, or an empty text. */
	more: string;
	/** The fields that it named, by their names in the API. */
	fields: string[];
	/** Set if the text may be data, because it is in no field that only errors have. */
	isGuess?: true;
}

/** A text about a request, or about one of its fields. */
interface Detail {
	field?: string;
	text: string;
	/** Set if the service gives no more than a code. */
	isCode?: true;
}

export const NO_MESSAGE: ServiceMessage = { text: '', more: '', fields: [] };

/** The names of Rails and Django for errors that are not about a single field. */
const WHOLE_RECORD = ['base', 'non_field_errors', '__all__'];

/** Limits for the part of a body that is read: a headline has no room for more. */
const MAX_DEPTH = 8;
const MAX_ERRORS = 50;
const MAX_TEXT = 5_000;

/** The fields that list errors, such as `fieldErrors`, in a body and within an error. */
const LISTS = /(?:errors?|violations|invalid-?params|message|details?|children)$/i;

/**
 * Finds the service's own words in the body of a response. The most specific text comes first:
 *
 * - what is listed in a field such as `errors`, or in a list as the whole body (`detailsIn`)
 * - the text `detail`, `message` or `description`
 * - the text `title` or `error`
 *
 * These are the errors of the contract (section 7), of Chatwoot and Rails, Laravel, NestJS, Spring and FastAPI, of
 * problem details (RFC 9457) and of JSON:API. In any other body, the words are the first text inside that is more than
 * one word.
 *
 * @param nameOf returns the display name of a field
 */
export function readServiceMessage(
	body: unknown,
	nameOf: (field: string) => string,
): ServiceMessage {
	// JSON that is cut off has data, but no words.
	if (typeof body === 'string')
		return /^\s*[[{]/.test(body) ? NO_MESSAGE : { ...NO_MESSAGE, text: oneLine(body) };
	const known: IDataObject =
		isObject(body) && !isTextsByField(body) ? body : { errors: body as [] };
	const { errors, error, message, detail, description, title, attributes } = known;
	// Rails in development: `#<ActiveRecord::RecordNotFound: Couldn't find Label>`.
	const [, raised] = /^#<[\w:]+: (.+)>$/s.exec(String(known.exception)) ?? [];
	const listed = Object.entries(known)
		.filter(([name, value]) => LISTS.test(name) && !isText(value))
		.flatMap(([, value]) => detailsIn(value))
		.slice(0, MAX_ERRORS);
	const worded = listed.filter(({ isCode }) => !isCode);
	const own = [errors, raised, detail, message, description].filter(isText);
	const inWords = (details: Detail[]) =>
		details
			.map(({ field, text }) => withField(field, text, nameOf))
			.join('; ')
			.replaceAll('.; ', '; ');
	const [text = oneLine(firstText(body)), ...others] = [
		// A text that has all that is listed says it in a sentence.
		...own.filter((whole) => worded.every((part) => isIn(part.text, whole))),
		inWords(worded),
		...own,
		inWords(listed),
		...[title, error],
	]
		.filter(isText)
		.map(oneLine);
	const shown = [text, inWords(listed)].filter(isText);
	const isNew = (other: string) =>
		isSentence(other) && !shown.some((one) => isIn(one, other) || isIn(other, one));
	const isKnown = [...listed, ...[errors, message, detail, error].filter(isText)].length > 0;
	return {
		text,
		more: (worded.length === 0 && others.find(isNew)) || '',
		fields: [...new Set([...listed.flatMap(({ field }) => field ?? []), ...textsOf(attributes)])],
		...(!isKnown && { isGuess: true }),
	};
}

/** Whether a text is more than the title of a kind of error, such as `Bad Request`, in which each word has a capital. */
function isSentence(text: string): boolean {
	return text.split(/\s+/).some((word) => !/^\p{Lu}/u.test(word));
}

function isIn(part: string, text: string): boolean {
	return text.toLowerCase().includes(part.toLowerCase().replace(/\.$/, ''));
}

/** Whether the value of `error` or `errors` reports an error: yes, or a text, perhaps in a list or an object. */
export function isError(value: unknown): boolean {
	return yesOrNo(value) ?? textsIn(value).length > 0;
}

/**
 * The errors in a value, each with the path of its field:
 *
 *     a text
 *     a list of errors
 *     an error, such as `{field, message, code}` (contract, section 7), or the errors that it lists itself
 *     errors by their fields
 */
function detailsIn(value: unknown, field?: string, depth = 0): Detail[] {
	if (isText(value)) return [{ field, text: value.slice(0, MAX_TEXT) }];
	if (Array.isArray(value) && depth < MAX_DEPTH)
		return value.slice(0, MAX_ERRORS).flatMap((entry) => detailsIn(entry, field, depth + 1));
	if (!isObject(value) || depth === MAX_DEPTH) return withoutText(field);
	const own = fieldOf(value);
	const about = pathOf(field, own);
	const entries = Object.entries(value).slice(0, MAX_ERRORS);
	const within = entries
		.filter(([name, inner]) => LISTS.test(name) && Array.isArray(inner))
		.flatMap(([, inner]) => detailsIn(inner, about, depth + 1))
		.filter((detail) => detail.field);
	if (within.length > 0) return within;
	const { message, detail, code, error } = value;
	// In `errors` itself, a text such as `title` may be that of a field.
	const isOne = depth > 0 || [message, detail, code].some(isText);
	const text = isOne ? textOf(value) : undefined;
	if (text !== undefined) return [{ field: about, text: text.slice(0, MAX_TEXT) }];
	const codes = isOne ? [error, code].filter(isText) : [];
	if (own ?? codes[0]) return withoutText(about, codes[0]?.slice(0, MAX_TEXT));
	const byField = entries.flatMap(([name, inner]) =>
		detailsIn(inner, pathOf(field, name), depth + 1),
	);
	return byField.length > 0 ? byField : withoutText(field);
}

/** An error of which the service gives no more than a code, or than its field. */
function withoutText(field: string | undefined, code?: string): Detail[] {
	return field || code ? [{ field, text: code ?? 'is not valid', isCode: true }] : [];
}

/** The path of a field in another one, without names that stand for no field. */
function pathOf(...names: Array<string | undefined>): string | undefined {
	const steps = names.filter((name) => name && !WHOLE_RECORD.includes(name));
	return steps.length > 0 ? steps.join('.') : undefined;
}

/** The text of an entry, in the fields that the frameworks use. */
function textOf(entry: IDataObject): string | undefined {
	const { detail, message, defaultMessage, msg, description, reason, constraints, title } = entry;
	const ofConstraints = isObject(constraints) ? textsOf(Object.values(constraints)).join('; ') : '';
	const texts = [detail, message, defaultMessage, msg, description, reason, ofConstraints, title];
	return texts.find(isText);
}

/** The field that an entry is about, perhaps as a path. */
function fieldOf({ field, property, pointer, source, loc, name, reason }: IDataObject) {
	const { pointer: within, parameter } = isObject(source) ? source : {};
	const steps = Array.isArray(loc) ? loc : [];
	const named = [field, property, pointer, within, parameter, steps.join('.'), reason && name];
	return named.find(isText)?.replace(/^#/, '');
}

/** Whether a body has nothing but texts in lists, by their fields, as Rails and Django send the errors of a record. */
function isTextsByField(body: IDataObject): boolean {
	const others = ['errors', 'error', 'message', 'detail', 'payload', 'data'];
	return !others.some((name) => name in body) && isTexts(body);
}

/** Whether a value is a list of texts, or has nothing but these by their names. */
function isTexts(value: unknown, depth = 0): boolean {
	if (Array.isArray(value)) return value.length > 0 && value.every(isText);
	if (!isObject(value) || depth === MAX_DEPTH) return false;
	const inner = Object.values(value);
	return inner.length > 0 && inner.every((one) => isTexts(one, depth + 1));
}

/**
 * A text with the field that it is about, unless it begins with that itself. Servers continue the sentence after the field
 * ("has already been taken"), or write a whole sentence.
 */
function withField(
	field: string | undefined,
	text: string,
	nameOf: (field: string) => string,
): string {
	if (!field) return text;
	const name = nameOf(field);
	const start = asWords(text).replace(/^ the /, ' ');
	if ([name, field].some((label) => start.startsWith(asWords(label)))) return text;
	return /^\p{Lu}/u.test(text) ? `${name}: ${text}` : `${name} ${text}`;
}

/** A text in lower case with one space before, after and between its words. */
function asWords(text: string): string {
	return ` ${text
		.toLowerCase()
		.split(/[^\p{L}\p{N}]+/u)
		.filter(Boolean)
		.join(' ')} `;
}

/** The first text that is more than a word, which may be a code or a state. */
function firstText(body: unknown): string {
	return textsIn(body).find((text) => /\S\s+\S/.test(text)) ?? '';
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

/** One line, cut well after the part that is shown. */
function oneLine(text: string): string {
	return text.slice(0, MAX_TEXT).replace(/\s+/g, ' ').trim();
}
