/** Waits between one look whether the next window has opened and another. */
const LOOKS_MS = [2000, 4000, 8000, 15_000];

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
