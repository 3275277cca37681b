const path = require('node:path');

/** Tests in a real n8n: two files at a time, for each starts an n8n of its own. */
module.exports = {
	rootDir: __dirname,
	// Not the folder itself: jest would crawl n8n's own installation.
	roots: ['<rootDir>/tests'],
	testEnvironment: 'node',
	transform: { '\\.[jt]s$': ['ts-jest', { tsconfig: path.join(__dirname, 'tsconfig.json') }] },
	// The sandbox's OpenAPI library brings modules that jest cannot load as they are.
	transformIgnorePatterns: ['/node_modules/(?!@apidevtools/)'],
	globalSetup: '<rootDir>/stage/ready.ts',
	maxWorkers: 2,
	verbose: true,
	// A test ends when a wait of it fails: see patienceMs in stage/executions.ts.
	testTimeout: 900_000,
};
