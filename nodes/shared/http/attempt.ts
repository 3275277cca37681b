import type { Response } from '../operation';
import { Fault } from './fault';
import { FAULTS, FINAL, FINAL_UNCLEAR, type Meaning, type Outcome, STATUSES } from './outcome';
import { retryAfterMs } from './retryAfter';
import { MAY_BE_RUNNING_AFTER_MS } from './waits';

/** What came of sending a request once. */
export interface Attempt {
	/** The response, or the fault that kept it from arriving. */
	response: Response | Fault;
	outcome: Outcome;
	/** The wait that the service asks for, in milliseconds; 0 if it does not say. */
	retryAfterMs: number;
	/** When the request was sent, on the monotonic clock. */
	sentAt: number;
}

/** What a response, or the fault in its place, means for a retry, and whether the service may have acted. */
export function meaningOf(response: Pick<Response, 'status'> | Fault): Meaning {
	if (response instanceof Fault) return FAULTS[response.kind];
	return STATUSES[response.status] ?? (response.status >= 500 ? FINAL_UNCLEAR : FINAL);
}

/** @param tookMs how long the response, or the fault in its place, was awaited */
export function toAttempt(response: Response | Fault, sentAt: number, tookMs: number): Attempt {
	const { outcome } = meaningOf(response);
	const waitMs = response instanceof Fault ? 0 : retryAfterMs(response.headers);
	// A proxy drops a connection that has been idle for too long, while the service works on.
	const isLate = outcome === 'lost' && tookMs >= MAY_BE_RUNNING_AFTER_MS;
	return { response, outcome: isLate ? 'timedOut' : outcome, retryAfterMs: waitMs, sentAt };
}

/** Whether the service was unavailable, so that any other request may have failed too. */
export function isUnavailable(outcome: Outcome): boolean {
	return outcome === 'notProcessed' || outcome === 'lost' || outcome === 'timedOut';
}

/** Whether the service refused a request with 429, or was unavailable for it: then others may wait. */
export function isThrottleOrOutage(outcome: Outcome): boolean {
	return outcome === 'rateLimited' || isUnavailable(outcome);
}

/**
 * Whether an attempt says anything about the service. It doesn't if the service was never reached for a lasting
 * reason, such as a bad certificate or another program on the port, or if n8n cancelled it.
 */
export function isAboutService({ response, outcome }: Attempt): boolean {
	return !(response instanceof Fault && outcome === 'final');
}
