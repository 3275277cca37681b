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
	'200 ms': [3, 1000],
	'2 s': [15, 1000],
	'latency varies around 200 ms': [5, 2000],
	'latency with a long tail': [16, 3000],
	'becomes slower: 50 to 500 ms': [17, 3000],
	'becomes quicker: 500 to 50 ms': [8, 3000],
	'5 served at once, 50 ms': [12, 1000],
	'20 served at once, 100 wait': [3, 1000],
	'20 served at once, none waits': [4.5, 1070],
	'503 for each 100th request': [7, 3038],
	'down for 10 s': [24, 2089],
	'one item always gets 503': [4, 2007],
	'one item hangs for five minutes': [4, 2007],
	'the first item hangs for five minutes': [15.5, 2007],
	'300 a minute, by the clock': [131, 735],
	'100 in 10 s, by the clock': [99, 1044],
	'300 a minute, by the clock, with Retry-After': [131, 729],
	'300 a minute, from the first request': [148, 738],
	'100 in 10 s, from the first request': [111, 1044],
	'300 a minute, from the first request, with Retry-After': [140, 729],
	'300 a minute, sliding': [163, 778],
	'100 in 10 s, sliding': [118, 1073],
	'300 a minute, sliding, with Retry-After': [155, 759],
	'three executions share 300 a minute, by the clock': [669, 3237],
	'three executions share 300 a minute, from the first request': [678, 3270],
	'three executions share 300 a minute, sliding': [751, 3529],
	'429 for ever': [0, 8],
};

/** A scenario with other settings of its executions. */
function having(scenario: Scenario, settings: object): Scenario {
	return { ...scenario, runs: scenario.runs.map((run) => ({ ...run, ...settings })) };
}

describe.each(SCENARIOS.map((scenario): [string, Scenario] => [scenario.title, scenario]))(
	'against a service: %s,',
	(_title, scenario) => {
		let runs: SimulatedRun[] = [];

		beforeAll(async () => void (runs = await play(scenario)), 60_000);

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
			for (const { peak } of await play(having(scenario, { ceiling: 3 }))) {
				expect(peak).toBeLessThanOrEqual(3);
			}
		}, 60_000);

		it('a cancelled run sends nothing more, and ends', async () => {
			for (const run of await play(having(scenario, { cancelAfterMs: 500 }))) {
				const { made, failed, notSent, requests } = run;
				expect(made + failed + notSent).toBe(scenario.runs[0].items);
				expect(requests).toBeLessThan(scenario.runs[0].items);
			}
		}, 60_000);
	},
);

it.each(SCENARIOS.map((scenario): [string, Scenario] => [scenario.title, scenario]))(
	'executions lose nothing but what the service never takes, and keep to their bounds: %s',
	async (title, scenario) => {
		const runs = await play(scenario);
		const sum = (figure: (run: SimulatedRun) => number) =>
			runs.reduce((total, run) => total + figure(run), 0);
		expect(sum(({ failed, notSent }) => failed + notSent)).toBe(LOSSES[title] ?? 0);
		const [seconds, requests] = BOUNDS[title];
		expect(Math.max(...runs.map(({ lastMadeMs }) => lastMadeMs)) / 1000).toBeLessThanOrEqual(
			seconds,
		);
		expect(sum((run) => run.requests)).toBeLessThanOrEqual(requests);
	},
	60_000,
);

it('a 503 for each 100th request delays only these requests', async () => {
	const made = async (faultEach?: number) => {
		const service = () => ({ latencyMs: 200, faultEach });
		const [{ lastMadeMs }] = await play({ title: '', service, runs: [{ items: 3000 }] });
		return lastMadeMs;
	};
	expect(await made(100)).toBeLessThan(1.5 * (await made()));
}, 60_000);

it('a first item that hangs delays the others by ten seconds, within the ceiling of the user', async () => {
	const hangs = SCENARIOS.find(({ title }) => title.startsWith('the first item hangs'));
	const [two] = await play(having(hangs as Scenario, { ceiling: 2 }));
	expect(two.peak).toBe(2);
	const [one] = await play(having(hangs as Scenario, { ceiling: 1 }));
	expect(one.peak).toBe(1);
}, 60_000);
