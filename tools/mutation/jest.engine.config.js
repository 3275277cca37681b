const base = require('../../jest.config');

/**
 * Without the matrix of faults: its thousand runs would be repeated for each change.
 *
 * @type {import('jest').Config}
 */
module.exports = {
	...base,
	testMatch: ['<rootDir>/test/engine/*.test.ts'],
	testPathIgnorePatterns: ['faults.test.ts', 'examples.test.ts'],
};
