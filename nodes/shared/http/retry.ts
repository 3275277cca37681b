import type { Safety } from '../operation';
import type { Attempt } from './attempt';
import { actionAfter } from './outcome';
import {
	type BackOff,
	backOffAfter,
	CREATE_JITTER,
	JITTER,
	OUTAGE_BACK_OFF,
	RETRY_PERIOD_MS,
} from './waits';

/** Max Retries, if the user sets none. */
export const DEFAULT_MAX_RETRIES = 5;

/** What follows a failed attempt. All waits are in milliseconds, and the least that the next request waits. */
export type Next =
	| { action: 'report' }
	/** `priority` is that of the retry among the waiting requests. */
	| { action: 'retry'; priority: 'retry' | 'normal'; waitMs: number }
	/** `mayRetry` says whether the request may be sent again if the look-up finds no record. */
	| { action: 'lookUp'; waitMs: number; mayRetry: boolean };

/**
 * The wait before a retry, in milliseconds.
 *
 * @param retry 0 for the first retry
 */
export function backOffMs(
	{ firstMs, maxMs, factor }: BackOff,
	retry: number,
	jitter = JITTER,
): number {
	return Math.min(firstMs * factor ** retry, maxMs) * (1 + jitter * Math.random());
}

/**
 * The retries of one request. The table of outcomes says what may be retried; this class, how often and until when:
 *
 *     after a 429                 without a maximum number, because the service did nothing, until the run gives up
 *     after outcomes with a cap   up to its `retryCap`, and up to Max Retries
 *     after others                up to Max Retries
 *
 * Outcomes with a cap are counted together, and apart from the others: a restart is often 502, 502, 500.
 * 5.5 minutes after the first attempt that failed with no 429 was sent, retries stop, even for 429s (`RETRY_PERIOD_MS`).
 * With a Max Retries of 0, nothing is retried. All times are milliseconds of the monotonic clock.
 */
export class Retries {
	private cappedFailures = 0;
	private otherFailures = 0;
	/** When no retry may be sent any more; the first failure sets it. */
	private endAt: number | undefined;

	/**
	 * @param safety of the operation
	 * @param max the Max Retries of the user
	 */
	constructor(
		private readonly safety: Safety,
		private readonly max: number,
	) {}

	/** How many attempts failed with anything but a 429. */
	get countedFailures(): number {
		return this.cappedFailures + this.otherFailures;
	}

	/** Whether it is too late for a retry after a wait. */
	isTooLate(waitMs = 0): boolean {
		return this.endAt !== undefined && performance.now() + waitMs > this.endAt;
	}

	/** What to do after a failed attempt. */
	next({ outcome, sentAt, retryAfterMs }: Attempt): Next {
		if (outcome.service === 'rateLimited') return this.afterRateLimit();
		this.endAt ??= sentAt + RETRY_PERIOD_MS;
		const action = actionAfter(outcome, this.safety);
		const cap = outcome.retryCap?.[action] ?? Infinity;
		const count = cap < Infinity ? ++this.cappedFailures : ++this.otherFailures;
		if (action === 'report') return { action };
		const jitter = action === 'lookUp' && cap < Infinity ? CREATE_JITTER : JITTER;
		const backOff = backOffMs(backOffAfter(outcome), count - 1, jitter);
		const waitMs = Math.max(retryAfterMs, backOff);
		const isLeft = count <= Math.min(this.max, cap) && !this.isTooLate(waitMs);
		if (action === 'retry')
			return isLeft ? { action, priority: 'retry', waitMs } : { action: 'report' };
		const mayRetry = isLeft && outcome.runsOnFor !== 'minutes';
		// Even the last look-up after a 500 waits, so that the service is back. An outage it waits out by itself.
		const lookUpMs = outcome.service === 'unavailable' ? 0 : backOff;
		return { action, waitMs: mayRetry ? waitMs : lookUpMs, mayRetry };
	}

	private afterRateLimit(): Next {
		if (this.max === 0 || this.isTooLate()) return { action: 'report' };
		// The circuit breaker decides whether the run pauses. Once the period runs, the request goes ahead of those not yet sent.
		return { action: 'retry', priority: this.endAt === undefined ? 'normal' : 'retry', waitMs: 0 };
	}
}

/**
 * The retries of a look-up: all that fit into a period after its first attempt that failed. After a 429, it is retried
 * until the run gives up. With a Max Retries of 0, it is not retried.
 */
export class LookUpRetries {
	private failures = 0;
	private endAt = Infinity;

	/**
	 * @param max the Max Retries of the user
	 * @param periodMs the period, in milliseconds
	 */
	constructor(
		private readonly max: number,
		private readonly periodMs: number,
	) {}

	/** How long to wait after a failed attempt, in milliseconds; undefined if the look-up has failed. */
	next({ outcome, retryAfterMs, sentAt }: Attempt): number | undefined {
		if (this.max === 0 || !outcome.isTransient) return undefined;
		if (outcome.service === 'rateLimited') return 0;
		if (this.failures === 0) this.endAt = sentAt + this.periodMs;
		const waitMs = Math.max(retryAfterMs, backOffMs(OUTAGE_BACK_OFF, this.failures++));
		return performance.now() + waitMs > this.endAt ? undefined : waitMs;
	}
}

/** The user's settings for retries. They decide when a run gives up on the service. */
export interface RetrySettings {
	/** Max Retries. During an outage, a run gives up only after more failures in a row than this. */
	maxRetries: number;
	/** Max Wait (Seconds): how long 429s may last without a success. */
	maxRateLimitWaitMs: number;
}
