import { renewed, table } from '../docs/markdown';
import { read } from '../repository';
import { play, SCENARIOS } from './scenarios';

const PAGE = 'tools/simulation/README.md';
const HEAD = [
	'service',
	'executions × items',
	'last success (s)',
	'end (s)',
	'requests',
	'refused',
	'in flight',
	'lost',
];

/** The page of the simulation, with its table of figures: one row per scenario. */
export async function simulationPage(): Promise<{ path: string; text: string }> {
	const rows: string[][] = [];
	for (const scenario of SCENARIOS) {
		const runs = await play(scenario);
		const sum = (figure: (run: (typeof runs)[number]) => number) =>
			String(runs.reduce((total, run) => total + figure(run), 0));
		const latest = (figure: (run: (typeof runs)[number]) => number) =>
			(Math.max(...runs.map(figure)) / 1000).toFixed(1);
		rows.push([
			scenario.title,
			`${runs.length} × ${scenario.runs[0].items}`,
			latest(({ lastMadeMs }) => lastMadeMs),
			latest(({ endedMs }) => endedMs),
			sum(({ requests }) => requests),
			sum(({ refused }) => refused),
			String(Math.max(...runs.map(({ peak }) => peak))),
			sum(({ failed, notSent }) => failed + notSent),
		]);
	}
	return { path: PAGE, text: renewed(read(PAGE), 'npm run docs', table(HEAD, rows)) };
}
