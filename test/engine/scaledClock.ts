/** Back-offs and pauses lie between these; shorter delays are the sandbox's, longer ones timeouts. */
const SHORTEST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 120_000;

/** A clock that stands still but for the timers, so that a test sits through no wait. */
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
 * order. When a timer is due, the date has moved on by all of it. Other delays take as long as they
 * are. The date does not move on by itself, so that a slow machine changes no wait.
 *
 * @param factor by which waits are divided
 * @param shortestMs what is shorter is no wait
 */
export function scaleClock(factor: number, shortestMs = SHORTEST_WAIT_MS): ScaledClock {
	const { setTimeout: realTimeout } = globalThis;
	const { now: realNow } = Date;
	const realElapsed = performance.now;
	const waits: number[] = [];
	let now = realNow();
	const scaled = (callback: (...rest: unknown[]) => void, ms = 0, ...rest: unknown[]) => {
		const isWait = ms >= shortestMs && ms <= LONGEST_WAIT_MS;
		if (isWait) waits.push(ms);
		const due = now + ms;
		const finish = () => {
			now = Math.max(now, due);
			callback(...rest);
		};
		return realTimeout(finish, isWait ? ms / factor : ms);
	};
	globalThis.setTimeout = Object.assign(scaled, realTimeout) as typeof setTimeout;
	Date.now = () => now;
	performance.now = () => now;
	return {
		waits,
		reset: () => waits.splice(0),
		restore: () => {
			globalThis.setTimeout = realTimeout;
			Date.now = realNow;
			performance.now = realElapsed;
		},
	};
}

/** Runs a test on such a clock. */
export async function onClock<T>(
	factor: number,
	test: (clock: ScaledClock) => Promise<T>,
	shortestMs?: number,
): Promise<T> {
	const clock = scaleClock(factor, shortestMs);
	try {
		return await test(clock);
	} finally {
		clock.restore();
	}
}
