import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';

/** Back-offs and pauses are within this range. The mock server's delays are shorter, timeouts are longer. */
const SHORTEST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 120_000;

/** The divisor of waits. */
const FACTOR = 1000;

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
 * Shortens the waits of this process's timers and keeps their order. When a timer fires, the date moves forward by
 * the requested wait. Other delays keep their length. Nothing else moves the date by more than a tick.
 *
 * No wait ends while a request of this process is in flight. So requests take no time of this clock, however slow the
 * machine is.
 *
 * There can be only one such clock: if two overlap, the first to end restores the real timers, and the second one
 * puts those of the first back.
 *
 * @param factor the divisor of waits
 * @param shortestMs shorter delays aren't waits
 */
export function scaleClock(factor = FACTOR, shortestMs = SHORTEST_WAIT_MS): ScaledClock {
	if (isScaled)
		throw new Error(
			'An earlier test has not restored the clock: look at the first test that failed',
		);
	isScaled = true;
	const { setTimeout: realTimeout, clearTimeout: realClear } = globalThis;
	const { now: realNow } = Date;
	const realElapsed = performance.now;
	const waits: number[] = [];
	/** Waits that are over, but for the requests in flight. */
	const ended = new Map<unknown, () => void>();
	let now = realNow();
	let inFlight = 0;
	const endWaits = () => {
		for (const [timer, finish] of ended) {
			if (inFlight > 0) return;
			ended.delete(timer);
			finish();
		}
	};
	const scaled = (callback: (...rest: unknown[]) => void, ms = 0, ...rest: unknown[]) => {
		const due = now + ms;
		const finish = () => {
			now = Math.max(now, due);
			callback(...rest);
		};
		if (ms < shortestMs || ms > LONGEST_WAIT_MS) return realTimeout(finish, ms);
		waits.push(ms);
		const timer = realTimeout(() => {
			ended.set(timer, finish);
			endWaits();
		}, ms / factor);
		return timer;
	};
	const countRequest = (message: unknown) => {
		inFlight++;
		(message as { request: ClientRequest }).request.once('close', () => {
			inFlight--;
			// The response is read first.
			setImmediate(endWaits);
		});
	};
	globalThis.setTimeout = Object.assign(scaled, realTimeout) as typeof setTimeout;
	globalThis.clearTimeout = (timer) => {
		ended.delete(timer);
		realClear(timer);
	};
	Date.now = () => Math.floor(now);
	// As on a real machine, no two readings are equal: a request is sent after the failure that it follows.
	performance.now = () => (now += TICK_MS);
	subscribe('http.client.request.start', countRequest);
	return {
		waits,
		restore: () => {
			unsubscribe('http.client.request.start', countRequest);
			globalThis.setTimeout = realTimeout;
			globalThis.clearTimeout = realClear;
			Date.now = realNow;
			performance.now = realElapsed;
			isScaled = false;
		},
	};
}

/** Runs a test on a scaled clock. */
export async function onClock<T>(
	test: (clock: ScaledClock) => Promise<T>,
	shortestMs?: number,
): Promise<T> {
	const clock = scaleClock(FACTOR, shortestMs);
	try {
		return await test(clock);
	} finally {
		clock.restore();
	}
}
