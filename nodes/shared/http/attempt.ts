import type { IDataObject } from 'n8n-workflow';

import type { ApiResponse } from '../operation';
import { Fault } from './fault';
import { FAULTS, isFinal, type Outcome, STATUSES } from './outcome';
import { MAY_BE_RUNNING_AFTER_MS } from './waits';

/** What came of sending a request once. */
export interface Attempt {
	/** The response, or the fault that kept it from arriving. */
	response: ApiResponse | Fault;
	outcome: Outcome;
	/** The wait that the service asks for, in milliseconds; 0 if it does not say. */
	retryAfterMs: number;
	/** When the request was sent, on the monotonic clock. */
	sentAt: number;
}

/** What a response, or the fault in its place, means for a retry. */
export function outcomeOf(response: Pick<ApiResponse, 'status'> | Fault): Outcome {
	if (response instanceof Fault) return FAULTS[response.kind].outcome;
	return STATUSES[response.status] ?? (response.status >= 500 ? 'finalUnclear' : 'final');
}

/** @param tookMs how long the response, or the fault in its place, was awaited */
export function toAttempt(response: ApiResponse | Fault, sentAt: number, tookMs: number): Attempt {
	const outcome = outcomeOf(response);
	const waitMs = response instanceof Fault ? 0 : retryAfterMs(response.headers);
	// A proxy drops a connection that has been idle for too long, while the service works on.
	const isLate = outcome === 'lost' && tookMs >= MAY_BE_RUNNING_AFTER_MS;
	return { response, outcome: isLate ? 'timedOut' : outcome, retryAfterMs: waitMs, sentAt };
}

/**
 * Whether an attempt says anything about the service. It doesn't if the service was never reached for a lasting
 * reason, such as a bad certificate or another program on the port, or if n8n cancelled it.
 */
export function isAboutService({ response, outcome }: Attempt): boolean {
	return !(response instanceof Fault && isFinal(outcome));
}

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
