import { readFileSync, writeFileSync } from 'node:fs';

import { strykerPlugins as jestPlugins } from '@stryker-mutator/jest-runner';

import { state } from './node_modules/@stryker-mutator/jest-runner/dist/src/jest-plugins/messaging.cjs';

export { strykerValidationSchema } from '@stryker-mutator/jest-runner';

const NO_COVERAGE = { static: {}, perTest: {} };

/** For each mutant the test files that run its code, fastest first. It is a file because each process needs it. */
const COVERING_FILES = '.coveringFiles.json';

/**
 * Stryker's test runner for jest loads all test files for each mutant. This one loads only the files that run the
 * code of the mutant, one after the other, until a test fails.
 */
class CoveringFilesRunner {
	constructor(jestRunner) {
		this.jestRunner = jestRunner;
	}

	capabilities() {
		return this.jestRunner.capabilities();
	}

	async init() {
		await this.jestRunner.init();
		this.config = this.jestRunner.jestConfig;
	}

	/** Runs each file on its own, to learn which mutants it covers. */
	async dryRun(options) {
		const runs = [];
		for (const file of this.config.testMatch) {
			const start = performance.now();
			state.instrumenterContext.mutantCoverage = undefined;
			this.select(file);
			const result = await this.jestRunner.dryRun(options);
			if (result.status !== 'complete') return result;
			const { mutantCoverage = NO_COVERAGE } = result;
			const duration = performance.now() - start;
			// With the time to load the file: else Stryker allows each mutant the time to load all of them.
			const tests = result.tests.map((test) => ({
				...test,
				timeSpentMs: duration / result.tests.length,
			}));
			runs.push({ file, tests, mutantCoverage, duration });
		}
		runs.sort((a, b) => a.duration - b.duration);
		writeFileSync(COVERING_FILES, JSON.stringify(coveringFiles(runs)));
		return joined(runs);
	}

	async mutantRun(options) {
		const files = JSON.parse(readFileSync(COVERING_FILES, 'utf8'))[options.activeMutant.id];
		// A file that saw a change sees the changes beside it too.
		const seenFirst = files.filter((file) => file === this.lastSeenBy);
		let result;
		for (const file of new Set([...seenFirst, ...files])) {
			this.select(file);
			result = await this.jestRunner.mutantRun(options);
			if (result.status === 'survived') continue;
			this.lastSeenBy = file;
			break;
		}
		return result;
	}

	select(file) {
		this.jestRunner.jestConfig = { ...this.config, testMatch: [file] };
	}
}

/** For each mutant the files whose tests or imports run its code, in the order of the runs. */
function coveringFiles(runs) {
	const files = {};
	for (const { file, mutantCoverage } of runs) {
		const hits = [mutantCoverage.static, ...Object.values(mutantCoverage.perTest)];
		for (const mutant of new Set(hits.flatMap(Object.keys))) (files[mutant] ??= []).push(file);
	}
	return files;
}

/** One result for all runs. The hits on load add up. */
function joined(runs) {
	const onLoad = {};
	for (const { mutantCoverage } of runs) {
		for (const [mutant, hits] of Object.entries(mutantCoverage.static)) {
			onLoad[mutant] = (onLoad[mutant] ?? 0) + hits;
		}
	}
	const perTest = Object.assign({}, ...runs.map(({ mutantCoverage }) => mutantCoverage.perTest));
	return {
		status: 'complete',
		tests: runs.flatMap(({ tests }) => tests),
		mutantCoverage: { static: onLoad, perTest },
	};
}

const [jestPlugin] = jestPlugins;

function createRunner(injector) {
	return new CoveringFilesRunner(injector.injectFunction(jestPlugin.factory));
}
createRunner.inject = jestPlugin.factory.inject;

export const strykerPlugins = [{ ...jestPlugin, name: 'coveringFiles', factory: createRunner }];
