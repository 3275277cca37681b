/** Closes a run with one plain line, so that a log shows at its end what was tested. */
module.exports = class CountReporter {
	onRunComplete(
		_contexts,
		{ numPassedTests, numFailedTests, numPendingTests, numRuntimeErrorTestSuites },
	) {
		const failed = numFailedTests + numRuntimeErrorTestSuites;
		const skipped = numPendingTests > 0 ? `, ${numPendingTests} skipped` : '';
		process.stderr.write(`Tests: ${numPassedTests} passed, ${failed} failed${skipped}\n`);
	}
};
