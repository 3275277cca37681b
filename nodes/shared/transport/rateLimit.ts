import { backOffMs, type Outcome } from './retry';
import { GIVE_UP_AFTER_MS, MAX_WAIT_MS, PATIENCE_MS } from './waits';

/** Common lengths of the window in which a service counts requests. */
const COMMON_WINDOWS_MS = [1, 5, 10, 15, 30, 60].map((seconds) => seconds * 1000);

/** A window is assumed to end this much later, because clocks differ and requests take time to arrive. */
const WINDOW_MARGIN = { factor: 1.01, minMs: 50 };

/** The part of a window over which its budget is spread, so that other executions get a share. */
const SPREAD = 2 / 3;

/** Permission to send one request. */
export interface Permit {
	/** Whether the request is a probe: its outcome decides whether others may follow. */
	readonly isProbe: boolean;
}

/**
 * When the next request of a run may leave.
 *
 *     flowing   requests leave freely, up to the budget of the current window
 *     paused    after a 429, or while the service is unavailable: nothing leaves
 *     probing   after the pause: one waiting request at a time
 *
 *     flowing → paused → probing → flowing     if the probe is accepted
 *                           ↓
 *                         paused               if it is refused: the back-off doubles
 *
 * A run starts in `probing`, so that a wrong address or token costs one request. The number of requests
 * that a window accepted before the 429 is the budget of the next window. Once the budget is spent,
 * requests leave one at a time, which finds out whether the limit has been raised.
 *
 * The states are those of a circuit breaker: closed, open and half-open. Learning the budget from refusals
 * follows the AWS SDK's adaptive retry mode. All times are milliseconds of the caller's monotonic clock.
 */
export class RateLimit {
	private probing = true;
	/** When the pause ends and the next probe may leave. */
	private pausedUntil = -Infinity;
	private isProbeInFlight = false;
	private lastSentAt = -Infinity;
	/** Whether a 429 has arrived since requests last left freely. */
	private isLimited = false;
	/** Refused requests in a row. Requests that were in flight together count once. */
	private refusals = 0;
	/** When the first of them was refused. */
	private refusedSince = 0;
	/**
	 * Whether nothing is retried any more: more than `maxRetries` requests in a row were refused, over at
	 * least `GIVE_UP_AFTER_MS`. It ends when a probe is accepted.
	 */
	areRetriesExhausted = false;
	private windowStart = -Infinity;
	/** Length of a window; undefined until requests were accepted again after a 429. */
	private windowMs: number | undefined;
	private accepted = 0;
	private budget = Infinity;
	private budgetStep = 1;
	/**
	 * Until then, waiting requests fail unsent: a 429 has exhausted the retries, or the service asks for a
	 * wait of more than `MAX_WAIT_MS`.
	 */
	private gaveUpUntil = -Infinity;

	/** @param maxRetries how often a request is retried */
	constructor(private readonly maxRetries: number) {}

	/**
	 * When the next request may leave; a time in the past means now.
	 *
	 * @param waiting how many requests wait to be sent
	 */
	nextSendAt(inFlight: number, waiting: number): number {
		const patienceEnd = this.lastSentAt + PATIENCE_MS;
		if (this.probing) return Math.max(this.pausedUntil, this.isProbeInFlight ? patienceEnd : 0);
		const spent = this.accepted + inFlight;
		if (spent >= this.budget) return inFlight > 0 ? patienceEnd : 0;
		if (this.windowMs === undefined || spent + waiting <= this.budget) return 0;
		return this.windowStart + SPREAD * this.windowMs * (spent / this.budget);
	}

	/**
	 * For how long the run has given up on the service, because its retries are exhausted or the service
	 * asks for a wait of more than `MAX_WAIT_MS`; 0 if it has not given up.
	 */
	giveUpMs(now: number): number {
		return Math.max(0, this.gaveUpUntil - now);
	}

	/** A request leaves. */
	onSend(now: number): Permit {
		this.lastSentAt = now;
		if (this.probing) {
			this.isProbeInFlight = true;
			return { isProbe: true };
		}
		if (now >= this.windowEnd) this.startWindow(now);
		return { isProbe: false };
	}

	/** A permit was returned. If no request was sent with it, another probe may leave. */
	onUnused({ isProbe }: Permit): void {
		if (isProbe) this.isProbeInFlight = false;
	}

	/** The service handled the request, whether or not it was successful. */
	onAccepted({ isProbe }: Permit, sentAt: number): void {
		if (isProbe && this.probing) this.resume(sentAt);
		this.accepted++;
		if (this.accepted > this.budget) this.budget += this.budgetStep *= 2;
	}

	/**
	 * The service refused the request with 429.
	 *
	 * @param askedMs how long the service asks to wait
	 */
	onRefused(permit: Permit, now: number, askedMs: number): void {
		const { windowEnd } = this;
		this.isLimited = true;
		this.budgetStep = 1;
		if (!this.startsPause(permit, now, askedMs)) return;
		// A probe sent after the window should have ended was refused: the guessed length was too short.
		if (permit.isProbe && this.lastSentAt >= windowEnd) this.windowMs = undefined;
		else this.countRefusal(now);
		const untilWindowEnd = windowEnd > now ? windowEnd - now : Infinity;
		const backOff = backOffMs('rateLimited', this.refusals - 1);
		this.pause(now + Math.max(askedMs, Math.min(backOff, untilWindowEnd)));
		if (this.areRetriesExhausted) this.gaveUpUntil = this.pausedUntil;
	}

	/** The service was unavailable. */
	onUnavailable(permit: Permit, now: number, outcome: Outcome, askedMs: number): void {
		if (!this.startsPause(permit, now, askedMs)) return;
		this.countRefusal(now);
		// When retries are exhausted, each waiting request is still sent once, without further pauses.
		const backOff = this.areRetriesExhausted ? 0 : backOffMs(outcome, this.refusals - 1);
		this.pause(now + Math.max(askedMs, backOff));
	}

	/** A refused request that was sent before the current pause only extends the pause. */
	private startsPause({ isProbe }: Permit, now: number, askedMs: number): boolean {
		if (askedMs > MAX_WAIT_MS) this.gaveUpUntil = now + askedMs;
		if (isProbe || !this.probing) return true;
		this.pausedUntil = Math.max(this.pausedUntil, now + askedMs);
		return false;
	}

	private countRefusal(now: number): void {
		if (this.refusals++ === 0) this.refusedSince = now;
		const isLongEnough = now - this.refusedSince >= GIVE_UP_AFTER_MS;
		this.areRetriesExhausted = isLongEnough && this.refusals > this.maxRetries;
	}

	private pause(until: number): void {
		this.probing = true;
		this.isProbeInFlight = false;
		this.pausedUntil = until;
	}

	private resume(sentAt: number): void {
		if (this.isLimited) {
			const elapsed = sentAt - this.windowStart;
			this.windowMs = COMMON_WINDOWS_MS.findLast((length) => length <= elapsed);
			this.budget = Math.max(1, this.accepted);
		}
		if (this.isLimited || this.windowStart === -Infinity) this.startWindow(sentAt);
		this.probing = this.isProbeInFlight = this.isLimited = false;
		this.refusals = 0;
		this.areRetriesExhausted = false;
	}

	private startWindow(at: number): void {
		this.windowStart = at;
		this.accepted = 0;
	}

	private get windowEnd(): number {
		const { windowMs, windowStart } = this;
		if (windowMs === undefined) return Infinity;
		const { factor, minMs } = WINDOW_MARGIN;
		return windowStart + Math.max(factor * windowMs, windowMs + minMs);
	}
}
