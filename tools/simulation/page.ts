import { renewed, table } from '../docs/markdown';
import { read } from '../repository';
import type { SimulatedRun } from './run';
import { play, type Scenario, SCENARIOS } from './scenarios';

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
	"neighbour's p95 (ms)",
];

/** The page of the simulation, with its table of figures. */
export async function simulationPage(): Promise<{ path: string; text: string }> {
	const rows: string[][] = [];
	for (const scenario of SCENARIOS) rows.push(await rowOf(scenario));
	return { path: PAGE, text: renewed(read(PAGE), 'npm run docs', table(HEAD, rows)) };
}

/** The figures of one scenario. */
async function rowOf(scenario: Scenario): Promise<string[]> {
	const { runs, neighbourP95Ms } = await play(scenario);
	const sum = (figure: (run: SimulatedRun) => number) =>
		String(runs.reduce((total, run) => total + figure(run), 0));
	const latest = (figure: (run: SimulatedRun) => number) =>
		(
			Math.max(...runs.map((run) => run.startedAt - runs[0].startedAt + figure(run))) / 1000
		).toFixed(1);
	return [
		scenario.title,
		executionsOf(scenario),
		latest(({ lastMadeMs }) => lastMadeMs),
		latest(({ endedMs }) => endedMs),
		sum(({ requests }) => requests),
		sum(({ refused }) => refused),
		String(Math.max(...runs.map(({ peak }) => peak))),
		sum(({ failed, notSent }) => failed + notSent),
		Number.isNaN(neighbourP95Ms) ? '–' : neighbourP95Ms.toFixed(0),
	];
}

/** How many executions have how many items: "1 × 900, 90 × 1". */
function executionsOf({ runs }: Scenario): string {
	const sizes = [...new Set(runs.map(({ items }) => items))];
	return sizes
		.map((size) => `${runs.filter(({ items }) => items === size).length} × ${size}`)
		.join(', ');
}
