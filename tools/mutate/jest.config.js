const path = require('node:path');

const common = require('../../test/jestProject.js');

/** `main.ts` adds the test files. */
module.exports = {
	...common,
	rootDir: path.join(__dirname, '../..'),
	// Stryker extends it, and doesn't know <rootDir>.
	testEnvironment: path.join(__dirname, 'environment.js'),
	// A change may make a test hang.
	testTimeout: 60_000,
};
