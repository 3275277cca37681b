import type { IDataObject } from 'n8n-workflow';

import { isBlank, isObject } from '../input/values';
import type { Answer } from '../transport/answer';
import type { Effect } from './effectText';
import { firstText, isComplaint } from './refusal';

/**
 * The result of a request according to its response:
 *
 * - `success`: 2xx, and the body contains the documented record. If no body is documented, it confirms.
 * - `refusal`: another status, or 2xx with a body that says no, such as `{"success": false}`.
 * - `unclear`: 2xx with a body that proves nothing. The request may have been carried out.
 */
export type Judgement = 'success' | 'refusal' | 'unclear';

/** The part of an operation that its responses are judged by. */
export interface Expectation {
	/** Set for an operation that changes data. */
	effect?: Effect;
	/** Whether the contract documents no response body. */
	noBody?: boolean;
	/** Whether it deletes one record. */
	deletes?: boolean;
	/** If its path has `{id}`, the record existed before, so a record beside a complaint proves no success. */
	endpoint?: { url: string };
}

/** Judges a response by its status and its body. */
export function judge({ status, body }: Answer, expected: Expectation): Judgement {
	if (status < 200 || status >= 300 || saysNo(body, expected)) return 'refusal';
	return isProof(body, expected) ? 'success' : 'unclear';
}

/** Whether the body of a 2xx response proves that the request was carried out. */
function isProof(body: unknown, { effect, noBody }: Expectation): boolean {
	// Whether it contains a list is checked when its records are read.
	if (!effect) return !isBlank(body) && typeof body !== 'string';
	if (body !== null && isBlank(body)) return true;
	return noBody ? confirms(body, effect) : holdsRecord(body, effect);
}

/** Maximum depth of nested wrappers. */
const MAX_DEPTH = 5;

/** Whether a body contains a record, in any wrapper. */
function holdsRecord(body: unknown, effect: Effect, depth = 0): boolean {
	if (depth > MAX_DEPTH) return false;
	if (Array.isArray(body)) return body.some((entry) => holdsRecord(entry, effect, depth + 1));
	if (!isObject(body)) return false;
	const { id, payload, data, [effect.record.replaceAll(' ', '_')]: named } = body;
	if (isId(id)) return true;
	return [payload, data, named].some((inner) => holdsRecord(inner, effect, depth + 1));
}

/** Whether it identifies a record: some frameworks write false or 0 if there is none. */
function isId(value: unknown): boolean {
	return typeof value === 'string' ? !isBlank(value) : typeof value === 'number' && value !== 0;
}

/** Words and flags that servers use to confirm an action. */
const DONE_WORDS = [
	...['ok', 'okay', 'success', 'successful', 'successfully', 'done', 'true', 'accepted'],
	...['created', 'updated', 'deleted', 'destroyed', 'removed', 'pushed', 'published', 'synced'],
	...['rescheduled', 'completed', 'sent', 'queued', 'enqueued', 'scheduled', 'started'],
];

/** Words that may appear in a confirmation without changing its meaning. */
const FILLERS = ['a', 'the', 'was', 'is', 'has', 'have', 'been', 'request', 'job', 'with', 'id'];

/** Whether a text only confirms an action, such as "Label deleted". */
function confirmsInWords(text: string, { record }: Effect): boolean {
	const words = text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? [];
	const others = [...FILLERS, ...record.split(' ')];
	const isHarmless = (word: string) => others.includes(word) || /^\d+$/.test(word);
	return (
		words.some((word) => DONE_WORDS.includes(word)) &&
		words.every((word) => DONE_WORDS.includes(word) || isHarmless(word))
	);
}

/** Fields for messages and codes. Any other field is data, and data confirms. */
const WORD_FIELDS = [
	...['message', 'description', 'title', 'detail', 'reason'],
	...['status', 'state', 'result'],
];
const OTHER_FIELDS = ['statusCode', 'code', 'attributes', 'error', 'errors', 'request_id'];

/** Names of other fields for errors, such as `failed` or `errorMessage`. */
const ERROR_NAME = /error|fail|exception|reject|(?:^|_)(?:err|fault)/i;

/** Whether a body confirms the action of an operation without a documented response. */
function confirms(body: unknown, effect: Effect, depth = 0): boolean {
	if (body === null || body === true) return true;
	if (typeof body === 'string') return confirmsInWords(body, effect);
	if (Array.isArray(body)) return body.some(isObject);
	if (!isObject(body) || depth > MAX_DEPTH || speaksOfErrors(body)) return false;
	const data = Object.keys(body).filter(
		(name) => ![...WORD_FIELDS, ...OTHER_FIELDS].includes(name),
	);
	if (data.length === 1 && ['payload', 'data'].includes(data[0])) {
		return confirms(body[data[0]], effect, depth + 1);
	}
	const words = firstText(...WORD_FIELDS.map((name) => body[name]));
	return data.length > 0 || words === undefined || confirmsInWords(words, effect);
}

/** Whether a body has errors, and nothing that was done in spite of them. */
function speaksOfErrors(body: IDataObject): boolean {
	const said = Object.entries(body).filter(([name]) => ERROR_NAME.test(name));
	const hasErrors = ([, value]: [string, unknown]) =>
		!NO.test(wordOf(value)) && (isComplaint(value) || Number(wordOf(value)) > 0);
	return !isPartlyDone(body) && said.some(hasErrors);
}

/**
 * Whether a body says that the request was not carried out: it has errors or a flag that says no, and no
 * record. If the request has created a record, errors in the body are about something else.
 */
function saysNo(body: unknown, expected: Expectation, depth = 0): boolean {
	if (body === false || isListOfTexts(body, expected)) return true;
	if (!isObject(body) || depth > MAX_DEPTH) return false;
	const { effect, noBody, endpoint } = expected;
	const isRecord = !noBody && isId(body.id);
	if (saysNotDone(body, isRecord ? {} : expected)) return true;
	const creates = effect && !noBody && !endpoint?.url.includes('{id}');
	if (isRecord || (creates && holdsRecord(body, effect))) return false;
	const { error, errors, status, statusCode, code, state, result, payload, data } = body;
	if (noBody && isPartlyDone(body)) return false;
	const failed = [status, statusCode, code, state, result].some((value) =>
		FAILED.test(wordOf(value)),
	);
	return (
		failed ||
		isComplaint(error) ||
		isComplaint(errors) ||
		saysNo(payload ?? data, expected, depth + 1)
	);
}

const FAILED = /^(?:error|fail|false$|[45]\d\d$)/i;

/** A list of texts contains the errors of a refusal (contract, section 7), unless the operation reads a list. */
function isListOfTexts(body: unknown, { effect }: Expectation): boolean {
	if (!effect || !Array.isArray(body) || body.length === 0) return false;
	return (body as unknown[]).every((entry) => typeof entry === 'string' && !isBlank(entry));
}

/**
 * Whether a flag says no, as `{"pushed": false}` does. Some servers write it as a text or a number.
 *
 * @param expected without an effect for a record, because its other fields may have the names of flags
 */
function saysNotDone(body: IDataObject, { effect, deletes }: Expectation): boolean {
	if (effect && DONE_WORDS.some((flag) => /^(?:false|no)$/i.test(wordOf(body[flag])))) return true;
	// Beside other counts, a zero is a count, not a flag. But one record is either deleted or not.
	const counts = !deletes && Object.entries(body).some(isCount);
	const flags = ['success', 'ok', ...(effect ? [effect.done] : [])];
	return flags.some((flag) => (counts ? /^(?:false|no)$/i : NO).test(wordOf(body[flag])));
}

const NO = /^(?:false|no|0)$/i;

function isCount([name, value]: [string, unknown]): boolean {
	return typeof value === 'number' && value !== 0 && !NUMBER_OF_NO_COUNT.test(name);
}

const NUMBER_OF_NO_COUNT = /^(?:code|status|statusCode|(?:.*_)?id)$/;

/** A text, number or boolean as a word; blank for everything else. */
function wordOf(value: unknown): string {
	return typeof value === 'object' || value === undefined ? '' : String(value);
}

/** Whether a body confirms a part of the action: `{"published": 118, "errors": [...]}`. */
function isPartlyDone(body: IDataObject): boolean {
	return DONE_WORDS.some((word) => body[word] === true || Number(wordOf(body[word])) > 0);
}
