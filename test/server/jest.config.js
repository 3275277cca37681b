const common = require('../jestProject.js');

/** Tests against a server of your own. They run one after the other, because they share its limits. */
module.exports = {
	...common,
	globalSetup: '<rootDir>/test/server/ready.mjs',
	testMatch: ['<rootDir>/test/server/**/*.test.ts'],
	verbose: true,
	testTimeout: 600_000,
};
