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
const MAX_DEPTH = 5;
const MAX_ERRORS = 50;
const MAX_TEXT = 5_000;

/**
 * Finds the service's own words in the body of a response. The most specific text comes first:
 *
 * - what is listed in `errors`, `error`, `fieldErrors`, `violations`, `invalid-params`, `message` or `detail`, or in a
 *   list as the whole body: texts, objects with a text, or texts by their field
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
	const listed = [
		...Object.entries(known)
			.filter(([name, value]) => LISTS.test(name) && !isText(value))
			.flatMap(([, value]) => detailsIn(value)),
		...[message, detail].filter(isListed).flatMap((value) => detailsIn(value)),
	].slice(0, MAX_ERRORS);
	const worded = listed.filter(({ isCode }) => !isCode);
	const own = [errors, raised, detail, message, description].filter(isText);
	const inWords = (details: Detail[]) =>
		details
			.map(({ field, text }) => withField(field, text, nameOf))
			.join('; ')
			.replaceAll('.; ', '; ');
	const texts = [
		...(worded.length > 0
			? own.filter((text) => worded.every((detail) => isIn(detail.text, text)))
			: []),
		inWords(worded),
		...own,
		inWords(listed),
		...[title, error],
	];
	const [text, ...others] = texts.filter(isText).map(oneLine);
	const named = [...listed.flatMap(({ field }) => field ?? []), ...textsOf(attributes)];
	const shown = [text ?? '', inWords(listed), ...listed.map(({ text: ofDetail }) => ofDetail)];
	const isKnown = [...listed, ...[errors, message, detail, error].filter(isText)].length > 0;
	return {
		text: text ?? oneLine(firstText(body)),
		more: worded.length > 0 ? '' : newOnes(others.filter(isSentence), shown).join('; '),
		fields: [...new Set(named)],
		...(!isKnown && { isGuess: true }),
	};
}

/** Whether a field for words has a list of them, or an object with a text. */
function isListed(value: unknown): boolean {
	return Array.isArray(value) || (isObject(value) && textOf(value) !== undefined);
}

/** Whether a text is more than the title of a kind of error, such as `Bad Request`, in which each word has a capital. */
function isSentence(text: string): boolean {
	return text.split(/\s+/).some((word) => !/^\p{Lu}/u.test(word));
}

/** The texts that say something new: none contains another one, or one that is shown. */
function newOnes(texts: string[], shown: string[]): string[] {
	const found: string[] = [];
	for (const text of texts) {
		const known = [...shown.filter(isText), ...found];
		if (!known.some((other) => isIn(other, text) || isIn(text, other))) found.push(text);
	}
	return found;
}

function isIn(part: string, text: string): boolean {
	return text.toLowerCase().includes(part.toLowerCase().replace(/\.$/, ''));
}

/** Whether the value of `error` or `errors` reports an error: yes, or a text, perhaps in a list or an object. */
export function isError(value: unknown): boolean {
	return yesOrNo(value) ?? hasText(value);
}

function hasText(value: unknown, depth = 0): boolean {
	if (typeof value !== 'object' || value === null) return isText(value);
	return depth < MAX_DEPTH && Object.values(value).some((inner) => hasText(inner, depth + 1));
}

/** The fields with errors in a body, such as `fieldErrors`, and those within an error. */
const LISTS = /(?:errors?|violations|invalid-?params)$/i;
const LISTS_WITHIN = /(?:errors|violations|children|details)$/i;

/** The errors in a value: texts, objects with a text, or either of them by their fields. */
function detailsIn(errors: unknown, field?: string, depth = 0): Detail[] {
	const isOne = isObject(errors) && [errors.message, errors.detail, errors.code].some(isText);
	if (!isObject(errors) || isOne || (textOf(errors) !== undefined && depth > 0))
		return detailsAbout(errors, field, depth);
	const details =
		depth === MAX_DEPTH
			? []
			: Object.entries(errors)
					.slice(0, MAX_ERRORS)
					.flatMap(([name, entries]) => detailsIn(entries, pathOf(field, name), depth + 1));
	return details.length === 0 && field ? [{ field, text: 'is not valid', isCode: true }] : details;
}

function detailsAbout(entries: unknown, field: string | undefined, depth: number): Detail[] {
	const list: unknown[] = Array.isArray(entries) ? entries.slice(0, MAX_ERRORS) : [entries];
	return list.flatMap((entry) => detailOf(entry, field, depth));
}

/** One entry of a list of errors: a text, or an object such as `{field, message, code}` (contract, section 7). */
function detailOf(entry: unknown, about: string | undefined, depth: number): Detail[] {
	if (isText(entry)) return [{ field: about, text: entry.slice(0, MAX_TEXT) }];
	if (!isObject(entry)) return [];
	const field = pathOf(about, fieldOf(entry));
	// NestJS has `children`, and Google has `details` with `fieldViolations`.
	const within = Object.entries(entry)
		.filter(([name, inner]) => LISTS_WITHIN.test(name) && Array.isArray(inner) && depth < MAX_DEPTH)
		.flatMap(([, inner]) => detailsAbout(inner, field, depth + 1))
		.filter((detail) => detail.field);
	if (within.length > 0) return within;
	const text = textOf(entry);
	if (text !== undefined) return [{ field, text: text.slice(0, MAX_TEXT) }];
	const code = [entry.error, entry.code].find(isText);
	if (code === undefined && !field) return [];
	return [{ field, text: code?.slice(0, MAX_TEXT) ?? 'is not valid', isCode: true }];
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

/** Where FastAPI says in which part of a request a field is. */
const PARTS = ['body', 'query', 'path', 'header', 'cookie'];

/** The field that an entry is about, perhaps as a path. */
function fieldOf({ field, property, pointer, source, loc, name, reason }: IDataObject) {
	const { pointer: within, parameter } = isObject(source) ? source : {};
	const steps = Array.isArray(loc) ? loc.slice(PARTS.includes(String(loc[0])) ? 1 : 0) : [];
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
