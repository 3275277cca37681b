import type { IDataObject } from 'n8n-workflow';

import { MAX_WRAPPERS, recordIn, wrappedIn } from '../bodies';
import { isBlank, isObject } from '../input/values';
import type { Answer, Subject } from '../operation';
import { isPage } from './page';
import { isComplaint } from './readRefusal';

/**
 * The result of a request according to its response:
 *
 * - `success`: 2xx, unless one of the following holds.
 * - `refusal`: another status, or JSON that says no.
 * - `unclear`: 2xx with a web page, or without the record or the list that the contract documents. The
 *   request may have been carried out.
 *
 * Words are not judged, because servers translate them. A body that the contract documents may be empty.
 */
type Judgement = 'success' | 'refusal' | 'unclear';

/**
 * The part of an operation that its responses are judged by. If the path of its endpoint has `{id}`, the record
 * existed before, so a record beside an error proves no success.
 */
type Expectation = Pick<Subject, 'effect' | 'noBody' | 'endpoint'>;

/** Judges a response by its status and its body. */
export function judge(answer: Answer, expected: Expectation): Judgement {
	const { status, body } = answer;
	if (status < 200 || status >= 300 || reportsFailure(body, expected)) return 'refusal';
	return isPage(answer) || isMissing(body, expected) ? 'unclear' : 'success';
}

/** Whether a body lacks the record that the contract documents, or cannot be the list. */
function isMissing(body: unknown, { effect, noBody }: Expectation): boolean {
	// Whether it contains a list is checked when its records are read.
	if (!effect) return isBlank(body) || typeof body === 'string';
	if (noBody || (body !== null && isBlank(body))) return false;
	return !recordIn(body, effect.record);
}

/**
 * Whether JSON says that the request was not carried out: by a flag, by an error with a text, or by a
 * status. Fields of a documented record say nothing about the request, and neither do errors beside
 * something that was done. A list says no if all of its entries do, unless the operation reads: then it is
 * the list of records.
 */
function reportsFailure(body: unknown, expected: Expectation, depth = 0): boolean {
	if (body === false) return true;
	if (depth > MAX_WRAPPERS) return false;
	if (Array.isArray(body)) {
		const isRefused = (entry: unknown) => reportsFailure(entry, expected, depth + 1);
		return expected.effect !== undefined && body.length > 0 && body.every(isRefused);
	}
	if (!isObject(body)) return false;
	// No documented record has these two.
	if ([body.success, body.ok].some(isFalse)) return true;
	if (expected.effect && !expected.noBody && recordIn(body, expected.effect.record) === body)
		return false;
	return (
		verbsOf(expected).some((verb) => isFalse(body[verb])) ||
		[body.status, body.statusCode, body.code].some(isFailure) ||
		(hasErrors(body) && !isPartlyDone(body, expected)) ||
		wrappedIn(body, expected.effect?.record).some((inner) =>
			reportsFailure(inner, expected, depth + 1),
		)
	);
}

function hasErrors({ error, errors }: IDataObject): boolean {
	return isComplaint(error) || isComplaint(errors);
}

/** Whether a body says, beside its errors, that something was done: a created record, or a flag or a count. */
function isPartlyDone(body: IDataObject, expected: Expectation): boolean {
	const { effect, noBody, endpoint } = expected;
	const creates = effect && !noBody && !endpoint?.url.includes('{id}');
	if (creates && recordIn(body, effect.record)) return true;
	return (
		effect !== undefined &&
		['success', 'ok', ...verbsOf(expected)].some((flag) => isTrue(body[flag]))
	);
}

/** The verb of an operation as servers use it for a flag or a count: `deleted`. */
function verbsOf({ effect }: Expectation): string[] {
	return effect ? [effect.done, effect.alsoDone ?? effect.done] : [];
}

/** A yes, or the number of records that were changed. */
function isTrue(flag: unknown): boolean {
	return flag === true || Number(wordOf(flag)) > 0 || /^true$/i.test(wordOf(flag));
}

/** Some servers write a flag as a number or as a text. */
function isFalse(flag: unknown): boolean {
	return flag === false || flag === 0 || /^(?:false|0)$/i.test(wordOf(flag));
}

/** JSend's `fail` and `error`, and HTTP's statuses from 400 to 599. */
function isFailure(status: unknown): boolean {
	return status === false || /^(?:fail|error|[45]\d\d)$/i.test(wordOf(status));
}

function wordOf(value: unknown): string {
	return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
