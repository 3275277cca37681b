/** What a service says of its rate limit with an answer, if anything. */
export interface Stated {
	/** So many more requests fit into the window. */
	remaining?: number;
	/** Milliseconds until the next window. */
	resetMs?: number;
}

/** Windows that rate limits have, by the clock or from the first request of the window on. */
const PERIODS_MS = [1, 5, 10, 15, 20, 30, 60].map((seconds) => seconds * 1000);
/** Waits between one look whether the next window has opened and another. */
const LOOKS_MS = [2000, 4000, 8000, 15_000];
/** Clocks differ, and requests take their time to arrive. */
const MARGIN_PART = 1 / 100;
const MARGIN_MS = 50;

const MANY = 10;

/** What a rate limit asks of a request that it has refused. */
export interface Refusal {
	/** So long the request waits. */
	waitMs: number;
	/** So long the service says to wait, if it does. */
	statedMs?: number;
}

interface Window {
	periodMs: number;
	/** Whether it begins at a round time, as in most services, or with its first request. */
	byClock: boolean;
}

const WINDOWS: Window[] = PERIODS_MS.flatMap((periodMs) => [
	{ periodMs, byClock: true },
	{ periodMs, byClock: false },
]);

/** A window that has been used up. */
interface Closed {
	/** When that was seen. What is sent later is a look whether the next one has opened. */
	since: number;
	/** When the last request that was refused had been sent. */
	refusedAt: number;
	looks: number;
	/** The next look, and the one that is due at the latest. */
	next: number;
	last: number;
}

/**
 * What a run has learned of the service's rate limit: how many requests fit into a window, and when
 * the next one opens. A state machine without a clock.
 *
 * The first refusals tell how many fit. When a window opens is found by looking, with more time
 * between one look and the next; each look rules out windows of other lengths, so that there is less
 * to look for next time, and soon nothing. What the service says itself goes first.
 */
export class RateLimit {
	private possible = WINDOWS;
	/** Whether the last window has opened when one of these had to. */
	private sure = false;
	/** Whether a window that was known has not opened when it had to: a longer one stands behind it. */
	private nested = false;
	private openedAt: number | undefined;
	private accepted = 0;
	private fits = Infinity;
	/** Whether it has refused what was to fit: then the service speaks of another limit as well. */
	private misled = false;
	private closed: Closed | undefined;

	/** How many requests may be open now. */
	room(now: number): number {
		if (this.closed) return now >= this.opensAt ? 1 : 0;
		const left = this.fits - this.accepted;
		// Past what has fitted so far: one, and one more for each that was accepted all the same.
		return left > 0 ? left : 1 - left;
	}

	/** When there is room again. */
	get opensAt(): number {
		return this.closed ? Math.min(this.closed.next, this.closed.last) : 0;
	}

	/** An answer that is no refusal by the rate limit. */
	took(sentAt: number, at: number, { remaining, resetMs }: Stated = {}): void {
		if (this.closed && sentAt >= this.closed.since) this.open(this.closed, sentAt, at);
		else if (this.hasOpened(sentAt)) this.begin(sentAt);
		this.accepted++;
		if (remaining === undefined) return;
		const fits = this.accepted + remaining;
		this.fits = this.misled ? Math.min(this.fits, fits) : fits;
		if (remaining > 0 || resetMs === undefined || this.closed) return;
		this.closed = {
			since: at,
			refusedAt: sentAt,
			looks: 0,
			next: at + resetMs,
			last: at + resetMs,
		};
	}

	/**
	 * A refusal by the rate limit.
	 *
	 * @param waiting how many requests wait: for a few it is not worth looking early
	 */
	refused(sentAt: number, at: number, { waitMs, statedMs }: Refusal, waiting: number): void {
		this.openedAt ??= sentAt;
		const known = this.closed;
		if (!known) this.misled ||= this.accepted < this.fits && this.fits < Infinity;
		const closed = known ?? { since: at, refusedAt: sentAt, looks: 0, next: 0, last: 0 };
		this.closed = closed;
		// A look ahead of time does not put off the one that is due.
		const ahead = sentAt >= closed.since && sentAt < closed.last;
		if (!ahead)
			closed.last = Math.max(closed.last, at + Math.max(waitMs, pauseAfter(closed.looks)));
		if (known) {
			if (sentAt < known.since) return;
			closed.refusedAt = sentAt;
			closed.looks++;
			const wasSure = this.sure;
			const kept = this.keep((window) => !this.opensWithin(closed.since, sentAt, window));
			this.nested ||= wasSure && !kept;
		}
		const early = waiting >= MANY || this.sure;
		closed.next = early ? this.nextLook(closed.looks, at, statedMs) : Infinity;
		if (this.sure) closed.last = Math.max(closed.last, closed.next);
	}

	private open({ refusedAt }: Closed, sentAt: number, at: number): void {
		this.sure = this.keep((window) => this.opensWithin(refusedAt, at, window));
		this.fits = Math.max(1, this.accepted);
		this.closed = undefined;
		this.begin(sentAt);
	}

	private begin(sentAt: number): void {
		this.openedAt = sentAt;
		this.accepted = 0;
	}

	/** Whether a window has opened without having been waited for. */
	private hasOpened(sentAt: number): boolean {
		if (this.openedAt === undefined) return true;
		const { openedAt } = this;
		return this.sure && this.possible.every((window) => this.opensWithin(openedAt, sentAt, window));
	}

	/** Rules out the others. If none is left, something else was at work: all are possible again. */
	private keep(fits: (window: Window) => boolean): boolean {
		const kept = this.possible.filter(fits);
		this.possible = kept.length > 0 ? kept : WINDOWS;
		if (kept.length === 0) this.sure = false;
		return kept.length > 0;
	}

	private nextLook(looks: number, at: number, statedMs?: number): number {
		const pause = pauseAfter(looks);
		if (statedMs !== undefined) return at + Math.max(statedMs, looks > 0 ? pause : 0);
		const longest = PERIODS_MS[PERIODS_MS.length - 1];
		const openings = this.possible.map((window) =>
			this.opening(window, this.sure || window.periodMs === longest ? at : at + pause),
		);
		// Where two windows are at work, the shorter may have closed, and opens sooner.
		const next = Math.min(...openings, this.nested ? at + pause : Infinity);
		// Where all of them should have opened, something else is at work.
		return next < Infinity ? next : at + pause;
	}

	/** The first time from then on at which such a window opens; Infinity if it should have. */
	private opening({ periodMs, byClock }: Window, from: number): number {
		const margin = Math.max(MARGIN_MS, periodMs * MARGIN_PART);
		if (byClock) return Math.ceil((from - margin) / periodMs) * periodMs + margin;
		const opens = (this.openedAt ?? from) + periodMs + margin;
		return opens >= from ? opens : Infinity;
	}

	private opensWithin(from: number, to: number, { periodMs, byClock }: Window): boolean {
		if (byClock) return Math.floor(from / periodMs) < Math.floor(to / periodMs);
		const opens = (this.openedAt ?? from) + periodMs;
		return from < opens && opens <= to;
	}
}

function pauseAfter(looks: number): number {
	return LOOKS_MS[Math.min(looks, LOOKS_MS.length - 1)];
}
