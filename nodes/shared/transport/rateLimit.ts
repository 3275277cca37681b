import { backOffMs, MAX_WAIT_MS, type Outcome } from './retry';

/** How long rate limits commonly count, in milliseconds. */
const COMMON_WINDOWS_MS = [1, 5, 10, 15, 30, 60].map((seconds) => seconds * 1000);

/** A run waits at least so long for a service that refuses everything: others may use up a minute's limit. */
const GIVE_UP_AFTER_MS = 90_000;

/** A window is taken to end this much later, for clocks differ and requests travel. */
const WINDOW_MARGIN = { factor: 1.01, minMs: 50 };

/** The part of a window over which its budget is spent, so that other executions find room in it. */
const SPREAD = 2 / 3;

/** If a request that should go alone has no response after this time, another one may go beside it. */
const PATIENCE_MS = 10_000;

/** Permission to send one request. */
export interface Permit {
	/** Whether the request is a probe: its outcome decides whether others may follow. */
	readonly isProbe: boolean;
}

/**
 * When the next request of a run may leave.
 *
 *     open      requests leave freely, as many as the budget of the current window
 *     paused    after a 429, or while the service is unavailable: nothing leaves
 *     probing   after the pause: one request at a time, each of them another waiting one
 *
 *     open → paused → probing → open      when a probe is accepted
 *                       ↓
 *                     paused              when it is not: the back-off doubles
 *
 * A run begins probing, so that a wrong address or token costs one request. The number of requests that
 * were accepted from one opening to the next is the budget of the next window. Beyond it requests go one
 * at a time, which finds out whether the limit has been raised.
 *
 * Learning the budget from refusals follows the AWS SDK's adaptive retry mode; the three states are those
 * of a circuit breaker. All times are milliseconds of one monotonic clock, which the caller has.
 */
export class RateLimit {
	private probing = true;
	/** No probe leaves before. */
	private pausedUntil = -Infinity;
	private isProbeInFlight = false;
	private lastSentAt = -Infinity;
	/** Whether a 429 is among the reasons for the pause. */
	private isLimited = false;
	/** Requests in a row that were not accepted; those that were in flight together count once. */
	private refusals = 0;
	/** When the first of them came back. */
	private refusedSince = 0;
	/** Whether waiting is in vain. */
	isExhausted = false;
	private windowStart = -Infinity;
	/** Length of a window; unknown until one has closed and opened again. */
	private windowMs: number | undefined;
	private accepted = 0;
	private budget = Infinity;
	private budgetStep = 1;
	/** Until then no request waits. */
	private closedUntil = -Infinity;

	/** @param maxRetries waiting is not in vain before this many retries in a row were refused */
	constructor(private readonly maxRetries: number) {}

	/**
	 * When the next request may leave; a time in the past means now.
	 *
	 * @param waiting how many requests wait to be sent
	 */
	opensAt(inFlight: number, waiting: number): number {
		const patienceEnd = this.lastSentAt + PATIENCE_MS;
		if (this.probing) return Math.max(this.pausedUntil, this.isProbeInFlight ? patienceEnd : 0);
		const spent = this.accepted + inFlight;
		if (spent >= this.budget) return inFlight > 0 ? patienceEnd : 0;
		if (this.windowMs === undefined || spent + waiting <= this.budget) return 0;
		return this.windowStart + SPREAD * this.windowMs * (spent / this.budget);
	}

	/** For how long nothing is sent, because waiting would be in vain or take too long; 0 if it is not so. */
	closedMs(now: number): number {
		return Math.max(0, this.closedUntil - now);
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

	/** A permit was not used: the request was no longer wanted when its turn came. */
	onUnused({ isProbe }: Permit): void {
		if (isProbe) this.isProbeInFlight = false;
	}

	/** A response that is neither a 429 nor says that the service is unavailable. */
	onAccepted({ isProbe }: Permit, sentAt: number): void {
		if (isProbe && this.probing) this.open(sentAt);
		this.accepted++;
		if (this.accepted > this.budget) this.budget += this.budgetStep *= 2;
	}

	/**
	 * A 429.
	 *
	 * @param askedMs how long the service asks to wait
	 */
	onRefused(permit: Permit, now: number, askedMs: number): void {
		const { windowEnd } = this;
		this.isLimited = true;
		this.budgetStep = 1;
		if (!this.beginsPause(permit, now, askedMs)) return;
		// A window that has not opened when it should have was guessed too short: that is no refusal.
		if (permit.isProbe && this.lastSentAt >= windowEnd) this.windowMs = undefined;
		else this.countRefusal(now);
		const untilWindowEnd = windowEnd > now ? windowEnd - now : Infinity;
		const backOff = backOffMs('rateLimited', this.refusals - 1);
		this.pause(now + Math.max(askedMs, Math.min(backOff, untilWindowEnd)));
		if (this.isExhausted) this.closedUntil = this.pausedUntil;
	}

	/** The service could not be had. */
	onUnavailable(permit: Permit, now: number, outcome: Outcome, askedMs: number): void {
		if (!this.beginsPause(permit, now, askedMs)) return;
		this.countRefusal(now);
		// When retries are in vain, each waiting request is sent once, without further waits.
		const backOff = this.isExhausted ? 0 : backOffMs(outcome, this.refusals - 1);
		this.pause(now + Math.max(askedMs, backOff));
	}

	/** A request that left before the current pause began only makes that longer. */
	private beginsPause({ isProbe }: Permit, now: number, askedMs: number): boolean {
		if (askedMs > MAX_WAIT_MS) this.closedUntil = now + askedMs;
		if (isProbe || !this.probing) return true;
		this.pausedUntil = Math.max(this.pausedUntil, now + askedMs);
		return false;
	}

	private countRefusal(now: number): void {
		if (this.refusals++ === 0) this.refusedSince = now;
		const isLongEnough = now - this.refusedSince >= GIVE_UP_AFTER_MS;
		this.isExhausted = isLongEnough && this.refusals > this.maxRetries;
	}

	private pause(until: number): void {
		this.probing = true;
		this.isProbeInFlight = false;
		this.pausedUntil = until;
	}

	private open(sentAt: number): void {
		if (this.isLimited) {
			const elapsed = sentAt - this.windowStart;
			this.windowMs = COMMON_WINDOWS_MS.findLast((length) => length <= elapsed);
			this.budget = Math.max(1, this.accepted);
		}
		if (this.isLimited || this.windowStart === -Infinity) this.startWindow(sentAt);
		this.probing = this.isProbeInFlight = this.isLimited = false;
		this.refusals = 0;
		this.isExhausted = false;
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
