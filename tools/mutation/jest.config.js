const base = require('../../jest.config');

/**
 * The tests that may notice a mutant: those of the parts, and those on n8n's engine. The fault
 * matrix is left out: each of its thousand runs would be repeated for each mutant.
 *
 * @type {import('jest').Config}
 */
module.exports = {
	...base,
	testMatch: ['<rootDir>/test/{unit,engine}/*.test.ts'],
	testPathIgnorePatterns: ['faults.test.ts', 'examples.test.ts'],
	reporters: ['default'],
};
