/** Windows that rate limits have, in milliseconds. */
const PERIODS_MS = [1, 5, 10, 15, 20, 30, 60].map((seconds) => seconds * 1000);
/** They begin at a round time, as in most services, or with their first request, or slide along. */
const KINDS = ['clock', 'first', 'sliding'] as const;
/** Clocks differ, and requests take their time to arrive. */
const MARGIN_PART = 1 / 100;
const MARGIN_MS = 50;
/** Waits between one look whether the next window has opened and another. */
const LOOKS_MS = [2000, 4000, 8000, 15_000];

/** If fewer wait, it is not worth finding out more than their repeats do. */
export const MANY = 10;

/** A window of which a service counts the requests. */
export interface Window {
	periodMs: number;
	kind: (typeof KINDS)[number];
}

/** All that are looked for, shorter ones first. */
export const WINDOWS = PERIODS_MS.flatMap((periodMs) =>
	KINDS.map((kind): Window => ({ periodMs, kind })),
);
export const LONGEST_MS = Math.max(...PERIODS_MS);

/** When the request was sent with which a window begins that does not go by the clock. */
export type Begun = (window: Window) => number;

/** Whether such a window is whatever time has just passed. */
export function isSliding({ kind }: Window): boolean {
	return kind === 'sliding';
}

/** So many milliseconds later than it should, a window has surely opened. */
export function marginOf({ periodMs }: Window): number {
	return Math.max(MARGIN_MS, periodMs * MARGIN_PART);
}

/** The first time from then on at which such a window opens; Infinity if it should have. */
export function opening(window: Window, begun: Begun, from = -Infinity): number {
	const { periodMs, kind } = window;
	const margin = marginOf(window);
	if (kind === 'clock') return Math.ceil((from - margin) / periodMs) * periodMs + margin;
	const opens = begun(window) + periodMs + margin;
	return opens >= from ? opens : Infinity;
}

/** When such a window has begun that is full at that time. */
export function beganBy({ periodMs, kind }: Window, at: number): number {
	return kind === 'clock' ? Math.floor(at / periodMs) * periodMs : at - periodMs;
}

/** Whether such a window opens after the one time and up to the other. */
export function opensWithin(window: Window, begun: Begun, from: number, to: number): boolean {
	const { periodMs, kind } = window;
	if (kind === 'clock') return Math.floor(from / periodMs) < Math.floor(to / periodMs);
	const opens = begun(window) + periodMs;
	return from < opens && opens <= to;
}

/** When a window ends that has opened then; Infinity if those that it may be do not agree. */
export function endOf(windows: Window[], openedAt: number): number {
	const ends = windows.map((window) =>
		opening(window, () => openedAt, openedAt + 2 * marginOf(window)),
	);
	const [first, last] = [Math.min(...ends), Math.max(...ends)];
	return last - first < 3 * marginOf(windows[0]) ? first : Infinity;
}

/** A window that has been used up. */
export interface Closed {
	/** When that was seen. What is sent later is a look whether the next one has opened. */
	since: number;
	looks: number;
	/** The next look, and the one that is due at the latest. */
	next: number;
	last: number;
}

/** One that has been used up since then, and the next look. */
export function closedFrom(since: number, next: number): Closed {
	return { since, looks: 0, next, last: next };
}

/** Milliseconds to wait after so many looks. */
export function pauseAfter(looks: number): number {
	return LOOKS_MS[Math.min(looks, LOOKS_MS.length - 1)];
}

/** When the requests were sent that a service has accepted, as far back as windows reach. */
export class Log {
	private readonly times: number[] = [];

	/** Takes note of a request that has been accepted. */
	add(sentAt: number): void {
		this.times.push(sentAt);
		while (this.times[0] < sentAt - 1.2 * LONGEST_MS) this.times.shift();
	}

	/** How many were sent after that. */
	since(time: number): number {
		return this.times.length - this.before(time);
	}

	/** How many surely still count in such a window. */
	within(window: Window, now: number): number {
		return this.since(now - window.periodMs - marginOf(window));
	}

	/** When the first was sent after that; -Infinity if none was. */
	after(time: number): number {
		return this.times[this.before(time)] ?? -Infinity;
	}

	/** When the first of the last so many was sent; -Infinity if there were fewer. */
	last(count: number): number {
		return this.times[this.times.length - count] ?? -Infinity;
	}

	/** How many were sent up to then. Looked for by halves: there may be many, and it is asked often. */
	private before(time: number): number {
		let [from, to] = [0, this.times.length];
		while (from < to) {
			const middle = (from + to) >> 1;
			if (this.times[middle] <= time) from = middle + 1;
			else to = middle;
		}
		return from;
	}
}
