import { type Attempt } from './attempt';
import { Pace } from './pace';
import { backOffMs } from './retry';
import { LONG_WAIT_MS, UNAVAILABLE_LIMIT_MS } from './waits';

type State = 'probing' | 'flowing' | 'paused' | 'givenUp';

/** The settings of the user that decide when a run gives up on the service. */
export interface GiveUpLimits {
	/** Max Retries. During an outage, a run gives up only after more failures in a row than this. */
	maxRetries: number;
	/** Max Wait for Rate Limit: how long 429s may last without an accepted request. */
	maxRateLimitWaitMs: number;
}

/** What made a run give up on the service. */
export interface GiveUpReason {
	/** The service asks for too long a wait, 429s have lasted for the maximum wait, or an outage for 90 s. */
	cause: 'askedWait' | 'rateLimit' | 'outage';
	/** How long the service asks to wait from now on; 0 if it doesn't. */
	retryAfterMs: number;
}

/**
 * When requests of a run may be sent: a circuit breaker that starts half-open, so that a wrong address or token costs one
 * request in stop mode.
 *
 *     probing    half-open: one request is sent, and its result decides. If it hangs, one more is sent every ten seconds.
 *     flowing    closed: requests are sent. After a pause for 429s, `Pace` spreads them.
 *     paused     open: nothing is sent before `pausedUntil`.
 *     givenUp    open: requests that wait fail, and retries are not sent. A new request waits for `pausedUntil`, or fails
 *                at once if that is further away than Max Wait for Rate Limit (after an outage: than five minutes).
 *
 *     paused, givenUp → probing    the pause is over, and a request is sent
 *     any → flowing                a request that was sent after the last failure is accepted
 *     probing → paused             a request that was sent after the last failure fails
 *     flowing → paused             two such failures in a row: none is accepted in between, not even one sent earlier
 *     probing, flowing → paused    any failure that asks for a wait
 *     any → givenUp                see `reasonToGiveUp`
 *
 * A failure is a 429, or a request for which the service is unavailable. Any other response is accepted, a 401 or a 500
 * too. Requests that are in flight together fail for one reason, so they count as one failure. All times are
 * milliseconds of the monotonic clock.
 */
export class CircuitBreaker {
	state: State = 'probing';
	pausedUntil = -Infinity;
	failuresInARow = 0;
	/** Whether a 429 is the reason for the last pause, or for giving up. */
	isRateLimited = false;
	private giveUpCause: GiveUpReason['cause'] = 'rateLimit';
	/** The latest time that the service has asked to wait for. */
	private askedUntil = -Infinity;
	private lastFailureAt = -Infinity;
	/** When the first 429, and the first failure of another kind, came back after the last accepted request that counts. */
	private rateLimitedSince: number | undefined;
	private unavailableSince: number | undefined;
	private readonly pace = new Pace();

	constructor(private readonly limits: GiveUpLimits) {}

	/** When the next request may be sent; a time in the past means now. */
	nextSendAt(inFlight: number, waiting: number): number {
		return this.state === 'flowing' ? this.pace.nextSendAt(inFlight, waiting) : this.pausedUntil;
	}

	/** Whether the run has given up, and the next request would have to wait longer than the user allows. */
	isPauseTooLong(now: number): boolean {
		const maxMs = this.isRateLimited ? this.limits.maxRateLimitWaitMs : LONG_WAIT_MS;
		return this.state === 'givenUp' && this.pausedUntil - now > maxMs;
	}

	/** Why the run has given up on the service; undefined if it hasn't. */
	giveUpReason(now: number): GiveUpReason | undefined {
		if (this.state !== 'givenUp') return undefined;
		return { cause: this.giveUpCause, retryAfterMs: Math.max(0, this.askedUntil - now) };
	}

	onSend(): void {
		if (this.state !== 'flowing') this.state = 'probing';
	}

	/** A request was accepted, and its item has decided what the response means. */
	onAccepted(sentAt: number, now: number): void {
		const isFlowing = this.state === 'flowing';
		const endsPause = !isFlowing && sentAt > this.lastFailureAt;
		if (endsPause && this.isRateLimited) this.pace.restart(now);
		this.pace.onAccepted(now);
		if (!isFlowing && !endsPause) return;
		this.state = 'flowing';
		this.failuresInARow = 0;
		this.pausedUntil = this.askedUntil = -Infinity;
		this.rateLimitedSince = this.unavailableSince = undefined;
	}

	/** A request was refused with 429, or the service was unavailable for it. */
	onFailure({ outcome, retryAfterMs, sentAt }: Attempt, now: number): void {
		const isRateLimited = outcome === 'rateLimited';
		const sentAfterLastFailure = sentAt > this.lastFailureAt;
		if (sentAfterLastFailure) {
			this.failuresInARow++;
			this.lastFailureAt = now;
			if (isRateLimited) this.rateLimitedSince ??= now;
			else this.unavailableSince ??= now;
		}
		const pauses = sentAfterLastFailure && (this.state !== 'flowing' || this.failuresInARow > 1);
		const backOff = pauses ? backOffMs(outcome, this.failuresInARow - 1) : 0;
		const cause = this.reasonToGiveUp(isRateLimited, sentAfterLastFailure, retryAfterMs, now);
		// Caps the back-off, so that a last probe is sent just at the end of the maximum wait.
		const remainingMs = isRateLimited && !cause ? this.rateLimitWaitEndsAt - now : Infinity;
		if (retryAfterMs > 0) this.askedUntil = Math.max(this.askedUntil, now + retryAfterMs);
		this.pause(Math.max(retryAfterMs, Math.min(backOff, remainingMs)), isRateLimited, now);
		if (!cause) return;
		this.state = 'givenUp';
		this.giveUpCause = cause;
		this.isRateLimited = isRateLimited;
	}

	private get rateLimitWaitEndsAt(): number {
		return (this.rateLimitedSince ?? this.lastFailureAt) + this.limits.maxRateLimitWaitMs;
	}

	/**
	 * What a failure makes the run give up for, if anything:
	 *
	 *     askedWait    the service asks for a wait beyond the maximum wait for 429s, or of more than five minutes
	 *     rateLimit    429s have lasted for the maximum wait
	 *     outage       the service was unavailable for 90 s, with more failures in a row than Max Retries
	 */
	private reasonToGiveUp(
		isRateLimited: boolean,
		sentAfterLastFailure: boolean,
		retryAfterMs: number,
		now: number,
	): GiveUpReason['cause'] | undefined {
		const askedLimit = isRateLimited ? this.rateLimitWaitEndsAt : now + LONG_WAIT_MS;
		if (retryAfterMs > 0 && now + retryAfterMs > askedLimit) return 'askedWait';
		if (!sentAfterLastFailure) return undefined;
		if (isRateLimited)
			return retryAfterMs === 0 && now >= this.rateLimitWaitEndsAt ? 'rateLimit' : undefined;
		const lastedMs = now - (this.unavailableSince ?? now);
		const isLong = this.failuresInARow > this.limits.maxRetries;
		return isLong && lastedMs >= UNAVAILABLE_LIMIT_MS ? 'outage' : undefined;
	}

	private pause(ms: number, isRateLimited: boolean, now: number): void {
		if (ms <= 0 || now + ms <= this.pausedUntil) return;
		this.state = 'paused';
		this.pausedUntil = now + ms;
		this.isRateLimited = isRateLimited;
	}
}
