import type { Operation, RequestParts } from '../operation';
import type { Attempt, Outcome } from './attempt';
import { FAULT_BACK_OFF, JITTER, RATE_LIMIT_BACK_OFF, RETRY_PERIOD_MS } from './waits';

/** Max Retries, if the user sets none. */
export const DEFAULT_MAX_RETRIES = 5;

/** How safe it is to carry out a request twice. */
export type RetrySafety =
	/** It only reads. */
	| 'read'
	/** The result is the same as if it is carried out once, as with deletes and updates. */
	| 'idempotent'
	/** A second time does harm unless a look-up shows that the record is absent, as with creates that have a unique value. */
	| 'ifAbsent'
	/** A second time does harm. */
	| 'never';

/**
 * Looks for the record. That it is absent proves that the request was not carried out, but with `lookUpTwice`, it proves
 * nothing. The request is sent again only with `lookUpThenRetry`.
 */
export type LookUpStep = 'lookUpThenRetry' | 'lookUpTwice' | 'lookUp';

type Step = 'retry' | LookUpStep | 'report';

/** A retry that may still be sent. */
interface Retry {
	/** How long it waits at least, in milliseconds; without it, the request goes to the end of the queue. */
	waitMs?: number;
}

/** What to do after a failed attempt. */
interface Next {
	step: Step;
	/** Set if the step allows a retry, and one is left. */
	retry?: Retry;
}

interface Rule extends Record<RetrySafety, Step> {
	/** Maximum number of retries, if it is below Max Retries. */
	maxRetries?: number;
}

/** What to do after each outcome. This table decides what is retried; `Retries` decides how often, and until when. */
const RULES: Record<Outcome, Rule> = {
	rateLimited: { read: 'retry', idempotent: 'retry', ifAbsent: 'retry', never: 'retry' },
	notProcessed: { read: 'retry', idempotent: 'retry', ifAbsent: 'retry', never: 'retry' },
	lost: { read: 'retry', idempotent: 'retry', ifAbsent: 'lookUpThenRetry', never: 'report' },
	timedOut: { read: 'retry', idempotent: 'retry', ifAbsent: 'lookUpTwice', never: 'report' },
	serverError: {
		read: 'retry',
		idempotent: 'report',
		ifAbsent: 'lookUp',
		never: 'report',
		// A bug of the service does not go away.
		maxRetries: 2,
	},
	final: { read: 'report', idempotent: 'report', ifAbsent: 'report', never: 'report' },
};

/** How safe it is to carry out a request of an operation twice. */
export function retrySafetyOf(
	operation: Pick<Operation, 'kind' | 'ifRepeated'>,
	{ lookUp }: Pick<RequestParts, 'lookUp'>,
): RetrySafety {
	if (operation.kind === 'read') return 'read';
	if (checkBeforeRepeating(operation) === undefined) return 'idempotent';
	return lookUp ? 'ifAbsent' : 'never';
}

/** What the user has to check before a request is repeated; undefined if repeating it does no harm. */
export function checkBeforeRepeating({
	ifRepeated,
}: Partial<Pick<Operation, 'ifRepeated'>>): string | undefined {
	return typeof ifRepeated === 'object' ? ifRepeated.check : undefined;
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
 * The retries of one request.
 *
 *     after a 429             without a maximum number, because the service did nothing, until the run gives up
 *     after other failures    up to Max Retries
 *
 * The first attempt that ends in anything but a 429 starts a period of `RETRY_PERIOD_MS`. After it, no retry is sent,
 * not even after a 429. With a Max Retries of 0, nothing is retried. All times are milliseconds of the monotonic clock.
 */
export class Retries {
	/** Attempts of this request that ended in anything but a 429. */
	private failures = 0;

	/**
	 * @param safety the column of the table
	 * @param max the Max Retries of the user
	 * @param endAt when no retry may be sent any more; by default, the first failure sets it
	 */
	constructor(
		private readonly safety: RetrySafety,
		private readonly max: number,
		private endAt?: number,
	) {}

	/** How many retries were sent after failures other than a 429. */
	get count(): number {
		return Math.max(0, this.failures - 1);
	}

	/** The retries of a look-up, which only reads. They end at the same time. */
	forLookUp(): Retries {
		return new Retries('read', this.max, this.endAt);
	}

	/** Whether it is too late for a retry after a wait. */
	isTooLate(waitMs = 0): boolean {
		return this.endAt !== undefined && performance.now() + waitMs > this.endAt;
	}

	/** What to do after a failed attempt. */
	next(attempt: Attempt): Next {
		const { outcome, sentAt } = attempt;
		const step = RULES[outcome][this.safety];
		if (outcome !== 'rateLimited') {
			this.endAt ??= sentAt + RETRY_PERIOD_MS;
			this.failures++;
		}
		const retries = step === 'retry' || step === 'lookUpThenRetry';
		return { step, retry: retries ? this.retryAfter(attempt) : undefined };
	}

	private retryAfter({ outcome, retryAfterMs }: Attempt): Retry | undefined {
		if (outcome === 'rateLimited') {
			if (this.max === 0 || this.isTooLate()) return undefined;
			// The circuit breaker waits after a 429. Once the period runs, the request goes ahead of those not yet sent.
			return this.endAt === undefined ? {} : { waitMs: 0 };
		}
		const waitMs = Math.max(retryAfterMs, backOffMs(outcome, this.count));
		const isLast = this.failures > Math.min(this.max, RULES[outcome].maxRetries ?? Infinity);
		return isLast || this.isTooLate(waitMs) ? undefined : { waitMs };
	}
}
