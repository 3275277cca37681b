import type { IDataObject } from 'n8n-workflow';

/** A larger number is a time since 1970, not a number of seconds to wait. */
const MAX_SECONDS = 100_000_000;

/** Headers of a response, with names in lower case. */
type Headers = IDataObject;

/**
 * The wait that a service asks for in its response headers.
 *
 * Reads `Retry-After` (RFC 9110, section 10.2.3). After a 429 without one, it reads the reset of the
 * exhausted limit from `RateLimit` (IETF draft), `RateLimit-Remaining` and `-Reset`, or the same two with
 * an `X-` in front.
 *
 * @param rateLimited whether the response is a 429: only then do the rate-limit headers count
 * @param now the caller's clock in milliseconds since 1970, for a service without a `Date` header
 * @returns milliseconds, 0 if the service asks for no wait
 */
export function retryAfterMs(headers: Headers, rateLimited: boolean, now = Date.now()): number {
	const clock = serviceClock(headers, now);
	const asked = possible(retryAfterHeaderMs(headers, clock));
	return asked || (rateLimited ? possible(exhaustedLimitMs(headers, clock)) : 0);
}

/** A wait, or 0 if it is over or not a number. */
function possible(ms: number): number {
	return ms > 0 && ms < Infinity ? ms : 0;
}

/** Reads seconds, with or without a fraction or the unit, or a date. Of several values, the longest counts. */
function retryAfterHeaderMs(headers: Headers, clock: number): number {
	const value = text(headers, 'retry-after');
	const parts = value
		.split(',')
		.map((part) => /^(\d+(?:\.\d+)?|\.\d+)\s*s?$/i.exec(part.trim())?.[1]);
	const isNumber = parts.every((part) => part !== undefined);
	return isNumber ? waitMs(Math.max(...parts.map(Number)), clock) : dateMs(value) - clock;
}

/** The three formats of a date (RFC 9110, section 5.6.7). The last one has no time zone, but means GMT too. */
const DATE_FORMATS = [
	/^[a-z]{3}, \d\d [a-z]{3} \d{4} \d\d:\d\d:\d\d GMT$/i,
	/^[a-z]{6,9}, \d\d-[a-z]{3}-\d\d \d\d:\d\d:\d\d GMT$/i,
	/^[a-z]{3} [a-z]{3} [ \d]\d \d\d:\d\d:\d\d \d{4}$/i,
];

/** A date in milliseconds since 1970; NaN for any other text, which `Date.parse` might take for a date. */
function dateMs(value: string): number {
	if (!DATE_FORMATS.some((format) => format.test(value))) return NaN;
	return Date.parse(/GMT$/i.test(value) ? value : `${value} GMT`);
}

/** The longest wait for a limit that is used up. */
function exhaustedLimitMs(headers: Headers, clock: number): number {
	const limits = [
		...text(headers, 'ratelimit').split(NEXT_LIMIT).map(structured),
		...['ratelimit', 'x-ratelimit'].map((name) => ({
			remaining: text(headers, `${name}-remaining`),
			reset: text(headers, `${name}-reset`),
		})),
	];
	const waits = limits
		.filter(({ remaining, reset }) => Number(remaining || NaN) === 0 && isNumeric(reset))
		.map(({ reset }) => waitMs(Number(reset), clock));
	return Math.max(...waits);
}

/** Commas separate limits that each start with a name. In old drafts, commas also separate the parts of one limit. */
const NEXT_LIMIT = /,(?=[^=,]*;)/;

/** Parses one limit of the header `RateLimit`. */
function structured(limit: string): { remaining: string; reset: string } {
	const [remaining, reset] = [/\b(?:r|remaining)=(\d+)/, /\b(?:t|reset)=(\d+)/].map(
		(part) => part.exec(limit)?.[1] ?? '',
	);
	return { remaining, reset };
}

function isNumeric(value: string): boolean {
	return /^\d+(?:\.\d+)?$/.test(value);
}

/** Converts a number of seconds, or a time in seconds or milliseconds since 1970. */
function waitMs(value: number, clock: number): number {
	if (value <= MAX_SECONDS) return value * 1000;
	return (value > MAX_SECONDS * 1000 ? value : value * 1000) - clock;
}

/** The service's own time, if it sends it: the clocks of two machines may be minutes apart. */
function serviceClock(headers: Headers, now: number): number {
	return dateMs(text(headers, 'date')) || now;
}

function text(headers: Headers, name: string): string {
	return String(headers[name] ?? '').trim();
}
