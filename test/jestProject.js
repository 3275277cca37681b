const path = require('node:path');

/** What all groups of tests share that jest runs. */
module.exports = {
	rootDir: path.join(__dirname, '..'),
	testEnvironment: '<rootDir>/test/environment.js',
	modulePathIgnorePatterns: [
		'<rootDir>/dist/',
		'<rootDir>/.tmp/',
		'<rootDir>/test/n8n/',
		'<rootDir>/test/compat/',
	],
	transform: { '^.+\\.ts$': ['ts-jest', { tsconfig: 'tsconfig.tools.json' }] },
	moduleNameMapper: { '^fast-check$': '<rootDir>/test/fastCheck.js' },
	setupFiles: ['<rootDir>/test/setup.ts'],
};
