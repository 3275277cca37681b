import type { Attempt } from '../http/attempt';
import { Pace } from './pace';
import { backOffMs, RetrySettings } from '../http/retry';
import { backOffAfter, LONG_WAIT_MS, UNAVAILABLE_LIMIT_MS } from '../http/waits';

/** Why a run has given up on the service. */
export interface GiveUpReason {
	/** The service asks for too long a wait, 429s have lasted for Max Wait, or an outage for 90 s. */
	cause: 'askedWait' | 'rateLimit' | 'outage';
	/** How long the service asks to wait from now on; 0 if it doesn't. */
	retryAfterMs: number;
}

/**
 * When requests of a run may be sent: a circuit breaker that starts half-open.
 *
 *     probing    half-open: one request is sent, not before `pausedUntil`, and one more for each ten seconds without a
 *                response. So a wrong address or token costs one request in stop mode, and so does a service that the
 *                run had given up on.
 *     flowing    closed: requests are sent. After a pause for 429s, `Pace` spreads them.
 *     paused     nothing is sent before `pausedUntil`, then as many requests as `Concurrency` allows
 *     givenUp    open: each failure also fails all waiting requests, and nothing is retried. A new request waits for
 *                `pausedUntil`, or fails at once if that is further away than Max Wait (Seconds), or than five minutes if
 *                the run has not given up because of 429s.
 *
 *     probing, paused, givenUp → flowing     a success of a request that was sent after the last failure
 *     flowing → paused                       the second failure in a row, or one that asks for a wait
 *     probing, flowing, paused → givenUp     `reasonToGiveUp`
 *     givenUp → probing                      a request is sent
 *
 * A failure is a 429, or a request for which the service is unavailable. Any other response is a success here, also a 401
 * or a 500, but not the 500 of a probe that is retried.
 *
 * Of requests in flight together, only the first failure counts, and a success of one that was sent before it ends no
 * pause. A late failure matters only if it has Retry-After. The first failure while requests flow causes no pause, and
 * only lowers the concurrency limit. While they flow, each success, even of an older request, ends the failures in a row,
 * and the time that 429s or an outage have lasted. All times are milliseconds of the monotonic clock.
 */
export class CircuitBreaker {
	state: 'probing' | 'flowing' | 'paused' | 'givenUp' = 'probing';
	pausedUntil = -Infinity;
	/** Whether a 429 is the reason for the last pause, or for giving up. */
	isRateLimited = false;
	/** How many failures counted since the last success. */
	private failuresInRow = 0;
	/** Not used before the run has given up. */
	private giveUpCause: GiveUpReason['cause'] = 'rateLimit';
	/** The latest time that the service has asked to wait for. */
	private askedUntil = -Infinity;
	/** When the last failure came back that counted or asked for a wait. */
	private lastFailureAt = -Infinity;
	/** When the first 429, and the first failure of another kind, came back since the last success. */
	private rateLimitedSince = Infinity;
	private unavailableSince = Infinity;
	private readonly pace = new Pace();

	constructor(private readonly retrySettings: RetrySettings) {}

	/** When the next request may be sent; a time in the past means now. */
	nextSendAt(inFlight: number, waiting: number): number {
		return this.state === 'flowing' ? this.pace.nextSendAt(inFlight, waiting) : this.pausedUntil;
	}

	/** Whether an item that has its turn may send another request at once. */
	allowsMore(now: number): boolean {
		return this.state !== 'givenUp' && this.pausedUntil <= now;
	}

	/** Whether the run has given up, and a new request would have to wait for too long. */
	isPauseTooLong(now: number): boolean {
		const maxMs = this.isRateLimited ? this.retrySettings.maxRateLimitWaitMs : LONG_WAIT_MS;
		return this.state === 'givenUp' && this.pausedUntil - now > maxMs;
	}

	/** Why the run has given up on the service; undefined if it hasn't. */
	giveUpReason(now: number): GiveUpReason | undefined {
		if (this.state !== 'givenUp') return undefined;
		return { cause: this.giveUpCause, retryAfterMs: Math.max(0, this.askedUntil - now) };
	}

	onSend(): void {
		if (this.state === 'givenUp') this.state = 'probing';
	}

	/** A response arrived that is no failure, and its item has decided what it means. */
	onSuccess(sentAt: number, now: number): void {
		const isFlowing = this.state === 'flowing';
		const isRecovery = !isFlowing && sentAt > this.lastFailureAt;
		if (isRecovery && this.isRateLimited) this.pace.restart(now);
		this.pace.onSuccess(now);
		if (!isFlowing && !isRecovery) return;
		this.state = 'flowing';
		this.failuresInRow = 0;
		this.pausedUntil = this.askedUntil = -Infinity;
		this.rateLimitedSince = this.unavailableSince = Infinity;
	}

	/** A request was refused with 429, or the service was unavailable for it. */
	onFailure({ outcome, retryAfterMs, sentAt }: Attempt, now: number): void {
		const is429 = outcome.service === 'rateLimited';
		const counts = sentAt > this.lastFailureAt;
		const asksToWait = retryAfterMs > 0;
		if (!counts && !asksToWait) return;
		this.lastFailureAt = now;
		if (counts) this.failuresInRow++;
		if (is429) this.rateLimitedSince = Math.min(this.rateLimitedSince, now);
		else this.unavailableSince = Math.min(this.unavailableSince, now);
		const cause = this.reasonToGiveUp(is429, retryAfterMs, now);
		const isFirst = this.state === 'flowing' && this.failuresInRow < 2;
		const backOff =
			counts && !isFirst ? backOffMs(backOffAfter(outcome), this.failuresInRow - 1) : 0;
		// Caps the back-off, so that a last request is sent just at the end of the maximum wait.
		const remainingMs = is429 && !cause ? this.rateLimitWaitEndsAt - now : Infinity;
		const pausedUntil = now + Math.max(retryAfterMs, Math.min(backOff, remainingMs));
		if (asksToWait) this.askedUntil = Math.max(this.askedUntil, now + retryAfterMs);
		if (pausedUntil > Math.max(now, this.pausedUntil)) {
			this.pausedUntil = pausedUntil;
			this.isRateLimited = is429;
		}
		if (cause) {
			this.state = 'givenUp';
			this.giveUpCause = cause;
			this.isRateLimited = is429;
		} else if (this.state === 'flowing' && (asksToWait || !isFirst)) this.state = 'paused';
	}

	private get rateLimitWaitEndsAt(): number {
		return this.rateLimitedSince + this.retrySettings.maxRateLimitWaitMs;
	}

	/**
	 * What a failure makes the run give up for, if anything:
	 *
	 *     askedWait    the service asks for a wait beyond the maximum wait for 429s, or of more than five minutes
	 *     rateLimit    429s have lasted for the maximum wait
	 *     outage       the service was unavailable for 90 s, with more failures in a row than Max Retries
	 */
	private reasonToGiveUp(
		is429: boolean,
		retryAfterMs: number,
		now: number,
	): GiveUpReason['cause'] | undefined {
		const askedLimit = is429 ? this.rateLimitWaitEndsAt : now + LONG_WAIT_MS;
		if (retryAfterMs > 0 && now + retryAfterMs > askedLimit) return 'askedWait';
		if (is429) return now >= this.rateLimitWaitEndsAt ? 'rateLimit' : undefined;
		const lastedMs = now - this.unavailableSince;
		const isLong = this.failuresInRow > this.retrySettings.maxRetries;
		return isLong && lastedMs >= UNAVAILABLE_LIMIT_MS ? 'outage' : undefined;
	}
}
