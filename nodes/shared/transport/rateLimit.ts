import { Budget } from './budget';
import { asksTooLong, isUnavailable, type Outcome, type Reply } from './reply';
import { backOffMs } from './retry';
import { GIVE_UP_AFTER_MS, MAX_WAIT_MS } from './waits';

/**
 * When the next request of a run may leave.
 *
 *     flowing   requests leave freely, up to the budget of the current window
 *     paused    after a 429, or while the service is unavailable (502, 503, 504, no response): nothing leaves
 *     probing   after the pause: one request at a time
 *
 *     flowing → paused → probing → flowing     if the probe is accepted
 *                           ↓
 *                         paused               if it is not: the back-off doubles
 *
 * A run starts in `probing`, so that a wrong address or token costs one request. If the service is unavailable
 * for one request among others that are accepted, the run does not pause: it pauses for two in a row, where
 * requests that were in flight together count as one, or if the service asks for a wait.
 *
 * The states are those of a circuit breaker: closed, open and half-open. All times are milliseconds of the
 * caller's monotonic clock.
 */
export class RateLimit {
	private state: 'flowing' | 'paused' | 'probing' = 'probing';
	/** When the last pause ends: what is sent later is a probe. */
	private pausedUntil = -Infinity;
	private readonly budget = new Budget();
	/** 429s and requests for which the service was unavailable, in a row. */
	private setbacks = 0;
	private setBackSince = 0;
	/** When the last of them came back: those that were in flight then count together with it. */
	private setBackAt = -Infinity;
	/** Whether nothing is retried any more: more than `maxRetries` setbacks in a row, over minutes. */
	areRetriesExhausted = false;
	private gaveUpUntil = -Infinity;

	/** @param maxRetries how often a request is retried */
	constructor(private readonly maxRetries: number) {}

	/** How many requests may be in flight. */
	get limit(): number {
		return this.state === 'flowing' ? this.budget.limit : 1;
	}

	/**
	 * When the next request may leave, if the limit allows it; a time in the past means now.
	 *
	 * @param waiting how many requests wait to be sent
	 */
	nextSendAt(inFlight: number, waiting: number): number {
		if (this.state !== 'flowing') return this.pausedUntil;
		return this.budget.nextSendAt(inFlight, waiting);
	}

	/**
	 * For how long the run has given up on the service, because a 429 has exhausted the retries or the service
	 * asks for a wait of more than `MAX_WAIT_MS`; 0 if it has not given up.
	 */
	giveUpMs(now: number): number {
		return Math.max(0, this.gaveUpUntil - now);
	}

	/** A request leaves. */
	onSend(now: number): void {
		if (this.state === 'paused') this.state = 'probing';
		if (this.state === 'flowing') this.budget.onSend(now);
	}

	/** A request that was sent at this time came back. */
	onReply(reply: Reply, sentAt: number, now: number): void {
		const { outcome, askedMs } = reply;
		if (asksTooLong(reply)) this.gaveUpUntil = now + askedMs;
		if (outcome === 'rateLimited') this.onRefused(sentAt, now, askedMs);
		else if (isUnavailable(outcome)) this.onUnavailable(sentAt, now, outcome, askedMs);
		else this.onAccepted(sentAt);
	}

	/** The service handled the request, whether or not it was successful. */
	private onAccepted(sentAt: number): void {
		if (this.state === 'probing' && sentAt >= this.pausedUntil) {
			this.state = 'flowing';
			this.areRetriesExhausted = false;
			this.budget.renew(sentAt);
		}
		if (this.state === 'flowing') this.setbacks = 0;
		this.budget.onAccepted();
	}

	private onRefused(sentAt: number, now: number, askedMs: number): void {
		const { endsAt, hasAccepted } = this.budget;
		this.budget.onExceeded(sentAt);
		if (this.state !== 'flowing' && sentAt < this.setBackAt) return this.extendPause(now + askedMs);
		// If the window should have ended before, only its length was wrong.
		if (sentAt < endsAt) this.countSetback(now, hasAccepted ? MAX_WAIT_MS : GIVE_UP_AFTER_MS);
		const untilEnd = endsAt > now ? endsAt - now : Infinity;
		const backOff = Math.min(backOffMs('rateLimited', this.setbacks - 1), untilEnd);
		this.pause(now + Math.max(askedMs, backOff));
		if (this.areRetriesExhausted) this.gaveUpUntil = this.pausedUntil;
	}

	private onUnavailable(sentAt: number, now: number, outcome: Outcome, askedMs: number): void {
		const isCounted = sentAt < this.setBackAt;
		if (!isCounted) this.countSetback(now, GIVE_UP_AFTER_MS);
		const isStray = this.state === 'flowing' && this.setbacks < 2 && askedMs === 0;
		if (isCounted || isStray) return this.extendPause(now + askedMs);
		// When retries are exhausted, each waiting request is still sent once, without further pauses.
		const backOff = this.areRetriesExhausted ? 0 : backOffMs(outcome, this.setbacks - 1);
		this.pause(now + Math.max(askedMs, backOff));
	}

	private countSetback(now: number, patienceMs: number): void {
		if (this.setbacks++ === 0) this.setBackSince = now;
		this.setBackAt = now;
		const isLongEnough = now - this.setBackSince >= patienceMs;
		this.areRetriesExhausted = isLongEnough && this.setbacks > this.maxRetries;
	}

	private extendPause(until: number): void {
		if (this.state !== 'flowing') this.pause(Math.max(this.pausedUntil, until));
	}

	private pause(until: number): void {
		this.state = 'paused';
		this.pausedUntil = until;
	}
}
