const path = require('node:path');
const common = require('../jestProject.js');

// The folder of the line whose engine is to be used: see main.ts.
const line = process.env.COMPAT_LINE;

/** The engine tests, with n8n-core and n8n-workflow of another line. */
module.exports = {
	...common,
	maxWorkers: '100%',
	testMatch: ['<rootDir>/test/engine/**/*.test.ts'],
	modulePathIgnorePatterns: common.modulePathIgnorePatterns.filter(
		(pattern) => !pattern.includes('compat'),
	),
	moduleNameMapper: {
		...common.moduleNameMapper,
		'^(n8n-core|n8n-workflow)$': path.join(__dirname, line, 'node_modules', '$1'),
		'^(n8n-core|n8n-workflow)/(.*)$': path.join(__dirname, line, 'node_modules', '$1', '$2'),
	},
};
