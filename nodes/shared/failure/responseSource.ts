import { isObject, isText } from '../input/values';
import type { Response } from '../operation';

// Who sent a response: the service, or something in front of it.

/**
 * Whether a response is a web page, such as a dashboard, a login page or an error page of a proxy. A text without
 * a tag is none, although many servers declare each text as HTML.
 */
export function isPage({ body, headers }: Response): boolean {
	if (!isText(body)) return false;
	const isHtml = /html/i.test(String(headers['content-type'] ?? ''));
	return /^\s*</.test(body) || (isHtml && /<[a-z!/]/i.test(body));
}

/** Unknown path, proxy without a password, timeout, request too large, too early, and rate limit. */
const CLEAR_STATUSES = [404, 407, 408, 413, 414, 425, 429];

/**
 * Whether something in front of the service refused the request, such as a firewall or a proxy, or asks for a user name
 * and a password: the documented service answers with JSON, or without a body. A text or a page with one of the
 * statuses above has a reason of its own, whoever sent it.
 */
export function isInFront(response: Response): boolean {
	const { status, body, headers } = response;
	const scheme = String(headers['www-authenticate'] ?? '');
	if (status === 401 && /^(?:basic|digest|negotiate|ntlm)/i.test(scheme)) return true;
	if (status < 400 || status >= 500 || CLEAR_STATUSES.includes(status)) return false;
	// A text that is declared as JSON is one, unless it is a page: firewalls copy the type that was asked for.
	const isDeclared = /json/i.test(String(headers['content-type'] ?? '')) && !isPage(response);
	return isText(body) && !isDeclared;
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
export function isMissingRecord({ status, body }: Response): boolean {
	if (status !== 404 || !isObject(body)) return false;
	const { error, description, errors, ...others } = body;
	if (Object.keys(others).length > 0) return false;
	if (isText(error))
		return description === undefined && errors === undefined && !UNKNOWN_PATH.test(error);
	return (
		error === undefined && isText(description) && (errors === undefined || Array.isArray(errors))
	);
}
