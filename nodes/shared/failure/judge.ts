import type { IDataObject } from 'n8n-workflow';

import { recordIn, yesOrNo } from '../bodies';
import { isBlank, isObject } from '../input/values';
import type { Response, ResponseContext } from '../operation';
import { isError } from './serviceMessage';
import { isPage } from './responseSource';

/**
 * The result of a request according to its response:
 *
 * - `success`: 2xx, unless one of the following holds.
 * - `refusal`: another status, or JSON that reports a failure.
 * - `unconfirmed`: 2xx with a web page, or without the record or the list that the contract documents. The
 *   request may have been carried out.
 *
 * Words are not judged, because servers translate them.
 */
export type Judgement = 'success' | 'refusal' | 'unconfirmed';

/**
 * The part of an operation that its responses are judged by. If the path of its endpoint has `{id}`, the record
 * existed before, so a record beside an error proves no success.
 */
type Expectation = Pick<ResponseContext, 'effect' | 'record' | 'noBody' | 'endpoint' | 'recordId'>;

/** Judges a response by its status and its body. */
export function judge(response: Response, expected: Expectation): Judgement {
	const { status, body } = response;
	if (status < 200 || status >= 300 || reportsFailure(body, expected)) return 'refusal';
	return isPage(response) || lacksRecord(body, expected) ? 'unconfirmed' : 'success';
}

/**
 * Whether a body lacks what the contract documents. An empty body is a success of a change, but not of a read. Several
 * records without that of the request prove nothing.
 */
function lacksRecord(body: unknown, expected: Expectation): boolean {
	const { effect, record, noBody, recordId } = expected;
	const name = effect?.record ?? record;
	// Whether it contains a list is checked when its records are read.
	if (name === undefined) return isBlank(body) || typeof body === 'string';
	if (noBody || (effect && body !== null && isBlank(body))) return false;
	return !recordIn(body, name, recordId);
}

/**
 * Whether JSON reports, at the top or in `payload` or `data`, that the request was not carried out:
 *
 * - `success`, `ok` or the verb of the operation is no, such as `deleted`
 * - `error` or `errors` has a text or is yes, and nothing beside it was done
 * - `status` is "error" or "fail", as in JSend
 *
 * A documented record has no `success` and no `ok`. Its other fields say nothing about the request.
 */
function reportsFailure(body: unknown, expected: Expectation): boolean {
	const { effect, record, noBody } = expected;
	const name = noBody ? undefined : (effect?.record ?? record);
	const documented = name === undefined ? undefined : recordIn(body, name);
	return levelsOf(body).some((level) => {
		if ([level.success, level.ok].some(saysNo)) return true;
		if (level === documented) return false;
		return (
			(effect && saysNo(level[effect.done])) ||
			/^(?:error|fail)$/i.test(String(level.status)) ||
			([level.error, level.errors].some(isError) && !isPartlyDone(level, expected))
		);
	});
}

/** An object, and the objects in its `payload` and its `data`. */
function levelsOf(body: unknown): IDataObject[] {
	return isObject(body) ? [body, body.payload, body.data].filter(isObject) : [];
}

/** Whether a body says, beside its errors, that something was done: a created record, or a flag or a count. */
function isPartlyDone(body: IDataObject, expected: Expectation): boolean {
	const { effect, noBody, endpoint } = expected;
	if (!effect) return false;
	const creates = !noBody && !endpoint?.url.includes('{id}');
	if (creates && recordIn(body, effect.record)) return true;
	const flags = ['success', 'ok', effect.done, effect.counted ?? effect.done];
	return levelsOf(body).some((level) => flags.some((flag) => yesOrNo(level[flag]) === true));
}

function saysNo(flag: unknown): boolean {
	return yesOrNo(flag) === false;
}
