import { Budget } from './budget';
import { asksTooLong, isUnavailable, type Outcome, type Reply } from './reply';
import { backOffMs } from './retry';
import { GIVE_UP_AFTER_MS, MAX_WAIT_MS } from './waits';

/**
 * When the next request of a run may leave.
 *
 *     flowing      requests leave freely, up to the budget of the current window
 *     paused       nothing leaves
 *     probing      one request leaves, and its reply decides
 *     exhausted    probes leave without pauses, and nothing is retried: the service was unavailable for too long
 *     given up     nothing leaves, and nothing waits: the service refuses for too long, or asks for too long a wait
 *
 *     probing → flowing    the service accepts the probe: it sends any other reply than those below
 *     flowing → paused     a 429, or the service is unavailable and says for how long
 *     flowing → paused     the service is unavailable for two requests in a row (see `isUnavailable`)
 *     probing → paused     a 429, or the service is unavailable for the probe
 *     paused  → probing    the pause is over, and a request leaves
 *
 * A probe is a request that was sent since the last pause ended. It leaves when nothing else is in flight, or ten
 * seconds after the last request. A run starts in `probing`, so its first request goes alone.
 *
 * Setbacks in a row double the pause. Replies to requests that were in flight together count as one setback,
 * because they have one cause: after the first, they extend the pause if they ask for more. A single request that
 * fails among others that are accepted does not pause the run.
 *
 * The states are those of a circuit breaker: closed, open and half-open. All times are milliseconds of the
 * caller's monotonic clock.
 */
export class RateLimit {
	private state: 'flowing' | 'paused' | 'probing' = 'probing';
	/** When the last pause ends. */
	private pausedUntil = -Infinity;
	private readonly budget = new Budget();
	/** Setbacks in a row: 429s, and requests for which the service was unavailable. */
	private setbacks = 0;
	/** When the first of them came back. */
	private setbacksSince = 0;
	/** When the last of them came back: those that were in flight then count together with it. */
	private lastSetbackAt = -Infinity;
	/** Whether nothing is retried any more: more than `maxRetries` setbacks in a row, over minutes. */
	areRetriesExhausted = false;
	private gaveUpUntil = -Infinity;

	/** @param maxRetries how often a request is retried */
	constructor(private readonly maxRetries: number) {}

	get isFlowing(): boolean {
		return this.state === 'flowing';
	}

	/** How many requests may be in flight. */
	get limit(): number {
		return this.isFlowing ? this.budget.limit : 1;
	}

	/**
	 * When the next request may leave, if the limit allows it; a time in the past means now.
	 *
	 * @param waiting how many items and retries wait for their turn
	 */
	nextSendAt(inFlight: number, waiting: number): number {
		if (!this.isFlowing) return this.pausedUntil;
		return this.budget.nextSendAt(inFlight, waiting);
	}

	/**
	 * For how long the run has given up on the service, because 429s have exhausted the retries, or because the
	 * service asks for a wait of more than `MAX_WAIT_MS`; 0 if it has not given up.
	 */
	giveUpMs(now: number): number {
		return Math.max(0, this.gaveUpUntil - now);
	}

	/** A request leaves. */
	onSend(now: number): void {
		if (this.state === 'paused') this.state = 'probing';
		if (this.state === 'flowing') this.budget.onSend(now);
	}

	/** The reply to a request that was sent at this time. */
	onReply(reply: Reply, sentAt: number, now: number): void {
		const { outcome, askedMs } = reply;
		const isRateLimited = outcome === 'rateLimited';
		if (!isRateLimited && !isUnavailable(outcome)) return this.onAccepted(sentAt);
		if (asksTooLong(reply)) this.gaveUpUntil = now + askedMs;
		if (isRateLimited) this.onRateLimited(sentAt, now, askedMs);
		else this.onUnavailable(sentAt, now, outcome, askedMs);
	}

	/** The service handled the request, whether or not it was successful. */
	private onAccepted(sentAt: number): void {
		if (this.isProbe(sentAt)) {
			this.state = 'flowing';
			this.areRetriesExhausted = false;
			this.budget.renew(sentAt);
		}
		if (this.state === 'flowing') this.setbacks = 0;
		this.budget.onAccepted();
	}

	private onRateLimited(sentAt: number, now: number, askedMs: number): void {
		const { endsAt, hasAccepted } = this.budget;
		this.budget.onExceeded(sentAt);
		if (!this.isFlowing && !this.isProbe(sentAt)) return this.extendPause(now + askedMs);
		// If the window should have ended before, only its length was wrong.
		if (sentAt < endsAt) this.countSetback(now, hasAccepted ? MAX_WAIT_MS : GIVE_UP_AFTER_MS);
		const untilEnd = endsAt > now ? endsAt - now : Infinity;
		const backOff = Math.min(this.backOffMs('rateLimited'), untilEnd);
		this.pause(now + Math.max(askedMs, backOff));
		if (this.areRetriesExhausted) this.gaveUpUntil = this.pausedUntil;
	}

	private onUnavailable(sentAt: number, now: number, outcome: Outcome, askedMs: number): void {
		if (!this.isFlowing && !this.isProbe(sentAt)) return this.extendPause(now + askedMs);
		const isCounted = sentAt < this.lastSetbackAt;
		if (!isCounted) this.countSetback(now, GIVE_UP_AFTER_MS);
		if (this.isFlowing && askedMs === 0 && (isCounted || this.setbacks < 2)) return;
		// When retries are exhausted, each waiting request is still sent once, without further pauses.
		const backOff = this.areRetriesExhausted ? 0 : this.backOffMs(outcome);
		this.pause(now + Math.max(askedMs, backOff));
	}

	private isProbe(sentAt: number): boolean {
		return !this.isFlowing && sentAt >= this.pausedUntil;
	}

	private countSetback(now: number, patienceMs: number): void {
		if (this.setbacks++ === 0) this.setbacksSince = now;
		this.lastSetbackAt = now;
		const isLongEnough = now - this.setbacksSince >= patienceMs;
		this.areRetriesExhausted = isLongEnough && this.setbacks > this.maxRetries;
	}

	private backOffMs(outcome: Outcome): number {
		return backOffMs(outcome, Math.max(0, this.setbacks - 1));
	}

	private extendPause(until: number): void {
		if (until > this.pausedUntil) this.pause(until);
	}

	private pause(until: number): void {
		this.state = 'paused';
		this.pausedUntil = until;
	}
}
