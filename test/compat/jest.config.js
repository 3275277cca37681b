const path = require('node:path');
const common = require('../jestProject.js');

// Set by main.ts: the folder of the line, and the engine that evaluates expressions.
const { COMPAT_LINE: line, COMPAT_EXPRESSION_ENGINE: expressionEngine } = process.env;

/** The engine tests, with n8n-core and n8n-workflow of another line. */
module.exports = {
	...common,
	maxWorkers: '100%',
	// As in the tests of the repository's own engine: this ends a test that hangs, on a busy machine too.
	testTimeout: 300_000,
	testEnvironment: '<rootDir>/test/compat/environment.js',
	setupFilesAfterEnv:
		expressionEngine === 'legacy' ? [] : ['<rootDir>/test/compat/expressionEngine.ts'],
	testMatch: ['<rootDir>/test/engine/**/*.test.ts'],
	modulePathIgnorePatterns: common.modulePathIgnorePatterns.filter(
		(pattern) => !pattern.includes('compat'),
	),
	moduleNameMapper: {
		...common.moduleNameMapper,
		'^@n8n/expression-runtime$': path.join(__dirname, 'expressionRuntime.js'),
		'^(n8n-core|n8n-workflow)$': path.join(__dirname, line, 'node_modules', '$1'),
		'^(n8n-core|n8n-workflow)/(.*)$': path.join(__dirname, line, 'node_modules', '$1', '$2'),
	},
};
