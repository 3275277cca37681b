import { chances } from './chances';
import { Clock } from './clock';
import { type RunOptions, SimulatedRun } from './run';
import {
	fixedWindow,
	type Gate,
	refusingFirst,
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
	/** Milliseconds between the starts of the runs; `inTurn` if each starts when the one before has ended. */
	apartMs?: number | 'inTurn';
	/** Whether somebody else sends one request after the other. */
	neighbour?: boolean;
	/** The rate limit of the service. */
	limit?: { requests: number; windowMs: number };
}

/** What came of a scenario. */
export interface Played {
	runs: SimulatedRun[];
	/** The response time that 95 % of the neighbour's requests kept to; NaN without a neighbour. */
	neighbourP95Ms: number;
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

/** A limit of requests in a window, as the options of a service. */
function limitedTo(
	requests: number,
	windowMs: number,
	[kind, gate]: (typeof WINDOWS)[number],
): (title: string, latencyMs: number, tells?: boolean) => Omit<Scenario, 'runs'> {
	return (title, latencyMs, tells) => ({
		title: title.replace('…', kind),
		service: () => ({ latencyMs, gate: gate(requests, windowMs), tells }),
		limit: { requests, windowMs },
	});
}

const limited = WINDOWS.flatMap((window): Scenario[] => {
	const minutely = limitedTo(300, MINUTE, window);
	const quickly = limitedTo(100, 10 * SECOND, window);
	return [
		{ ...minutely('300 a minute, …', 20), runs: [{ items: 700 }] },
		{ ...quickly('100 in 10 s, …', 20), runs: [{ items: 1000 }] },
		{ ...minutely('300 a minute, …, with Retry-After', 20, true), runs: [{ items: 700 }] },
	];
});

const shared = WINDOWS.map(
	(window): Scenario => ({
		...limitedTo(300, MINUTE, window)('three executions share 300 a minute, …', 50),
		runs: Array.from({ length: 3 }, () => ({ items: 1000 })),
		apartMs: 7 * SECOND,
	}),
);

/** Executions of one item each, as webhooks start them, nearly three times as many as fit in the first minute. */
const single = WINDOWS.filter(([kind]) => kind !== 'from the first request').map(
	(window): Scenario => ({
		...limitedTo(
			300,
			MINUTE,
			window,
		)('800 executions of one item in a minute, 300 a minute, …', 50),
		runs: Array.from({ length: 800 }, () => ({ items: 1 })),
		apartMs: 75,
	}),
);

const besideImport = WINDOWS.filter(([kind]) => kind !== 'from the first request').map(
	(window): Scenario => ({
		...limitedTo(
			300,
			MINUTE,
			window,
		)('an import of 900 beside 90 executions of one item, 300 a minute, …', 50),
		runs: [
			{ items: 900 },
			...Array.from({ length: 90 }, (_, index) => ({
				items: 1,
				startsAtMs: (index + 1) * 1500,
			})),
		],
	}),
);

const looped = WINDOWS.map(
	(window): Scenario => ({
		...limitedTo(20, 10 * SECOND, window)('a loop of 20 × 10 items, 20 in 10 s, …', 20),
		runs: Array.from({ length: 20 }, () => ({ items: 10 })),
		apartMs: 'inTurn',
	}),
);

export const SCENARIOS: Scenario[] = [
	one('1 ms', 1000, () => ({ latencyMs: 1 })),
	one('50 ms', 1000, () => ({ latencyMs: 50 })),
	one('200 ms, 10 items', 10, () => ({ latencyMs: 200 })),
	one('200 ms, 200 items', 200, () => ({ latencyMs: 200 })),
	one('200 ms', 1000, () => ({ latencyMs: 200 })),
	one('2 s', 1000, () => ({ latencyMs: 2 * SECOND })),
	one('latency varies around 200 ms', 2000, () => ({ latencyMs: varying(200) })),
	one('latency with a long tail', 3000, () => ({ latencyMs: longTail(500) })),
	one('becomes slower: 50 to 500 ms', 3000, () => ({ latencyMs: until(3 * SECOND, 50, 500) })),
	one('becomes quicker: 500 to 50 ms', 3000, () => ({ latencyMs: until(6 * SECOND, 500, 50) })),
	one('ten in 10 ms, the others in 300 ms', 3000, () => ({
		latencyMs: (_now, earlier) => (earlier < 10 ? 10 : 300),
	})),
	{
		...one('5 served at once, 50 ms', 1000, () => ({ latencyMs: 50, threads: 5 })),
		neighbour: true,
	},
	{
		...one('5 served at once, 50 ms, 6000 items', 6000, () => ({ latencyMs: 50, threads: 5 })),
		neighbour: true,
	},
	one('20 served at once, 100 wait', 1000, () => ({ latencyMs: 50, threads: 20, queue: 100 })),
	one('20 served at once, none waits', 1000, () => ({ latencyMs: 50, threads: 20, queue: 0 })),
	one('429 beyond 20 at once, 200 ms', 500, () => ({
		latencyMs: 200,
		threads: 20,
		queue: 0,
		fullStatus: 429,
	})),
	one('429 for the first request', 200, () => ({ latencyMs: 50, gate: refusingFirst(1) })),
	one('503 for the second request, 2 s', 1000, () => ({
		latencyMs: 2 * SECOND,
		refuses: { item: 1, status: 503, afterMs: 30, until: START + 3 * SECOND },
	})),
	one('503 for each 100th request', 3000, () => ({ latencyMs: 200, faultEach: 100 })),
	one('down for 10 s', 2000, () => ({
		latencyMs: 100,
		threads: (now) => (isBetween(now, 1 * SECOND, 11 * SECOND) ? 0 : 500),
		queue: 0,
	})),
	one('429 for a minute, with Retry-After of five seconds', 3000, () => ({
		latencyMs: 200,
		gate: (now) => (isBetween(now, 4 * SECOND, 64 * SECOND) ? 5 * SECOND : 0),
		tells: true,
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
	...looped,
	...single,
	...besideImport,
	one('429 for ever', 30, () => ({ latencyMs: 50, gate: () => SECOND, tells: true })),
];

/** How long the neighbour pauses between its requests. */
const NEIGHBOUR_MS = 20;

/** Runs a scenario to its end, with the same random numbers each time. */
export async function play(scenario: Scenario, seed?: number): Promise<Played> {
	const random = Math.random;
	Math.random = chances(seed);
	try {
		return await played(scenario);
	} finally {
		Math.random = random;
	}
}

async function played({ service, runs, apartMs = 0, neighbour }: Scenario): Promise<Played> {
	const clock = new Clock(START);
	const simulated = new SimulatedService(clock, service());
	const started: SimulatedRun[] = [];
	const tookMs: number[] = [];
	const start = (index: number) => {
		if (index >= runs.length) return;
		const run = new SimulatedRun(clock, simulated, runs[index]);
		started.push(run);
		if (apartMs === 'inTurn') void run.ended.then(() => start(index + 1));
	};
	if (apartMs === 'inTurn') clock.after(0, () => start(0));
	else
		runs.forEach(({ startsAtMs }, index) =>
			clock.after(startsAtMs ?? index * apartMs, () => start(index)),
		);
	const ask = async (): Promise<void> => {
		const sentAt = clock.now;
		await simulated.request();
		tookMs.push(clock.now - sentAt);
		if (started.some(({ isOver }) => !isOver)) clock.after(NEIGHBOUR_MS, () => void ask());
	};
	if (neighbour) clock.after(1, () => void ask());
	await clock.run();
	tookMs.sort((a, b) => a - b);
	return { runs: started, neighbourP95Ms: tookMs[Math.floor(0.95 * tookMs.length)] ?? NaN };
}
