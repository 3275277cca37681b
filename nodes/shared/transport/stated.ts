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
 * draft, and `X-RateLimit-Remaining`/`-Reset`. Of several limits, the one with the least left.
 */
export function statedLimit(headers: Headers, now = Date.now()): Stated | undefined {
	const limits = [...structured(headers), ...named(headers, ''), ...named(headers, 'x-')];
	const stated = limits.flatMap(([left, reset]) => {
		const [remaining, seconds] = [number(left), number(reset)];
		if (remaining === undefined) return [];
		return { remaining, resetMs: seconds === undefined ? undefined : inMs(seconds, now) };
	});
	return stated.sort((one, other) => one.remaining - other.remaining)[0];
}

/** What is left of a limit, and its reset. */
type Left = [string?, string?];

/** A limit has its name in front, with a semicolon; commas alone stand between its parts in old drafts. */
function structured(headers: Headers): Left[] {
	const limits = text(headers, 'ratelimit').split(/,(?=[^=,]*;)/);
	return limits.map((limit) => [
		/\b(?:r|remaining)=(\d+)/.exec(limit)?.[1],
		/\b(?:t|reset)=(\d+)/.exec(limit)?.[1],
	]);
}

function named(headers: Headers, prefix: string): Left[] {
	const resets = text(headers, `${prefix}ratelimit-reset`).split(',');
	const remaining = text(headers, `${prefix}ratelimit-remaining`).split(',');
	return remaining.map((left, index) => [left.trim(), resets[index]?.trim()]);
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
