const common = require('./test/jestProject.js');

const SLOW = ['engine/faults', 'package/tarball', 'demo', 'sandbox/testServer'];
const WALK = 'package/contributing';

// With more room for young objects, workers collect garbage less often.
process.env.NODE_OPTIONS ??= '--max-semi-space-size=64';

/** A group of tests that runs the built package. */
const built = { ...common, globalSetup: '<rootDir>/test/buildFirst.mjs' };

/** @type {import('jest').Config} */
module.exports = {
	// Jest leaves one core free by default: of two that is half.
	maxWorkers: '100%',
	// Each file loads n8n's engine anew, and a worker that keeps old ones collects garbage for a sixth of its time.
	workerIdleMemoryLimit: '500MB',
	// No test measures time: this ends a test that hangs, on a busy machine too.
	testTimeout: 300_000,
	testSequencer: '<rootDir>/test/sequencer.js',
	collectCoverageFrom: ['{nodes,credentials}/**/*.ts'],
	// Of the unit tests, with --coverage.
	coverageThreshold: { global: { branches: 93, lines: 97 } },
	projects: [
		{
			...common,
			displayName: 'unit',
			testMatch: ['<rootDir>/test/unit/**/*.test.ts'],
			moduleNameMapper: {
				...common.moduleNameMapper,
				'^n8n-workflow$': '<rootDir>/test/n8nWorkflow.js',
			},
		},
		{
			...built,
			displayName: 'fast',
			testMatch: ['<rootDir>/test/**/*.test.ts'],
			testPathIgnorePatterns: [
				'/node_modules/',
				...['unit', 'n8n', 'compat', 'server', ...SLOW, WALK].map(
					(path) => `<rootDir>/test/${path}\\b`,
				),
			],
		},
		{
			...built,
			displayName: 'slow',
			testMatch: SLOW.map((path) => `<rootDir>/test/${path}{,/**/*}.test.ts`),
		},
		{
			...built,
			displayName: 'contributing',
			testMatch: [`<rootDir>/test/${WALK}.test.ts`],
		},
	],
};
