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

/**
 * The wait before a retry, in milliseconds.
 *
 * @param retry 0 for the first retry
 */
export function backOffMs(outcome: Outcome, retry: number): number {
	const { firstMs, maxMs } = outcome === 'rateLimited' ? RATE_LIMIT_BACK_OFF : FAULT_BACK_OFF;
	return Math.min(firstMs * 2 ** retry, maxMs) * (1 + JITTER * Math.random());
}

/** The retries of one request. */
export class Retries {
	private used = 0;

	/** @param max the Max Retries of the user */
	constructor(private readonly max: number) {}

	/**
	 * Takes the next retry. After a 429, the run's patience is the limit, because the service did nothing; but with a
	 * Max Retries of 0, nothing is retried.
	 *
	 * @returns how long it waits at least in milliseconds, without a value after a 429, because then the circuit
	 *   breaker makes all requests wait; undefined if no retry is left
	 */
	next({ outcome, askedMs }: Reply): { waitMs?: number } | undefined {
		if (outcome === 'rateLimited') return this.max > 0 ? {} : undefined;
		if (this.used >= Math.min(this.max, RULES[outcome].maxRetries ?? Infinity)) return undefined;
		return { waitMs: Math.max(askedMs, backOffMs(outcome, this.used++)) };
	}
}
