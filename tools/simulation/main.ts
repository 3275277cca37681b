import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { formatted } from '../docs/format';
import { renewed, table } from '../docs/markdown';
import { root } from '../repository';
import { play, SCENARIOS } from './scenarios';

const PAGE = join(root, 'tools/simulation/README.md');
const HEAD = [
	'service',
	'executions × items',
	'seconds',
	'requests',
	'refused',
	'in flight',
	'lost',
];

/** One table row per scenario. */
async function rows(): Promise<string[][]> {
	const all: string[][] = [];
	for (const scenario of SCENARIOS) {
		const runs = await play(scenario);
		const sum = (figure: (run: (typeof runs)[number]) => number) =>
			String(runs.reduce((total, run) => total + figure(run), 0));
		const seconds = Math.max(...runs.map(({ endedMs }) => endedMs)) / 1000;
		all.push([
			scenario.title,
			`${runs.length} × ${scenario.runs[0].items}`,
			seconds.toFixed(1),
			sum(({ requests }) => requests),
			sum(({ refused }) => refused),
			String(Math.max(...runs.map(({ peak }) => peak))),
			sum(({ failed, notSent }) => failed + notSent),
		]);
	}
	return all;
}

async function main(): Promise<void> {
	const text = table(HEAD, await rows());
	const page = renewed(readFileSync(PAGE, 'utf8'), 'npm run tool:simulation', text);
	writeFileSync(PAGE, await formatted(page, 'markdown'));
	console.log(text);
}

void main();
