import { fileURLToPath } from 'node:url';

import common from '../../test/jestProject.js';

const pathTo = (file) => fileURLToPath(new URL(file, import.meta.url));

/** The unit tests to run: those that import a changed file, or only the ones that TESTS names, which is faster. */
const { TESTS = '*' } = process.env;

export default {
	testRunner: 'jest',
	plugins: [pathTo('node_modules/@stryker-mutator/jest-runner/dist/src/index.js')],
	jest: {
		config: {
			...common,
			rootDir: '.',
			testEnvironment: pathTo('../../test/environment.js'),
			moduleNameMapper: { '^n8n-workflow$': pathTo('../../test/n8nWorkflow.js') },
			testMatch: TESTS.split(' ').map((name) => `<rootDir>/test/unit/${name}.test.ts`),
			// A change may make a test hang.
			testTimeout: 60_000,
		},
	},
	coverageAnalysis: 'perTest',
	// With all unit tests, on a busy machine.
	dryRunTimeoutMinutes: 60,
	// Not needed by the unit tests. Stryker copies everything else.
	ignorePatterns: ['.tmp', 'coverage', 'dist', 'docs/images', 'test/n8n', 'test/compat'],
	reporters: ['clear-text', 'progress'],
	clearTextReporter: { logTests: false, reportTests: false },
	tempDirName: '.tmp/mutate',
};
