import type { Outcome, Reply } from './reply';
import { FAULT_BACK_OFF, JITTER, RATE_LIMIT_BACK_OFF } from './waits';

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
type NextStep = 'retry' | 'lookUpThenRetry' | 'lookUpTwice' | 'lookUp' | 'report';

interface Rule extends Record<Repetition, NextStep> {
	/** Maximum number of retries, if it is below Max Retries. */
	maxRetries?: number;
}

/** What to do after each outcome. This table decides what is retried, and how often. */
const RULES: Record<Outcome, Rule> = {
	rateLimited: { read: 'retry', idempotent: 'retry', findable: 'retry', harmful: 'retry' },
	notDone: { read: 'retry', idempotent: 'retry', findable: 'retry', harmful: 'retry' },
	lost: { read: 'retry', idempotent: 'retry', findable: 'lookUpThenRetry', harmful: 'report' },
	timedOut: { read: 'retry', idempotent: 'retry', findable: 'lookUpTwice', harmful: 'report' },
	serverError: {
		read: 'retry',
		idempotent: 'report',
		findable: 'lookUp',
		harmful: 'report',
		// A bug of the service does not go away.
		maxRetries: 2,
	},
	final: { read: 'report', idempotent: 'report', findable: 'report', harmful: 'report' },
};

export function nextStep(outcome: Outcome, repetition: Repetition): NextStep {
	return RULES[outcome][repetition];
}

/** The maximum number of retries after an outcome. */
export function retriesFor(outcome: Outcome, maxRetries: number): number {
	return Math.min(maxRetries, RULES[outcome].maxRetries ?? Infinity);
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

/**
 * How long a request waits before its retry, in milliseconds. Undefined after a 429, because then
 * `RateLimit` decides for all requests when to go on.
 *
 * @param retry 0 for the first retry
 */
export function retryWaitMs({ outcome, askedMs }: Reply, retry: number): number | undefined {
	if (outcome === 'rateLimited') return undefined;
	return Math.max(askedMs, backOffMs(outcome, retry));
}
