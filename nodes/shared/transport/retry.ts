import { type Answer } from './answer';
import { Fault } from './fault';
import { retryAfterMs } from './headers';

/** What a response, or the fault in its place, says about sending the request again. */
export type Outcome =
	/** 429: the service refused before it acted. */
	| 'rateLimited'
	/** The request did not reach the service, which may be back in a moment. */
	| 'notSent'
	/** 502, 503 or a dropped connection: the service may have acted. */
	| 'lost'
	/** 504 or a timeout: the service may have acted, or may still be acting. */
	| 'timedOut'
	/** 500: the service failed while it acted. */
	| 'serverError'
	/** Sending it again would bring the same response. */
	| 'final';

/** What sending a request twice would do. */
export type Repetition =
	/** Nothing: it only reads. */
	| 'read'
	/** Nothing more than sending it once: deletes and updates. */
	| 'idempotent'
	/** Something twice, but a look-up finds out whether it was done: creates with a unique value. */
	| 'findable'
	/** Something twice. */
	| 'harmful';

/** What to do next: send again, look up what was done (and perhaps send again), or report the failure. */
export type NextStep = 'retry' | 'lookUpThenRetry' | 'lookUpTwice' | 'lookUp' | 'report';

const EVERY_REQUEST: Record<Repetition, NextStep> = {
	read: 'retry',
	idempotent: 'retry',
	findable: 'retry',
	harmful: 'retry',
};

/** What is retried, and what is not. */
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

/** The wait before the first retry, and the longest one. It doubles with each retry in between. */
interface BackOff {
	firstMs: number;
	maxMs: number;
}

/** Rate limits commonly count per minute: five retries take 62 s. */
const RATE_LIMIT_BACK_OFF: BackOff = { firstMs: 2_000, maxMs: 32_000 };
/** A fault is over sooner than that, or waiting does not help: five retries take 15.5 s. */
const FAULT_BACK_OFF: BackOff = { firstMs: 500, maxMs: 8_000 };

/** Random extra of a back-off, so that runs which were refused together do not return together. */
const JITTER = 0.1;

/** A service that asks for a longer wait than this is not waited for. */
export const MAX_WAIT_MS = 5 * 60_000;

/** More retries than this do not help a read whose service answers 500. */
const MAX_SERVER_ERROR_RETRIES = 2;

/** How often a request is sent again at most, after it has had this outcome. */
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
 * How long a request waits itself before it is sent again, in milliseconds; undefined after a 429: then
 * `RateLimit` tells all requests when to go on.
 *
 * @param retry 0 for the first retry
 */
export function retryWaitMs(answer: Answer | Fault, retry: number): number | undefined {
	const outcome = outcomeOf(answer);
	if (outcome === 'rateLimited') return undefined;
	return Math.max(askedWaitMs(answer), backOffMs(outcome, retry));
}

/** Responses of proxies that could not reach their service, or lost the connection to it. */
const LOST_STATUSES = [502, 503, 520, 521, 522, 523];
/** Responses of proxies whose service took too long. */
const TIMEOUT_STATUSES = [504, 524];

export function outcomeOf(answer: Answer | Fault): Outcome {
	if (answer instanceof Fault) return outcomeOfFault(answer);
	if (answer.status === 429) return 'rateLimited';
	if (LOST_STATUSES.includes(answer.status)) return 'lost';
	if (TIMEOUT_STATUSES.includes(answer.status)) return 'timedOut';
	return answer.status === 500 ? 'serverError' : 'final';
}

function outcomeOfFault({ kind, passing, sent }: Fault): Outcome {
	if (!passing) return 'final';
	if (!sent) return 'notSent';
	return kind === 'timeout' ? 'timedOut' : 'lost';
}

/** Outcomes that say that the service could not be had: nobody else would have been answered either. */
export function isUnavailable(outcome: Outcome): boolean {
	return outcome === 'notSent' || outcome === 'lost' || outcome === 'timedOut';
}
