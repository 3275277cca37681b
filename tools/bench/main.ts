import { writeFileSync } from 'node:fs';
import { Command, Option } from 'commander';

import { formatted } from '../docs/format';
import { runCommand } from '../runCommand';
import '../engine';
import type { Bench, Result } from './bench';
import { latencyCase } from './cases/latency';
import { listCase } from './cases/list';
import { overloadCase } from './cases/overload';
import { loadPackages } from './nodes';
import { PAGE, pageOf, resultText } from './report';

const CASES: Record<string, (bench: Bench) => Promise<Result>> = {
	latency: latencyCase,
	list: listCase,
	overload: overloadCase,
};

/** Measures, prints, and renews the documentation of the cases. */
async function run({ only = Object.keys(CASES) }: { only?: string[] }): Promise<void> {
	const report = (line: string) => process.stderr.write(`… ${line}\n`);
	const bench = { packages: await loadPackages(), report };
	const results: Record<string, Result> = {};
	for (const name of only) {
		results[name] = await CASES[name](bench);
		console.log(await formatted(resultText(results[name]), 'markdown'));
	}
	writeFileSync(PAGE, await formatted(pageOf(results), 'markdown'));
}

void runCommand(
	new Command()
		.name('npm run tool:bench --')
		.description("Measures the package on n8n's own engine against its HTTP Request node.")
		.addOption(
			new Option('--only <cases...>', 'some cases; renews only their figures').choices(
				Object.keys(CASES),
			),
		)
		.action(run),
);
