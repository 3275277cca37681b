const { TestEnvironment } = require('jest-environment-node');

/**
 * Hands jest's tests the expression runtime of the process. What an expression returns comes from another isolate as
 * objects of the process, and inside jest, whose tests have an Object of their own, the runtime takes none of them for
 * a plain object.
 */
module.exports = class extends TestEnvironment {
	constructor(...settings) {
		super(...settings);
		this.global.requireOutside = require;
	}
};
