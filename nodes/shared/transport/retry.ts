import { type Answer } from './answer';
import { Fault } from './fault';
import { retryAfterMs } from './headers';
import { FAULT_BACK_OFF, JITTER, RATE_LIMIT_BACK_OFF } from './waits';

/** What a response, or the fault in its place, means for a retry. */
export type Outcome =
	/** 429: the service refused the request before it acted. */
	| 'rateLimited'
	/** The request did not reach the service, and another attempt may succeed. */
	| 'notSent'
	/** 502, 503 or a dropped connection: the service may have acted on the request. */
	| 'lost'
	/** 504 or a timeout: the service may have acted on the request, or may still be working on it. */
	| 'timedOut'
	/** 500: the service failed while it worked on the request. */
	| 'serverError'
	/** A retry would get the same response. */
	| 'final';

/** What happens if a request is carried out twice. */
export type Repetition =
	/** Nothing, because it only reads. */
	| 'read'
	/** The same as if it is carried out once, as with deletes and updates. */
	| 'idempotent'
	/** It does harm, but a look-up can find out what happened, as with creates that have a unique value. */
	| 'findable'
	/** It does harm. */
	| 'harmful';

/** What to do next: retry, look up what happened (and perhaps retry), or report the failure. */
export type NextStep = 'retry' | 'lookUpThenRetry' | 'lookUpTwice' | 'lookUp' | 'report';

const EVERY_REQUEST: Record<Repetition, NextStep> = {
	read: 'retry',
	idempotent: 'retry',
	findable: 'retry',
	harmful: 'retry',
};

/** What to do after each outcome. This table decides what is retried. */
const NEXT_STEPS: Record<Outcome, Record<Repetition, NextStep>> = {
	rateLimited: EVERY_REQUEST,
	notSent: EVERY_REQUEST,
	lost: { read: 'retry', idempotent: 'retry', findable: 'lookUpThenRetry', harmful: 'report' },
	timedOut: { read: 'retry', idempotent: 'retry', findable: 'lookUpTwice', harmful: 'report' },
	serverError: { read: 'retry', idempotent: 'report', findable: 'lookUp', harmful: 'report' },
	final: { read: 'report', idempotent: 'report', findable: 'report', harmful: 'report' },
};

export function nextStep(outcome: Outcome, repetition: Repetition): NextStep {
	return NEXT_STEPS[outcome][repetition];
}

/** Maximum retries of a read after a 500, because a bug of the service does not go away. */
const MAX_SERVER_ERROR_RETRIES = 2;

/** The maximum number of retries after an outcome. */
export function retriesFor(outcome: Outcome, maxRetries: number): number {
	return outcome === 'serverError' ? Math.min(maxRetries, MAX_SERVER_ERROR_RETRIES) : maxRetries;
}

/**
 * The wait before a retry, in milliseconds.
 *
 * @param retry 0 for the first retry
 */
export function backOffMs(outcome: Outcome, retry: number): number {
	const { firstMs, maxMs } = outcome === 'rateLimited' ? RATE_LIMIT_BACK_OFF : FAULT_BACK_OFF;
	return Math.min(firstMs * 2 ** retry, maxMs) * (1 + JITTER * Math.random());
}

/** The wait that the service itself asks for, in milliseconds; 0 if it does not say. */
export function askedWaitMs(answer: Answer | Fault): number {
	return answer instanceof Fault ? 0 : retryAfterMs(answer.headers, answer.status === 429);
}

/**
 * How long a request waits before its retry, in milliseconds. Undefined after a 429, because then
 * `RateLimit` decides for all requests when to go on.
 *
 * @param retry 0 for the first retry
 */
export function retryWaitMs(answer: Answer | Fault, retry: number): number | undefined {
	const outcome = outcomeOf(answer);
	if (outcome === 'rateLimited') return undefined;
	return Math.max(askedWaitMs(answer), backOffMs(outcome, retry));
}

/** Sent by proxies that could not reach the service, or lost the connection to it. */
const LOST_STATUSES = [502, 503, 520, 521, 522, 523];
/** Sent by proxies if the service took too long. */
const TIMEOUT_STATUSES = [504, 524];

export function outcomeOf(answer: Answer | Fault): Outcome {
	if (answer instanceof Fault) return outcomeOfFault(answer);
	if (answer.status === 429) return 'rateLimited';
	if (LOST_STATUSES.includes(answer.status)) return 'lost';
	if (TIMEOUT_STATUSES.includes(answer.status)) return 'timedOut';
	return answer.status === 500 ? 'serverError' : 'final';
}

function outcomeOfFault({ kind, isTransient, mayHaveArrived }: Fault): Outcome {
	if (!isTransient) return 'final';
	if (!mayHaveArrived) return 'notSent';
	return kind === 'timeout' ? 'timedOut' : 'lost';
}

/** Whether the service was unavailable, so that any other request would have failed too. */
export function isUnavailable(outcome: Outcome): boolean {
	return outcome === 'notSent' || outcome === 'lost' || outcome === 'timedOut';
}
