/** @type {import('jest').Config} */
module.exports = {
	rootDir: __dirname,
	testEnvironment: 'node',
	testMatch: ['<rootDir>/test/**/*.test.ts'],
	testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/n8n/', '<rootDir>/test/compat/'],
	modulePathIgnorePatterns: [
		'<rootDir>/dist/',
		'<rootDir>/.tmp/',
		'<rootDir>/test/n8n/',
		'<rootDir>/test/compat/',
		'<rootDir>/tools/bench/packages/node_modules',
	],
	transform: {
		'^.+\\.ts$': ['ts-jest', { tsconfig: 'tsconfig.tools.json' }],
	},
	// Jest leaves one core free: of two that is half.
	maxWorkers: '100%',
	reporters: ['default', '<rootDir>/test/countReporter.js'],
	setupFiles: ['<rootDir>/test/setup.ts'],
};
