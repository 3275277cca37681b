const common = require('../jestProject.js');

/** Tests against a server of your own. They run one after the other, because they share its limits. */
module.exports = {
	...common,
	globalSetup: '<rootDir>/test/server/ready.ts',
	testMatch: ['<rootDir>/test/server/**/*.test.ts'],
	maxWorkers: 1,
	reporters: ['default', '<rootDir>/test/server/versionReporter.js'],
	verbose: true,
	testTimeout: 600_000,
};
