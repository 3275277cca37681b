import type { IDataObject } from 'n8n-workflow';

/** About three years. No wait is longer, so that its end is still a date. */
const MAX_MS = 1e11;

/**
 * The wait that a service asks for with `Retry-After` (RFC 9110, section 10.2.3): a number of seconds, or a date.
 *
 * @param headers with names in lower case
 * @param now the wall clock of this machine, for a service without a `Date` header
 * @returns milliseconds, 0 if the service asks for no wait
 */
export function retryAfterMs(headers: IDataObject, now = Date.now()): number {
	const value = String(headers['retry-after'] ?? '').trim();
	if (value === '') return 0;
	// The service's own time, if it sends it: the clocks of two machines may be minutes apart.
	const clock = dateMs(String(headers.date ?? '')) || now;
	const isNumber = /^\d+(?:\.\d+)?$/.test(value);
	const ms = isNumber ? Number(value) * 1000 : dateMs(value) - clock;
	return ms > 0 ? Math.min(ms, MAX_MS) : 0;
}

/** A date in milliseconds since 1970; NaN for any other text, which `Date.parse` might take for a date. */
function dateMs(value: string): number {
	return /^\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT$/.test(value) ? Date.parse(value) : NaN;
}
