import { Pace } from './pace';
import { asksTooLong, isFailure, type Reply } from './reply';
import { backOffMs } from './retry';
import { MAX_WAIT_MS, UNAVAILABLE_PATIENCE_MS } from './waits';

/**
 * Whether requests of a run may be sent at the moment. The states are those of a circuit breaker: closed, open
 * and half-open.
 *
 *     flowing    requests are sent, at the pace of the rate limit if there was a 429
 *     paused     nothing is sent before `pausedUntil`
 *     probing    `pausedUntil` has passed: one request is sent, and its response decides. A run starts here.
 *
 *     flowing → paused     two failures in a row, or one that asks for a wait
 *     probing → paused     a failure
 *     probing → flowing    any other response
 *
 * A failure is a 429, or a request for which the service is unavailable. Responses to requests that were in flight
 * when a failure came back have the same cause, so they count as one: they only extend a pause, if they ask for it.
 *
 * Giving up is no state, but an event: everything that waits or is retried fails. Requests that come later are
 * probes again. All times are milliseconds of the caller's clock.
 */
export class CircuitBreaker {
	isFlowing = false;
	pausedUntil = -Infinity;
	/** Whether failures in a row have used up the patience, so that nothing is retried. */
	hasGivenUp = false;
	consecutiveFailures = 0;
	/** When the first and the last of the consecutive failures came back. */
	private failingSince = 0;
	private lastFailureAt = -Infinity;
	private isRateLimited = false;
	private readonly pace = new Pace();

	/** @param maxRetries how many failures in a row are normal while the service is unavailable */
	constructor(private readonly maxRetries: number) {}

	/** When the next request may be sent; a time in the past means now. */
	nextSendAt(inFlight: number, waiting: number): number {
		return this.isFlowing ? this.pace.nextSendAt(inFlight, waiting) : this.pausedUntil;
	}

	/** The reply to a request that was sent at a time. */
	onReply(reply: Reply, sentAt: number, now: number): void {
		const isNew = sentAt > this.lastFailureAt;
		if (!isFailure(reply.outcome)) return this.onAccepted(isNew, now);
		if (isNew) this.count(reply, now);
		const isPause = isNew && (!this.isFlowing || this.consecutiveFailures > 1);
		const backOff = isPause ? backOffMs(reply.outcome, this.consecutiveFailures - 1) : 0;
		this.extendPause(Math.max(reply.askedMs, backOff), now);
		if (asksTooLong(reply)) this.hasGivenUp = true;
	}

	private onAccepted(isNew: boolean, now: number): void {
		if (isNew && !this.isFlowing && this.isRateLimited) this.pace.restart(now);
		this.pace.onAccepted(now);
		if (!isNew && !this.isFlowing) return;
		this.isFlowing = true;
		this.consecutiveFailures = 0;
		this.hasGivenUp = false;
	}

	private count({ outcome }: Reply, now: number): void {
		if (this.consecutiveFailures++ === 0) this.failingSince = now;
		this.lastFailureAt = now;
		this.isRateLimited = outcome === 'rateLimited';
		const failingMs = now - this.failingSince;
		this.hasGivenUp = this.isRateLimited
			? failingMs >= MAX_WAIT_MS
			: failingMs >= UNAVAILABLE_PATIENCE_MS && this.consecutiveFailures > this.maxRetries;
	}

	private extendPause(ms: number, now: number): void {
		if (ms === 0 || now + ms <= this.pausedUntil) return;
		this.isFlowing = false;
		this.pausedUntil = now + ms;
	}
}
