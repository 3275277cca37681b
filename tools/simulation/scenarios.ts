import { chances } from './chances';
import { Clock } from './clock';
import { type RunOptions, SimulatedRun } from './run';
import {
	fixedWindow,
	type Gate,
	type ServiceOptions,
	SimulatedService,
	slidingWindow,
	windowFromFirst,
} from './service';

/** One or more runs against one service. */
export interface Scenario {
	title: string;
	/** Creates new options for each run of the scenario, because a rate limit has state. */
	service: () => ServiceOptions;
	runs: RunOptions[];
	/** Milliseconds between the starts of the runs. */
	apartMs?: number;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** Seven seconds into a minute, so that the run doesn't start with a window. */
const START = Date.UTC(2026, 0, 2, 3, 4, 7);

/** Latencies between 50 % and 150 % of the mean, in a fixed order. */
function varying(meanMs: number): () => number {
	let count = 0;
	return () => meanMs * (0.5 + ((++count * 0.618) % 1));
}

/** Latencies with a long tail: a few are many times the median. */
function longTail(medianMs: number): () => number {
	const chance = chances();
	return () => {
		const part = chance();
		return medianMs * (part / (1 - part)) ** 0.3;
	};
}

function until(afterMs: number, before: number, after: number): (now: number) => number {
	return (now) => (now < START + afterMs ? before : after);
}

function isBetween(now: number, fromMs: number, untilMs: number): boolean {
	return now >= START + fromMs && now < START + untilMs;
}

function one(title: string, items: number, service: () => ServiceOptions): Scenario {
	return { title, service, runs: [{ items }] };
}

const WINDOWS: Array<[kind: string, gate: (requests: number, windowMs: number) => Gate]> = [
	['by the clock', fixedWindow],
	['from the first request', windowFromFirst],
	['sliding', slidingWindow],
];

const limited = WINDOWS.flatMap(([kind, gate]) => [
	one(`300 a minute, ${kind}`, 700, () => ({ latencyMs: 20, gate: gate(300, MINUTE) })),
	one(`100 in 10 s, ${kind}`, 1000, () => ({ latencyMs: 20, gate: gate(100, 10 * SECOND) })),
	one(`300 a minute, ${kind}, with Retry-After`, 700, () => ({
		latencyMs: 20,
		gate: gate(300, MINUTE),
		tells: true,
	})),
]);

const shared = WINDOWS.map(([kind, gate]) => ({
	title: `three executions share 300 a minute, ${kind}`,
	service: () => ({ latencyMs: 50, gate: gate(300, MINUTE) }),
	runs: Array.from({ length: 3 }, () => ({ items: 1000 })),
	apartMs: 7 * SECOND,
}));

export const SCENARIOS: Scenario[] = [
	one('1 ms', 1000, () => ({ latencyMs: 1 })),
	one('200 ms', 1000, () => ({ latencyMs: 200 })),
	one('2 s', 1000, () => ({ latencyMs: 2 * SECOND })),
	one('latency varies around 200 ms', 2000, () => ({ latencyMs: varying(200) })),
	one('latency with a long tail', 3000, () => ({ latencyMs: longTail(500) })),
	one('becomes slower: 50 to 500 ms', 3000, () => ({ latencyMs: until(3 * SECOND, 50, 500) })),
	one('becomes quicker: 500 to 50 ms', 3000, () => ({ latencyMs: until(6 * SECOND, 500, 50) })),
	one('5 served at once, 50 ms', 1000, () => ({ latencyMs: 50, threads: 5 })),
	one('20 served at once, 100 wait', 1000, () => ({ latencyMs: 50, threads: 20, queue: 100 })),
	one('20 served at once, none waits', 1000, () => ({ latencyMs: 50, threads: 20, queue: 0 })),
	one('503 for each 100th request', 3000, () => ({ latencyMs: 200, faultEach: 100 })),
	one('down for 10 s', 2000, () => ({
		latencyMs: 100,
		threads: (now) => (isBetween(now, 1 * SECOND, 11 * SECOND) ? 0 : 500),
		queue: 0,
	})),
	one('one item always gets 503', 2000, () => ({
		latencyMs: 30,
		refuses: { item: 1000, status: 503, afterMs: 30 },
	})),
	one('one item hangs for five minutes', 2000, () => ({
		latencyMs: 30,
		refuses: { item: 1000, status: 503, afterMs: 5 * MINUTE },
	})),
	one('the first item hangs for five minutes', 2000, () => ({
		latencyMs: 30,
		refuses: { item: 0, status: 503, afterMs: 5 * MINUTE },
	})),
	...limited,
	...shared,
	one('429 for ever', 30, () => ({ latencyMs: 50, gate: () => SECOND, tells: true })),
];

/** Runs a scenario to its end, with the same random numbers each time. */
export async function play({ service, runs, apartMs = 0 }: Scenario): Promise<SimulatedRun[]> {
	const random = Math.random;
	Math.random = chances();
	try {
		const clock = new Clock(START);
		const simulated = new SimulatedService(clock, service());
		const started: SimulatedRun[] = [];
		runs.forEach((options, index) => {
			clock.after(index * apartMs, () => {
				started.push(new SimulatedRun(clock, simulated, options));
			});
		});
		await clock.run();
		return started;
	} finally {
		Math.random = random;
	}
}
