import type { IDataObject } from 'n8n-workflow';

/** A larger number is a time since 1970, not a number of seconds to wait. No wait is longer: about three years. */
const MAX_SECONDS = 100_000_000;

/**
 * The wait that a service asks for with `Retry-After` (RFC 9110, section 10.2.3): seconds, with or without a
 * fraction or the unit, or a date. Of several values, the longest counts.
 *
 * @param headers with names in lower case
 * @param now the wall clock of this machine, for a service without a `Date` header
 * @returns milliseconds, 0 if the service asks for no wait
 */
export function retryAfterMs(headers: IDataObject, now = Date.now()): number {
	const value = text(headers, 'retry-after');
	const parts = value
		.split(',')
		.map((part) => /^(\d+(?:\.\d+)?|\.\d+)\s*s?$/i.exec(part.trim())?.[1]);
	const isNumber = parts.every((part) => part !== undefined);
	// The service's own time, if it sends it: the clocks of two machines may be minutes apart.
	const clock = dateMs(text(headers, 'date')) || now;
	const ms = isNumber ? waitMs(Math.max(...parts.map(Number)), clock) : dateMs(value) - clock;
	return ms > 0 && ms < Infinity ? Math.min(ms, MAX_SECONDS * 1000) : 0;
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

/** Converts a number of seconds, or a time in seconds or milliseconds since 1970. */
function waitMs(value: number, clock: number): number {
	if (value <= MAX_SECONDS) return value * 1000;
	return (value > MAX_SECONDS * 1000 ? value : value * 1000) - clock;
}

function text(headers: IDataObject, name: string): string {
	return String(headers[name] ?? '').trim();
}
