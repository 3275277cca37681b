import { existsSync, readdirSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
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

/** Not needed by the tests that run here. Stryker copies everything else. */
const IGNORED = ['.git', '.tmp', 'coverage', 'dist', 'docs/images', 'test/n8n', 'test/compat'];

const TESTS = 'test/unit';

/** Changes the code of folders or files in small ways, one at a time, and names the changes that no unit test sees. */
async function mutate(places: string[], { tests }: { tests?: string[] }): Promise<void> {
	const { Stryker } = (await import(
		pathToFileURL(path.join(__dirname, CORE)).href
	)) as StrykerModule;
	const stryker = new Stryker({
		mutate: places.map(patternOf),
		testRunner: 'coveringFiles',
		plugins: [path.join(__dirname, 'testRunner.mjs')],
		jest: {
			configFile: 'tools/mutate/jest.config.js',
			config: { testMatch: (tests ?? unitTests()).map(testFile) },
			enableFindRelatedTests: false,
		},
		coverageAnalysis: 'perTest',
		ignorePatterns: IGNORED,
		// All tests run once in one process.
		dryRunTimeoutMinutes: 60,
		timeoutMS: 30_000,
		concurrency: Math.max(1, availableParallelism() - 1),
		reporters: ['clear-text', 'progress'],
		clearTextReporter: { logTests: false, reportTests: false },
		tempDirName: '.tmp/mutate',
	});
	await stryker.runMutationTest();
}

function unitTests(): string[] {
	return readdirSync(path.join(root, TESTS)).map((file) => file.replace(/\.test\.ts$/, ''));
}

function testFile(name: string): string {
	const file = `${TESTS}/${name}.test.ts`;
	if (!existsSync(path.join(root, file))) throw new CommandError(`There is no ${file}.`);
	return `<rootDir>/${file}`;
}

function patternOf(place: string): string {
	const full = path.join(root, place);
	if (!existsSync(full)) throw new CommandError(`There is no ${place}.`);
	return statSync(full).isDirectory() ? `${place.replace(/\/$/, '')}/**/*.ts` : place;
}

void runCommand(
	new Command()
		.name('npm run tool:mutate --')
		.description('Names the small changes of the code that no unit test sees.')
		.argument('<places...>', 'folders or files, such as nodes/shared/run')
		.option('--tests <names...>', 'only these unit tests, such as list sort, which is faster')
		.action(mutate),
);
