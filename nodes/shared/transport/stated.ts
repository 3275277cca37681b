import type { IDataObject } from 'n8n-workflow';

/** A service that asks for more patience than this is asked again all the same. */
const MOST_MS = 300_000;
/** A number above this is no number of seconds but a time. */
const LONGEST_SECONDS = 100_000_000;

/** What a service says of its rate limit with an answer, if anything. */
export interface Stated {
	/** So many more requests fit into the window. */
	remaining?: number;
	/** Milliseconds until the next window. */
	resetMs?: number;
}

/** What a rate limit asks of a request that it has refused. */
export interface Refusal {
	/** So long the request waits. */
	waitMs: number;
	/** So long the service says to wait, if it does. */
	statedMs?: number;
}

/** Headers of an answer, names in lower case. */
type Headers = IDataObject;

/**
 * The wait that a `Retry-After` header asks for: seconds, also with a fraction or a unit, a date, a
 * time since 1970, or several of them, of which the longest holds.
 *
 * @param now the caller's clock, for a service that does not tell its own
 * @returns milliseconds, at most five minutes; undefined without a header that asks for any
 */
export function retryAfter(headers: Headers, now = Date.now()): number | undefined {
	const value = text(headers, 'retry-after');
	const seconds = value.split(',').map((part) => /^\s*(\d*\.?\d+)\s*s?\s*$/i.exec(part)?.[1]);
	const ms = seconds.every((one) => one !== undefined)
		? inMs(Math.max(...seconds.map(Number)), clockOf(headers, now))
		: Date.parse(value) - clockOf(headers, now);
	return Number(ms) > 0 ? Math.min(Number(ms), MOST_MS) : undefined;
}

/**
 * What the headers say of the rate limit: `RateLimit` and `RateLimit-Remaining`/`-Reset` of the IETF
 * draft, and `X-RateLimit-Remaining`/`-Reset`. Of several limits, the one with the least left.
 */
export function statedLimit(headers: Headers, now = Date.now()): Stated | undefined {
	if (!Object.keys(headers).some((name) => name.includes('ratelimit'))) return undefined;
	const limits = [
		...text(headers, 'ratelimit').split(NEXT_LIMIT).map(structured),
		// Some say of no limit that it is 0, with 0 remaining.
		...['ratelimit', 'x-ratelimit']
			.filter((name) => text(headers, `${name}-limit`) !== '0')
			.map((name) => [text(headers, `${name}-remaining`), text(headers, `${name}-reset`)]),
	];
	return limits
		.map((limit) => limit.map(number))
		.flatMap(([remaining, reset]) =>
			remaining === undefined ? [] : { remaining, resetMs: inMs(reset, clockOf(headers, now)) },
		)
		.sort(
			(one, other) =>
				one.remaining - other.remaining || Number(other.resetMs) - Number(one.resetMs),
		)[0];
}

/** A limit has its name in front, with a semicolon; the parts of one in old drafts have commas only. */
const NEXT_LIMIT = /,(?=[^=,]*;)/;

function structured(limit: string): Array<string | undefined> {
	return [/\b(?:r|remaining)=(\d+)/, /\b(?:t|reset)=(\d+)/].map((part) => part.exec(limit)?.[1]);
}

/** A reset is so many seconds away, or a time in seconds or milliseconds since 1970. */
function inMs(reset: number | undefined, now: number): number | undefined {
	if (reset === undefined) return undefined;
	const at = reset > LONGEST_SECONDS * 1000 ? reset : reset * 1000;
	const ms = reset > LONGEST_SECONDS ? at - now : at;
	return Math.min(Math.max(ms, 0), MOST_MS);
}

/** The service's own time, if it tells it: another machine's clock may be minutes off. */
function clockOf(headers: Headers, now: number): number {
	return Date.parse(text(headers, 'date')) || now;
}

function text(headers: Headers, name: string): string {
	return String(headers[name] ?? '').trim();
}

function number(value = ''): number | undefined {
	return /^\d+(\.\d+)?$/.test(value) ? Number(value) : undefined;
}
