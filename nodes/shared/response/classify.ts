import type { IDataObject } from 'n8n-workflow';

import { recordIn, unwrap, yesOrNo } from './bodies';
import { isBlank, isObject, isText } from '../values';
import type { ApiResponse, ResponseContext } from '../operation';
import { isError } from './serviceMessage';

/**
 * What a response shows of its request:
 *
 * - `success`: 2xx, unless one of the following holds.
 * - `failure`: another status, or JSON that reports a failure.
 * - `noRecord`: 2xx with a web page or cut JSON, or without the record or the list that the contract documents.
 *   The request may have been carried out.
 *
 * Words don't count, because servers translate them.
 */
export type ResponseClass = 'success' | 'failure' | 'noRecord';

/** Classifies a response by its status and its body. */
export function classify(response: ApiResponse, context: ResponseContext): ResponseClass {
	const { status, body } = response;
	if (status < 200 || status >= 300 || reportsFailure(body, context)) return 'failure';
	// A read that is accepted for later (202) has no list yet.
	const isLater = status === 202 && !context.effect && !Array.isArray(unwrap(body));
	const isProof = !isWebPage(response) && !isLater && !lacksRecord(body, context);
	return isProof ? 'success' : 'noRecord';
}

/**
 * Whether a body lacks what the contract documents. An empty body is a success of a change, but not of a read. Several
 * records without that of the request prove nothing.
 */
function lacksRecord(body: unknown, context: ResponseContext): boolean {
	const { effect, undocumentedBody, recordId } = context;
	// Whether it contains a list is checked when its records are read.
	if (!effect) return isBlank(body) || typeof body === 'string';
	if (body !== null && isBlank(body)) return false;
	if (undocumentedBody) return isCutJson(body);
	return !recordIn(body, effect.record, recordId);
}

/** JSON that can't be read arrives as its text. */
function isCutJson(body: unknown): boolean {
	return typeof body === 'string' && /^\s*\{/.test(body);
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
function reportsFailure(body: unknown, context: ResponseContext): boolean {
	const { effect, undocumentedBody } = context;
	const documented = effect && !undocumentedBody ? recordIn(body, effect.record) : undefined;
	return levelsOf(body).some((level) => {
		if ([level.success, level.ok].some(saysNo)) return true;
		if (level === documented) return false;
		return (
			(effect && saysNo(level[effect.done])) ||
			/^(?:error|fail)$/i.test(String(level.status)) ||
			([level.error, level.errors].some(isError) && !isPartlyDone(level, context))
		);
	});
}

/** An object, and the objects in its `payload` and its `data`. */
function levelsOf(body: unknown): IDataObject[] {
	return isObject(body) ? [body, body.payload, body.data].filter(isObject) : [];
}

/**
 * Whether a body says, beside its errors, that something was done: a created record, or a flag or a count. If the path
 * of the endpoint has `{id}`, the record existed before, so it proves nothing.
 */
function isPartlyDone(body: IDataObject, context: ResponseContext): boolean {
	const { effect, undocumentedBody, endpoint } = context;
	if (!effect) return false;
	const creates = !undocumentedBody && !endpoint?.url.includes('{id}');
	if (creates && recordIn(body, effect.record)) return true;
	const flags = ['success', 'ok', effect.done, effect.doneAlias ?? effect.done];
	return levelsOf(body).some((level) => flags.some((flag) => yesOrNo(level[flag]) === true));
}

function saysNo(flag: unknown): boolean {
	return yesOrNo(flag) === false;
}

/**
 * Whether a response is a web page, such as a dashboard, a login page or an error page of a proxy. A text without
 * a tag is none, although many servers declare each text as HTML.
 */
export function isWebPage({ body, headers }: ApiResponse): boolean {
	if (!isText(body)) return false;
	const isHtml = /html/i.test(String(headers['content-type'] ?? ''));
	return /^\s*</.test(body) || (isHtml && /<[a-z!/]/i.test(body));
}

/** The error of frameworks for a path that they don't know. */
const UNKNOWN_PATH = /^not found$/i;

/**
 * Whether the service itself says that a record does not exist.
 *
 * Its 404 response is `{"error": "Resource could not be found"}` or the contract's standard error
 * `{"description", "errors"}`. Gateways and frameworks also send 404, for a path that they don't know,
 * but with another object, a text, a web page or no body.
 */
export function isMissingRecord({ status, body }: ApiResponse): boolean {
	if (status !== 404 || !isObject(body)) return false;
	const { error, description, errors, ...others } = body;
	if (Object.keys(others).length > 0) return false;
	if (isText(error))
		return description === undefined && errors === undefined && !UNKNOWN_PATH.test(error);
	return (
		error === undefined && isText(description) && (errors === undefined || Array.isArray(errors))
	);
}

/** What firewalls, proxies and logins say in plain text. */
const FIREWALL =
	/\b(?:firewall|waf|proxy|gateway|captcha|cloudflare|error code: ?1\d{3}|(?:access|request|address|ip)(?: (?:is|was|has been))? (?:blocked|denied|forbidden|rejected))\b/i;

/**
 * Whether something in front of the service refused the request: a web page, a firewall's words, or a 401 to 403 in plain
 * text. The service itself sends JSON or nothing.
 */
export function isInFront(response: ApiResponse): boolean {
	const { status: code, body, headers } = response;
	const scheme = String(headers['www-authenticate'] ?? '');
	if (code === 401 && /^(?:basic|digest|negotiate|ntlm)/i.test(scheme)) return true;
	if (code < 400 || code >= 500 || !isText(body)) return false;
	// Firewalls copy the type that was asked for.
	if (isWebPage(response)) return true;
	if (/json/i.test(String(headers['content-type'] ?? ''))) return false;
	return [401, 402, 403].includes(code) || FIREWALL.test(body);
}
