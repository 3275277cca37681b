import type { SimulatedRun } from '../../tools/simulation/run';
import { play, type Scenario, SCENARIOS } from '../../tools/simulation/scenarios';

/** Items that a service never takes. */
const LOSSES: Record<string, number> = {
	'one item always gets 503': 1,
	'one item hangs for five minutes': 1,
	'429 for ever': 30,
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

		it('the first request goes alone', () => {
			for (const { sentBeforeFirstResponse } of runs) expect(sentBeforeFirstResponse).toBe(1);
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
	'executions lose nothing but what the service never takes: %s',
	async (title, scenario) => {
		const runs = await play(scenario);
		const lost = runs.reduce((sum, { failed, notSent }) => sum + failed + notSent, 0);
		expect(lost).toBe(LOSSES[title] ?? 0);
	},
	60_000,
);
