import type { Refusal, Stated } from './stated';
import { Steps } from './steps';
import {
	beganBy,
	type Begun,
	type Closed,
	closedFrom,
	endOf,
	isSliding,
	Log,
	LONGEST_MS,
	MANY,
	marginOf,
	opening,
	opensWithin,
	pauseAfter,
	type Window,
	WINDOWS,
} from './window';

/** Of the shortest windows, one in so much time shows whether more fit. The others wait to open. */
const TRY_MS = 10_000;
const LOOK_MS = 25;
/** Services round up to seconds what they say to wait, or say one more. */
const ROUNDED_MS = 1000;
/** So many times as many as fit may slide along where others leave now more of a limit, now less. */
const SHARED = 1.25;

/**
 * What a run has learned of the service's rate limit: how many requests fit into a window, and when
 * the next one opens. A state machine without a clock.
 *
 * The first refusals tell how many fit. When a window opens is found by looking, less and less often;
 * each look rules out windows of other lengths, and soon nothing is left to find. As long as the
 * window may be a sliding one, no more is sent than fits into such a one, and one more to find out.
 * What the service says itself goes first: no window opens before that.
 */
export class RateLimit {
	private possible = WINDOWS;
	/** Whether the last window has opened when one of these had to. */
	private sure = false;
	/** Whether a window that was known has not opened when it had to: a longer one stands behind it. */
	private nested = false;
	private openedAt: number | undefined;
	private readonly steps = new Steps();
	private accepted = 0;
	private readonly log = new Log();
	private fits = Infinity;
	/** Whether it has refused what was to fit: then the service speaks of another limit as well. */
	private misled = false;
	/** What has taken so many times as many as fit does not slide along. */
	private most = 1;
	private closed: Closed | undefined;
	/** When the last request that was refused had been sent. */
	private refusedAt = -Infinity;
	/** Whether the last refusal has shown that no more fit than were known to. */
	private content = false;

	/** When the request was sent with which such a window begins. */
	private readonly begun: Begun = ({ kind, periodMs }) => {
		if (kind === 'first') return this.openedAt ?? -Infinity;
		return this.closed ? this.log.after(this.refusedAt - periodMs) : this.log.last(this.fits);
	};

	/**
	 * How many requests may be open now.
	 *
	 * @param wanted how many are open and wait
	 */
	room(now: number, wanted: number): number {
		if (this.closed) return now >= this.opensAt(now) ? 1 : 0;
		const window = this.slides.at(-1);
		const free = window ? this.fits - this.log.within(window, now) : Infinity;
		const fit = this.sliding ? free : Math.min(free, this.fits - this.accepted);
		// If more are wanted, the others go in the steps to come.
		const due = this.steps.due(this.fits, now) - this.accepted;
		if (fit > 0) return wanted > fit ? Math.min(fit, due) : fit;
		if (!this.tries(now)) return 0;
		if (this.sliding) return 1 - fit;
		const past = this.steps.past(this.fits, now, this.accepted);
		return window ? Math.max(1, Math.min(free, past)) : past;
	}

	/** How often it has been looked whether the next window has opened; -1 while one is open. */
	get looks(): number {
		return this.closed?.looks ?? -1;
	}

	/** When there is room again. */
	opensAt(now: number): number {
		if (this.closed) return Math.min(this.closed.next, this.closed.last);
		if (!this.sliding && !this.tries(now)) return now + LOOK_MS;
		const slides = this.sliding ? this.slides.map((window) => opening(window, this.begun)) : [];
		return Math.max(this.fits < Infinity ? this.steps.next(now) : 0, ...slides);
	}

	/** An answer that is no refusal by the rate limit. */
	took(sentAt: number, at: number, { remaining, resetMs }: Stated = {}): void {
		if (this.closed && sentAt >= this.closed.since) this.open(sentAt, at);
		else if (this.hasOpened(sentAt)) {
			this.fits = Math.max(this.fits, this.accepted);
			this.begin(sentAt);
		}
		this.accepted++;
		this.steps.took(at, this.accepted);
		this.log.add(sentAt);
		this.slid(sentAt);
		if (remaining === undefined) return;
		const fits = this.accepted + remaining;
		this.fits = this.misled ? Math.min(this.fits, fits) : fits;
		if (remaining > 0 || resetMs === undefined || this.closed) return;
		this.refusedAt = sentAt;
		this.closed = closedFrom(at, at + resetMs);
	}

	/**
	 * A refusal by the rate limit.
	 *
	 * @param waiting how many requests wait: for a few it is not worth looking early
	 */
	refused(sentAt: number, at: number, { waitMs, statedMs }: Refusal, waiting: number): void {
		this.openedAt ??= sentAt;
		const known = this.closed;
		if (!known) this.close(sentAt);
		const closed = (this.closed ??= closedFrom(at, 0));
		// A look ahead of time does not put off the one that is due.
		const ahead = sentAt >= closed.since && sentAt < closed.last;
		if (!ahead) closed.last = Math.max(closed.last, at + waitMs, at + pauseAfter(closed.looks));
		if (known) {
			if (sentAt < known.since) return;
			closed.looks++;
			const { begun, sure } = this;
			const shut = (window: Window) => !opensWithin(window, begun, closed.since, sentAt);
			// Where the service had said when it opens, others were quicker: it may have opened.
			if (statedMs === undefined && !this.keep(shut)) this.nested ||= sure;
			this.refusedAt = sentAt;
		}
		if (statedMs !== undefined && statedMs > 2 * ROUNDED_MS) {
			this.keep((window) => !opensWithin(window, this.begun, at, at + statedMs - ROUNDED_MS));
			if (this.misled) this.most = SHARED;
		}
		const early = waiting >= MANY || this.sure;
		closed.next = early ? this.nextLook(closed.looks, at, statedMs) : Infinity;
		if (this.sure) closed.last = Math.max(closed.last, closed.next);
	}

	/** The window has closed. If much earlier than it had to, it may be one of another kind. */
	private close(sentAt: number): void {
		this.refusedAt = sentAt;
		this.misled ||= this.accepted < this.fits && this.fits < Infinity;
		if (!this.sure || this.accepted > this.fits / 2) return;
		const periods = new Set(this.possible.map(({ periodMs }) => periodMs));
		this.possible = WINDOWS.filter(({ periodMs }) => periods.has(periodMs));
	}

	private open(sentAt: number, at: number): void {
		const { begun, log, refusedAt } = this;
		this.sure = this.keep((window) => opensWithin(window, begun, refusedAt, at));
		const counts = this.possible.map(
			(window) => log.since(beganBy(window, refusedAt)) - log.since(refusedAt),
		);
		const fits = Math.max(1, ...counts, this.sliding ? 0 : this.accepted);
		this.content = fits <= this.fits && this.fits < Infinity;
		this.fits = fits;
		this.closed = undefined;
		this.begin(sentAt);
	}

	/** Rules out what has taken too many to slide along; if nothing else is left, twice as many as fit. */
	private slid(sentAt: number): void {
		if (!this.sure) return;
		const holds = (times: number) => (window: Window) =>
			!isSliding(window) ||
			this.log.since(sentAt - window.periodMs + marginOf(window)) <= times * this.fits;
		this.keep(holds(this.possible.some(holds(this.most)) ? this.most : 2));
	}

	/** Those that are possible and slide along, once it is known that it is one of the possible. */
	private get slides(): Window[] {
		return this.sure ? this.possible.filter(isSliding) : [];
	}

	/** Whether it can only be one that does. */
	private get sliding(): boolean {
		return this.slides.length === this.possible.length;
	}

	/** Whether more than fit may be sent: to find out whether they do, or as a window has opened. */
	private tries(now: number): boolean {
		const [{ periodMs }] = this.possible.slice(-1);
		const pause =
			this.content && periodMs === WINDOWS[0].periodMs ? TRY_MS : this.sliding ? periodMs : 0;
		return now >= this.refusedAt + pause || this.hasOpened(now);
	}

	private begin(sentAt: number): void {
		this.openedAt = sentAt;
		this.accepted = 0;
		this.steps.begin(sentAt, this.sure ? endOf(this.possible, sentAt) : Infinity);
	}

	/** Whether a window has opened without having been waited for. */
	private hasOpened(sentAt: number): boolean {
		if (this.openedAt === undefined) return true;
		const { begun, openedAt } = this;
		if (!this.sure || this.sliding) return false;
		return this.possible.every((window) => opensWithin(window, begun, openedAt, sentAt));
	}

	/** Rules out the others. If none is left, something else was at work: all are possible again. */
	private keep(fits: (window: Window) => boolean): boolean {
		const kept = this.possible.filter(fits);
		this.possible = kept.length > 0 ? kept : WINDOWS;
		if (kept.length === 0) this.sure = false;
		return kept.length > 0;
	}

	private nextLook(looks: number, at: number, statedMs?: number): number {
		const { begun } = this;
		const pause = pauseAfter(looks);
		if (statedMs !== undefined) return at + Math.max(statedMs, looks > 0 ? pause : 0);
		const openings = this.possible.map((window) =>
			opening(window, begun, this.sure || window.periodMs === LONGEST_MS ? at : at + pause),
		);
		// Where two windows are at work, the shorter may have closed, and opens sooner.
		const next = Math.min(...openings, this.nested ? at + pause : Infinity);
		// Where all of them should have opened, something else is at work.
		return next < Infinity ? next : at + pause;
	}
}
