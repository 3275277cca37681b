/** Back-offs and rests lie between these; shorter delays are the sandbox's, longer ones timeouts. */
const SHORTEST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 120_000;

/** A clock on which long waits pass sooner; a test process waits for none of them in full. */
export interface ScaledClock {
	/** Waits since the start or the last reset, in milliseconds as they were asked for. */
	readonly waits: readonly number[];
	/** Forgets the waits so far. */
	reset: () => void;
	/** Puts the real clock back. */
	restore: () => void;
}

/**
 * Divides the waits of this process's timers: what takes a minute is over in a moment, in the same
 * order. Other delays and the date stay as they are.
 *
 * @param factor by which waits are divided
 */
export function scaleClock(factor: number): ScaledClock {
	const real = globalThis.setTimeout;
	const waits: number[] = [];
	const scaled = (callback: () => void, ms = 0, ...rest: []) => {
		if (ms < SHORTEST_WAIT_MS || ms > LONGEST_WAIT_MS) return real(callback, ms, ...rest);
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
