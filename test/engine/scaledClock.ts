/** Back-offs and rests lie between these; shorter delays are the sandbox's, longer ones timeouts. */
const SHORTEST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 120_000;

/** A clock that runs ahead during waits, so that a test process sits through none of them. */
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
 * order. When a wait is over, the date has moved on by all of it. Other delays stay as they are.
 *
 * @param factor by which waits are divided
 */
export function scaleClock(factor: number): ScaledClock {
	const { setTimeout: realTimeout } = globalThis;
	const realNow = Date.now.bind(Date);
	const waits: number[] = [];
	let ahead = 0;
	const scaled = (callback: () => void, ms = 0, ...rest: []) => {
		if (ms < SHORTEST_WAIT_MS || ms > LONGEST_WAIT_MS) return realTimeout(callback, ms, ...rest);
		const due = Date.now() + ms;
		waits.push(ms);
		const finish = () => {
			ahead = Math.max(ahead, due - realNow());
			callback();
		};
		return realTimeout(finish, ms / factor);
	};
	globalThis.setTimeout = Object.assign(scaled, realTimeout) as typeof setTimeout;
	Date.now = () => realNow() + ahead;
	return {
		waits,
		reset: () => waits.splice(0),
		restore: () => {
			globalThis.setTimeout = realTimeout;
			Date.now = realNow;
		},
	};
}

/** Runs a test on such a clock. */
export async function onClock<T>(
	factor: number,
	test: (clock: ScaledClock) => Promise<T>,
): Promise<T> {
	const clock = scaleClock(factor);
	try {
		return await test(clock);
	} finally {
		clock.restore();
	}
}
