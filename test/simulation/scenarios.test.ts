import type { SimulatedRun } from '../../tools/simulation/run';
import { play, type Scenario, SCENARIOS } from '../../tools/simulation/scenarios';

/** Items that a service never takes. */
const LOSSES: Record<string, number> = {
	'one item always gets 503': 1,
	'one item hangs for five minutes': 1,
	'the first item hangs for five minutes': 1,
	'429 for ever': 30,
};

/** The time in seconds that a service without a rate limit itself demands, and what is promised beyond that. */
const PROMISES: Record<string, Record<string, { demanded: number; more: number }>> = {
	'The last requests of a run go at once, so ten items take two round trips.': {
		'200 ms, 10 items': { demanded: 0.4, more: 0.03 },
	},
	'The node finds out within eight round trips how many requests the service handles.': {
		'1 ms': { demanded: 1.5, more: 0.5 },
		'50 ms': { demanded: 1.5, more: 0.4 },
		'200 ms, 200 items': { demanded: 0.3, more: 1.6 },
		'200 ms': { demanded: 1.5, more: 1.6 },
		'2 s': { demanded: 4, more: 16 },
		'latency varies around 200 ms': { demanded: 3, more: 1.6 },
	},
	'What is learned is forgotten when it is no longer seen: it costs seconds.': {
		'503 for the second request, 2 s': { demanded: 14.3, more: 25 },
		'latency with a long tail': { demanded: 4.5, more: 10 },
		'becomes slower: 50 to 500 ms': { demanded: 4.5, more: 10 },
		'becomes quicker: 500 to 50 ms': { demanded: 4.5, more: 10 },
		'ten in 10 ms, the others in 300 ms': { demanded: 4.5, more: 10 },
	},
	'A first 429, and a limit of parallel requests, cost seconds.': {
		'429 for the first request': { demanded: 0.3, more: 5 },
		'429 beyond 20 at once, 200 ms': { demanded: 5, more: 5 },
		'20 served at once, none waits': { demanded: 2.5, more: 5 },
		'20 served at once, 100 wait': { demanded: 2.5, more: 5 },
	},
	'A service that handles few requests at once is used to more than 85 %.': {
		'5 served at once, 50 ms': { demanded: 10, more: 1.75 },
		'5 served at once, 50 ms, 6000 items': { demanded: 60, more: 10.5 },
	},
	'After an outage, the longest pause is eight seconds.': {
		'503 for each 100th request': { demanded: 4.5, more: 8 },
		'down for 10 s': { demanded: 14, more: 8 },
	},
	'If the service asks for a wait, the node pauses for that time.': {
		'429 for a minute, with Retry-After of five seconds': { demanded: 64.5, more: 15 },
	},
	'If one request hangs, the others wait ten seconds for it at most.': {
		'one item always gets 503': { demanded: 3, more: 10 },
		'one item hangs for five minutes': { demanded: 3, more: 10 },
		'the first item hangs for five minutes': { demanded: 3, more: 10.5 },
	},
};

/** When the last execution must have ended, in seconds, with the sentence that promises it. */
const ENDS: Array<[sentence: string, title: string, seconds: number]> = [
	['It retries an item for about 15 seconds.', 'one item always gets 503', 20],
	['Its item ends within eleven minutes.', 'one item hangs for five minutes', 660],
	['Its item ends within eleven minutes.', 'the first item hangs for five minutes', 660],
	['It waits for five minutes.', '429 for ever', 301],
];

/** When the last item was made, in seconds after the start of the first execution. */
function lastMadeSeconds(runs: SimulatedRun[]): number {
	const ends = runs.map(({ startedAt, lastMadeMs }) => startedAt - runs[0].startedAt + lastMadeMs);
	return Math.max(...ends) / 1000;
}

/** The runs of a scenario. */
async function playRuns(scenario: Scenario): Promise<SimulatedRun[]> {
	return (await play(scenario)).runs;
}

/** A scenario with other settings of its executions. */
function having(scenario: Scenario, settings: object): Scenario {
	return { ...scenario, runs: scenario.runs.map((run) => ({ ...run, ...settings })) };
}

/** The seconds within which a scenario is promised to have made its last item. */
function promisedSeconds({ title, limit, runs }: Scenario): number {
	if (limit) {
		const items = runs.reduce((sum, run) => sum + run.items, 0);
		const windows = Math.ceil(items / limit.requests) - 1;
		// "With a limit of 20 or more requests per window, a run takes at most half as long again as the limit itself demands."
		return (1.5 * windows * limit.windowMs) / 1000;
	}
	if (title === '429 for ever') return 0;
	const promise = Object.values(PROMISES).find((promised) => promised[title])?.[title];
	if (!promise) throw new Error(`Nothing is promised for '${title}'`);
	return promise.demanded + promise.more;
}

/** "A refused request costs little": one request in six, but for executions that know nothing of each other. */
function promisedRequests({ runs }: Scenario): number {
	const items = runs.reduce((sum, run) => sum + run.items, 0);
	return runs.length > 20 ? 6 * items : 1.2 * items;
}

describe.each(SCENARIOS)('against a service: $title,', (scenario) => {
	const { title } = scenario;
	const sum = (figure: (run: SimulatedRun) => number) =>
		runs.reduce((total, run) => total + figure(run), 0);
	let runs: SimulatedRun[] = [];
	let neighbourP95Ms: number;

	beforeAll(async () => {
		({ runs, neighbourP95Ms } = await play(scenario));
	});

	it('every item is made once, or reported', () => {
		runs.forEach(({ made, failed, notSent }, index) => {
			expect(made + failed + notSent).toBe(scenario.runs[index].items);
		});
	});

	it('nothing is lost but what the service never takes', () => {
		expect(sum(({ failed, notSent }) => failed + notSent)).toBe(LOSSES[title] ?? 0);
	});

	it('the executions take no longer, and no more requests, than is promised', () => {
		expect(lastMadeSeconds(runs)).toBeLessThanOrEqual(promisedSeconds(scenario));
		expect(sum(({ requests }) => requests)).toBeLessThanOrEqual(promisedRequests(scenario));
		const endedSeconds = Math.max(...runs.map(({ endedMs }) => endedMs)) / 1000;
		const late = ENDS.filter(([, of, seconds]) => of === title && endedSeconds > seconds);
		expect(late).toEqual([]);
	});

	it('the first request goes alone, unless it hangs for ten seconds', () => {
		const most = title.startsWith('the first item hangs') ? 2 : 1;
		for (const { sentBeforeFirstResponse } of runs) expect(sentBeforeFirstResponse).toBe(most);
	});

	it('a neighbour of a small service waits four times as long as alone at most', () => {
		if (scenario.neighbour) expect(neighbourP95Ms).toBeLessThan(4 * 50);
	});
});

/** One scenario of each kind. */
const KINDS = SCENARIOS.filter(({ title }) =>
	[
		'200 ms, 200 items',
		'20 served at once, none waits',
		'429 for the first request',
		'one item hangs for five minutes',
		'300 a minute, sliding',
		'a loop of 20 × 10 items, 20 in 10 s, sliding',
	].includes(title),
);

describe.each(KINDS)('against a service: $title,', (scenario) => {
	it('no more requests are in flight than the user allows', async () => {
		for (const { peak } of await playRuns(having(scenario, { ceiling: 3 }))) {
			expect(peak).toBeLessThanOrEqual(3);
		}
	});

	it('a cancelled run sends nothing more, and ends', async () => {
		for (const run of await playRuns(having(scenario, { cancelAfterMs: 500 }))) {
			const { made, failed, notSent, requests } = run;
			const isWhole = scenario.runs.some(({ items }) => items === made + failed + notSent);
			expect([isWhole, requests <= made + failed + notSent]).toEqual([true, true]);
		}
	});
});

it('a first item that hangs delays the others by ten seconds, within the ceiling of the user', async () => {
	const hangs = SCENARIOS.find(({ title }) => title.startsWith('the first item hangs'));
	const [two] = await playRuns(having(hangs as Scenario, { ceiling: 2 }));
	expect(two.peak).toBe(2);
	const [one] = await playRuns(having(hangs as Scenario, { ceiling: 1 }));
	expect(one.peak).toBe(1);
});

it('no item is lost to a rate limit that several executions share, whatever the random numbers', async () => {
	const shared = SCENARIOS.filter(({ title }) => title.startsWith('three executions'));
	for (const [index, scenario] of shared.entries()) {
		const { runs } = await play(scenario, [77, 555, 9999][index]);
		expect(runs.map(({ failed, notSent }) => failed + notSent)).toEqual([0, 0, 0]);
	}
});
