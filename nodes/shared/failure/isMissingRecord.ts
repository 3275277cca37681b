import { isBlank, isObject } from '../input/values';
import type { Answer } from '../operation';

/** The error of frameworks for a path that they don't know. */
const UNKNOWN_PATH = /^not found$/i;

/**
 * Whether the service itself says that a record does not exist.
 *
 * Its 404 response is `{"error": "Resource could not be found"}` or the contract's standard error
 * `{"description", "errors"}`. Gateways and frameworks also send 404, for a path that they don't know,
 * but with another object, a text, a web page or no body.
 */
export function isMissingRecord({ status, body }: Answer): boolean {
	if (status !== 404 || !isObject(body)) return false;
	const { error, description, errors, ...others } = body;
	if (Object.keys(others).length > 0) return false;
	if (isText(error))
		return description === undefined && errors === undefined && !UNKNOWN_PATH.test(error);
	return (
		error === undefined && isText(description) && (errors === undefined || Array.isArray(errors))
	);
}

function isText(value: unknown): value is string {
	return typeof value === 'string' && !isBlank(value);
}
