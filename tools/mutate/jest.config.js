const path = require('node:path');

const common = require('../../test/jestProject.js');

/** It is installed on demand. */
const ENVIRONMENT =
	'node_modules/@stryker-mutator/jest-runner/dist/src/jest-plugins/jest-environment-node.cjs';

/** The tests that most mutants meet, as one project: Stryker counts what a test covers in one project only. */
module.exports = {
	...common,
	rootDir: path.join(__dirname, '../..'),
	testEnvironment: path.join(__dirname, ENVIRONMENT),
	globalSetup: '<rootDir>/test/buildFirst.mjs',
	testTimeout: 60_000,
	testMatch: ['unit', 'engine'].map((folder) => `<rootDir>/test/${folder}/**/*.test.ts`),
	testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/engine/faults'],
};
