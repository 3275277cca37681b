import { committedRows, rowOf } from '../../tools/simulation/page';
import { SCENARIOS } from '../../tools/simulation/scenarios';

const rows = committedRows();

it('the page has a row for each scenario: if not, run npm run docs', () => {
	expect(rows.map(([title]) => title)).toEqual(SCENARIOS.map(({ title }) => title));
});

it.each(SCENARIOS)(
	'the figures are current: if not, run npm run docs: $title',
	async (scenario) => {
		expect(rows).toContainEqual(await rowOf(scenario));
	},
	60_000,
);
