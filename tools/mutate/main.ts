import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

import { Command } from 'commander';

import { CommandError } from '../commandError';
import { root } from '../repository';
import { runCommand } from '../runCommand';

/** The part of `@stryker-mutator/core` that is used here. */
interface StrykerModule {
	Stryker: new (options: object) => { runMutationTest(): Promise<unknown> };
}

/** It has a lockfile of its own, so that `npm ci` in the repository stays small. */
const CORE = 'node_modules/@stryker-mutator/core/dist/src/index.js';
const JEST_RUNNER = 'node_modules/@stryker-mutator/jest-runner/dist/src/index.js';

/** Not needed by the tests that run here. Stryker copies everything else. */
const IGNORED = ['.git', '.tmp', 'coverage', 'dist', 'docs/images', 'test/n8n', 'test/compat'];

/**
 * Changes the code of folders or files in small ways, one at a time, and names the changes that no unit test and
 * no engine test sees.
 */
async function mutate(places: string[]): Promise<void> {
	const { Stryker } = (await import(
		pathToFileURL(path.join(__dirname, CORE)).href
	)) as StrykerModule;
	const stryker = new Stryker({
		mutate: places.map(patternOf),
		testRunner: 'jest',
		plugins: [path.join(__dirname, JEST_RUNNER)],
		jest: { configFile: 'tools/mutate/jest.config.js', enableFindRelatedTests: false },
		coverageAnalysis: 'perTest',
		ignorePatterns: IGNORED,
		ignoreStatic: true,
		// All tests run once in one process.
		dryRunTimeoutMinutes: 60,
		reporters: ['clear-text', 'progress'],
		clearTextReporter: { logTests: false, reportTests: false },
		tempDirName: '.tmp/mutate',
	});
	await stryker.runMutationTest();
}

function patternOf(place: string): string {
	const full = path.join(root, place);
	if (!existsSync(full)) throw new CommandError(`There is no ${place}.`);
	return statSync(full).isDirectory() ? `${place.replace(/\/$/, '')}/**/*.ts` : place;
}

void runCommand(
	new Command()
		.name('npm run tool:mutate --')
		.description('Names the small changes of the code that no unit test and no engine test sees.')
		.argument('<places...>', 'folders or files, such as nodes/shared/run')
		.action(mutate),
);
