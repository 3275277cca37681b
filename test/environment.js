const { TestEnvironment } = require('jest-environment-node');

/**
 * Fails the test in which a promise rejects that nobody waits for, even if somebody does later: Node.js ends a
 * process at once then, and n8n runs the package in its own. Jest alone forgives it.
 */
module.exports = class extends TestEnvironment {
	handleTestEvent({ name, promise, error }, { currentlyRunningTest, unhandledErrors }) {
		if (name !== 'error' || !promise) return;
		const errors = currentlyRunningTest?.errors ?? unhandledErrors;
		errors.push(new Error(`Unhandled rejection: ${error?.stack ?? error}`, { cause: error }));
	}
};
