/** Delays from here on are back-offs and rests; shorter ones belong to the sandbox and to jest. */
const LONG_MS = 400;

/** A clock on which long waits pass sooner; a test process waits for none of them in full. */
export interface ScaledClock {
	/** Long waits since the start or the last reset, in milliseconds as they were asked for. */
	readonly waits: readonly number[];
	/** Forgets the waits so far. */
	reset: () => void;
	/** Puts the real clock back. */
	restore: () => void;
}

/**
 * Divides the long delays of this process's timers: what takes a minute is over in a moment, in the
 * same order. Short delays and the date stay as they are.
 *
 * @param factor by which long delays are divided
 */
export function scaleClock(factor: number): ScaledClock {
	const real = globalThis.setTimeout;
	const waits: number[] = [];
	const scaled = (callback: () => void, ms = 0, ...rest: []) => {
		if (ms < LONG_MS) return real(callback, ms, ...rest);
		waits.push(ms);
		return real(callback, ms / factor, ...rest);
	};
	globalThis.setTimeout = Object.assign(scaled, real) as typeof setTimeout;
	return {
		waits,
		reset: () => waits.splice(0),
		restore: () => {
			globalThis.setTimeout = real;
		},
	};
}
