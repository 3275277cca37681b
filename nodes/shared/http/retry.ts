import type { Safety } from '../operation';
import type { Attempt } from './attempt';
import { isFinal, type Outcome } from './outcome';
import {
	CREATE_JITTER,
	OUTAGE_BACK_OFF,
	JITTER,
	RATE_LIMIT_BACK_OFF,
	RETRY_PERIOD_MS,
	SERVER_ERROR_BACK_OFF,
	UNAVAILABLE_LIMIT_MS,
} from './waits';

/** Max Retries, if the user sets none. */
export const DEFAULT_MAX_RETRIES = 5;

/**
 * What to do next. The look-ups look for the record: after `lookUp`, its absence proves that the request had no
 * effect, so it may be sent again; after `lookUpTwice`, it proves nothing.
 */
type Step = 'retry' | 'lookUp' | 'lookUpTwice' | 'report';

export interface Next {
	step: Step;
	/** Where the next request waits, and how long at least, in milliseconds. */
	place: 'first' | 'last';
	waitMs: number;
	/** Whether the request may be sent again. */
	mayRetry: boolean;
}

/** What to do after each outcome. This table decides what is retried; `Retries` decides how often, and until when. */
const STEPS: Record<Outcome, Record<Safety, Step>> = {
	rateLimited: { read: 'retry', idempotent: 'retry', lookUp: 'retry', never: 'retry' },
	notProcessed: { read: 'retry', idempotent: 'retry', lookUp: 'retry', never: 'retry' },
	lost: { read: 'retry', idempotent: 'retry', lookUp: 'lookUp', never: 'report' },
	timedOut: { read: 'retry', idempotent: 'retry', lookUp: 'lookUpTwice', never: 'report' },
	serverError: { read: 'retry', idempotent: 'retry', lookUp: 'lookUp', never: 'report' },
	final: { read: 'report', idempotent: 'report', lookUp: 'report', never: 'report' },
	finalUnclear: { read: 'report', idempotent: 'report', lookUp: 'report', never: 'report' },
};

/** The most retries after a 500: a bug of the service does not go away. */
const MAX_SERVER_ERROR_RETRIES = 2;

/**
 * The wait before a retry, in milliseconds.
 *
 * @param retry 0 for the first retry
 */
export function backOffMs(outcome: Outcome, retry: number, jitter = JITTER): number {
	const { firstMs, maxMs, factor } = backOffAfter(outcome);
	return Math.min(firstMs * factor ** retry, maxMs) * (1 + jitter * Math.random());
}

function backOffAfter(outcome: Outcome) {
	if (outcome === 'rateLimited') return RATE_LIMIT_BACK_OFF;
	return outcome === 'serverError' ? SERVER_ERROR_BACK_OFF : OUTAGE_BACK_OFF;
}

/**
 * The retries of one request.
 *
 *     after a 429             without a maximum number, because the service did nothing, until the run gives up
 *     after a 500             up to two, and up to Max Retries
 *     after other failures    up to Max Retries
 *
 * A 500 and other failures are counted apart: a restart is often 502, 502, 500. The first attempt that ends in anything
 * but a 429 starts a period of `RETRY_PERIOD_MS`. After it, no retry is sent, not even after a 429. With a Max Retries of
 * 0, nothing is retried. All times are milliseconds of the monotonic clock.
 */
export class Retries {
	private serverErrors = 0;
	private otherFailures = 0;
	/** When no retry may be sent any more; the first failure sets it. */
	private endAt: number | undefined;

	/**
	 * @param safety the column of the table
	 * @param max the Max Retries of the user
	 */
	constructor(
		private readonly safety: Safety,
		private readonly max: number,
	) {}

	/** How many attempts failed with anything but a 429. */
	get countedFailures(): number {
		return this.serverErrors + this.otherFailures;
	}

	/** Whether it is too late for a retry after a wait. */
	isTooLate(waitMs = 0): boolean {
		return this.endAt !== undefined && performance.now() + waitMs > this.endAt;
	}

	/** What to do after a failed attempt. */
	next(attempt: Attempt): Next {
		const { outcome, sentAt, retryAfterMs } = attempt;
		const step = STEPS[outcome][this.safety];
		if (outcome === 'rateLimited') return { step, ...this.afterRateLimit() };
		this.endAt ??= sentAt + RETRY_PERIOD_MS;
		const isServerError = outcome === 'serverError';
		const count = isServerError ? ++this.serverErrors : ++this.otherFailures;
		const max = isServerError ? Math.min(this.max, MAX_SERVER_ERROR_RETRIES) : this.max;
		if (step === 'report') return { step, place: 'last', waitMs: 0, mayRetry: false };
		const jitter = isServerError && step === 'lookUp' ? CREATE_JITTER : JITTER;
		const backOff = backOffMs(outcome, count - 1, jitter);
		const waitMs = Math.max(retryAfterMs, backOff);
		const mayRetry = step !== 'lookUpTwice' && count <= max && !this.isTooLate(waitMs);
		// Even the last look-up after a 500 waits, so that the service is back.
		const lookUpMs = isServerError ? backOff : 0;
		return { step, place: 'first', waitMs: mayRetry ? waitMs : lookUpMs, mayRetry };
	}

	private afterRateLimit(): Omit<Next, 'step'> {
		const mayRetry = this.max > 0 && !this.isTooLate();
		// The circuit breaker decides whether the run pauses. Once the period runs, the request goes ahead of those not yet sent.
		return { place: this.endAt === undefined ? 'last' : 'first', waitMs: 0, mayRetry };
	}
}

/**
 * The retries of a look-up: all that fit into `UNAVAILABLE_LIMIT_MS` after its first attempt that failed. After a 429, it
 * is retried until the run gives up. With a Max Retries of 0, it is not retried.
 */
export class LookUpRetries {
	private failures = 0;
	private endAt = Infinity;

	/** @param max the Max Retries of the user */
	constructor(private readonly max: number) {}

	/** How long to wait after a failed attempt, in milliseconds; undefined if the look-up has failed. */
	next({ outcome, retryAfterMs, sentAt }: Attempt): number | undefined {
		if (this.max === 0 || isFinal(outcome)) return undefined;
		if (outcome === 'rateLimited') return 0;
		if (this.failures === 0) this.endAt = sentAt + UNAVAILABLE_LIMIT_MS;
		const waitMs = Math.max(retryAfterMs, backOffMs('lost', this.failures++));
		return performance.now() + waitMs > this.endAt ? undefined : waitMs;
	}
}
