import type { SimulatedRun } from '../../tools/simulation/run';
import { play, type Scenario, SCENARIOS } from '../../tools/simulation/scenarios';

/** Items that a service never takes. */
const LOSSES: Record<string, number> = {
	'one item always gets 503': 1,
	'one item hangs for five minutes': 1,
	'the first item hangs for five minutes': 1,
	'429 for ever': 30,
};

/**
 * For each scenario, the latest time of the last success in seconds, and the most requests. Both are a little
 * above the figures in tools/simulation/README.md, so that a limiter that is slower or less careful fails.
 */
const BOUNDS: Record<string, [seconds: number, requests: number]> = {
	'1 ms': [2, 1000],
	'50 ms': [2.3, 1000],
	'200 ms, 200 items': [1.6, 200],
	'200 ms': [2.9, 1000],
	'2 s': [16.7, 1000],
	'latency varies around 200 ms': [4.8, 2000],
	'latency with a long tail': [11.2, 3000],
	'becomes slower: 50 to 500 ms': [13.5, 3000],
	'becomes quicker: 500 to 50 ms': [8.1, 3000],
	'ten in 10 ms, the others in 300 ms': [10.8, 3000],
	'5 served at once, 50 ms': [13.2, 1000],
	'5 served at once, 50 ms, 6000 items': [77.3, 6000],
	'20 served at once, 100 wait': [3.3, 1000],
	'20 served at once, none waits': [4.8, 1040],
	'429 beyond 20 at once, 200 ms': [8.5, 519],
	'429 for the first request': [3.1, 204],
	'503 for each 100th request': [8.1, 3038],
	'down for 10 s': [25.5, 2062],
	'one item always gets 503': [3.9, 2008],
	'one item hangs for five minutes': [3.9, 2008],
	'the first item hangs for five minutes': [15.4, 2008],
	'300 a minute, by the clock': [138.8, 739],
	'100 in 10 s, by the clock': [113.1, 1062],
	'300 a minute, by the clock, with Retry-After': [130.6, 755],
	'300 a minute, from the first request': [158, 740],
	'100 in 10 s, from the first request': [130.2, 1069],
	'300 a minute, from the first request, with Retry-After': [139.4, 755],
	'300 a minute, sliding': [162.9, 749],
	'100 in 10 s, sliding': [138.1, 1075],
	'300 a minute, sliding, with Retry-After': [155.3, 829],
	'three executions share 300 a minute, by the clock': [656.5, 3255],
	'three executions share 300 a minute, from the first request': [737.6, 3286],
	'three executions share 300 a minute, sliding': [689.7, 3435],
	'a loop of 20 × 10 items, 20 in 10 s, by the clock': [96.9, 225],
	'a loop of 20 × 10 items, 20 in 10 s, from the first request': [154.7, 234],
	'a loop of 20 × 10 items, 20 in 10 s, sliding': [154.7, 234],
	'800 executions of one item in a minute, 300 a minute, by the clock': [150.1, 3370],
	'800 executions of one item in a minute, 300 a minute, sliding': [165, 4089],
	'429 for ever': [0, 26],
};

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

describe.each(SCENARIOS.map((scenario): [string, Scenario] => [scenario.title, scenario]))(
	'against a service: %s,',
	(_title, scenario) => {
		let runs: SimulatedRun[] = [];

		beforeAll(async () => void (runs = await playRuns(scenario)), 60_000);

		it('every item is made once, or reported', () => {
			runs.forEach(({ made, failed, notSent }, index) => {
				expect(made + failed + notSent).toBe(scenario.runs[index].items);
			});
		});

		it('the first request goes alone, unless it hangs for ten seconds', () => {
			const most = scenario.title.startsWith('the first item hangs') ? 2 : 1;
			for (const { sentBeforeFirstResponse } of runs) expect(sentBeforeFirstResponse).toBe(most);
		});

		it('no more requests are in flight than the user allows', async () => {
			for (const { peak } of await playRuns(having(scenario, { ceiling: 3 }))) {
				expect(peak).toBeLessThanOrEqual(3);
			}
		}, 60_000);

		it('a cancelled run sends nothing more, and ends', async () => {
			for (const run of await playRuns(having(scenario, { cancelAfterMs: 500 }))) {
				const { made, failed, notSent, requests } = run;
				expect(made + failed + notSent).toBe(scenario.runs[0].items);
				expect(requests).toBeLessThanOrEqual(scenario.runs[0].items);
			}
		}, 60_000);
	},
);

it.each(SCENARIOS.map((scenario): [string, Scenario] => [scenario.title, scenario]))(
	'executions lose nothing but what the service never takes, and keep to their bounds: %s',
	async (title, scenario) => {
		const runs = await playRuns(scenario);
		const sum = (figure: (run: SimulatedRun) => number) =>
			runs.reduce((total, run) => total + figure(run), 0);
		expect(sum(({ failed, notSent }) => failed + notSent)).toBe(LOSSES[title] ?? 0);
		const [seconds, requests] = BOUNDS[title];
		expect(lastMadeSeconds(runs)).toBeLessThanOrEqual(seconds);
		expect(sum((run) => run.requests)).toBeLessThanOrEqual(requests);
	},
	60_000,
);

it('a 503 for each 100th request delays only these requests', async () => {
	const made = async (faultEach?: number) => {
		const service = () => ({ latencyMs: 200, faultEach });
		const [{ lastMadeMs }] = await playRuns({ title: '', service, runs: [{ items: 3000 }] });
		return lastMadeMs;
	};
	expect(await made(100)).toBeLessThan(1.5 * (await made()));
}, 60_000);

it('a first item that hangs delays the others by ten seconds, within the ceiling of the user', async () => {
	const hangs = SCENARIOS.find(({ title }) => title.startsWith('the first item hangs'));
	const [two] = await playRuns(having(hangs as Scenario, { ceiling: 2 }));
	expect(two.peak).toBe(2);
	const [one] = await playRuns(having(hangs as Scenario, { ceiling: 1 }));
	expect(one.peak).toBe(1);
}, 60_000);

it('a neighbour of a small service waits three times as long as alone at most', async () => {
	const small = SCENARIOS.filter(({ neighbour }) => neighbour);
	expect(small.length).toBeGreaterThan(0);
	for (const scenario of small) expect((await play(scenario)).neighbourP95Ms).toBeLessThan(150);
}, 60_000);

it('no item is lost to a rate limit that several executions share, whatever the random numbers', async () => {
	const shared = SCENARIOS.filter(({ title }) => title.startsWith('three executions'));
	for (const seed of [77, 555, 9999]) {
		for (const scenario of shared) {
			const { runs } = await play(scenario, seed);
			expect(runs.map(({ failed, notSent }) => failed + notSent)).toEqual([0, 0, 0]);
		}
	}
}, 60_000);
