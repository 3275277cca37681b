/** Back-offs and pauses are within this range. The mock server's delays are shorter, timeouts are longer. */
const SHORTEST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 120_000;

const TICK_MS = 0.001;

/** A clock that only timers move forward, so that a test doesn't wait. */
export interface ScaledClock {
	/** The requested waits since the start, in milliseconds. */
	readonly waits: readonly number[];
	/** Restores the real clock. */
	restore: () => void;
}

let isScaled = false;

/**
 * Shortens the waits of this process's timers by a factor and keeps their order. When a timer fires,
 * the date moves forward by the requested wait. Other delays keep their length. Nothing else moves the
 * date by more than a tick, so a slow machine doesn't change a wait. There can be only one such clock: if two overlap, the first
 * to end restores the real timers, and the second one puts those of the first back.
 *
 * @param factor the divisor of waits
 * @param shortestMs shorter delays aren't waits
 */
export function scaleClock(factor: number, shortestMs = SHORTEST_WAIT_MS): ScaledClock {
	if (isScaled) throw new Error('The clock is scaled already');
	isScaled = true;
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
	Date.now = () => Math.floor(now);
	// As on a real machine, no two readings are equal: a request is sent after the failure that it follows.
	performance.now = () => (now += TICK_MS);
	return {
		waits,
		restore: () => {
			globalThis.setTimeout = realTimeout;
			Date.now = realNow;
			performance.now = realElapsed;
			isScaled = false;
		},
	};
}

/** Runs a test on a scaled clock. */
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
