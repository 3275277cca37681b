import type { IDataObject } from 'n8n-workflow';

import type { Stated } from './rateLimit';

/** A service that asks for more patience than this is asked again all the same. */
const MOST_MS = 300_000;
/** A number above this is no number of seconds but a time. */
const LONGEST_SECONDS = 100_000_000;

/** Headers of an answer, names in lower case. */
type Headers = IDataObject;

/**
 * The wait that a `Retry-After` header asks for: seconds, also with a fraction or a unit, a date, or
 * several of them, of which the longest holds.
 *
 * @param now the caller's clock, for a service that does not tell its own
 * @returns milliseconds, at most five minutes; undefined without a header that asks for any
 */
export function retryAfter(headers: Headers, now = Date.now()): number | undefined {
	const value = text(headers, 'retry-after');
	const seconds = value.split(',').map((part) => /^\s*(\d*\.?\d+)\s*s?\s*$/i.exec(part)?.[1]);
	const ms = seconds.every((one) => one !== undefined)
		? Math.max(...seconds.map(Number)) * 1000
		: Date.parse(value) - (Date.parse(text(headers, 'date')) || now);
	return ms > 0 ? Math.min(ms, MOST_MS) : undefined;
}

/**
 * What the headers say of the rate limit: `RateLimit` and `RateLimit-Remaining`/`-Reset` of the IETF
 * draft, and `X-RateLimit-Remaining`/`-Reset`.
 */
export function statedLimit(headers: Headers, now = Date.now()): Stated | undefined {
	const structured = text(headers, 'ratelimit');
	const remaining =
		number(/\b(?:r|remaining)=(\d+)/.exec(structured)?.[1]) ?? named(headers, 'remaining');
	if (remaining === undefined) return undefined;
	const reset = number(/\b(?:t|reset)=(\d+)/.exec(structured)?.[1]) ?? named(headers, 'reset');
	return { remaining, resetMs: reset === undefined ? undefined : inMs(reset, now) };
}

function named(headers: Headers, name: string): number | undefined {
	return number(text(headers, `ratelimit-${name}`)) ?? number(text(headers, `x-ratelimit-${name}`));
}

/** A reset is so many seconds away, or a time in seconds or milliseconds since 1970. */
function inMs(reset: number, now: number): number {
	const at = reset > LONGEST_SECONDS * 1000 ? reset : reset * 1000;
	const ms = reset > LONGEST_SECONDS ? at - now : at;
	return Math.min(Math.max(ms, 0), MOST_MS);
}

function text(headers: Headers, name: string): string {
	return String(headers[name] ?? '').trim();
}

function number(value: string | undefined): number | undefined {
	return value === undefined || !/^\d+(\.\d+)?$/.test(value) ? undefined : Number(value);
}
