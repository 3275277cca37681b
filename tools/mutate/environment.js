const Environment = require('../../test/environment.js');

/** Skips the rest of a test file after the first test that fails: it has seen the change. */
module.exports = class extends Environment {
	handleTestEvent(event, state) {
		super.handleTestEvent(event, state);
		if (event.name === 'test_done' && event.test.errors.length > 0) this.failed = true;
		if (event.name === 'test_start' && this.failed) event.test.mode = 'skip';
	}
};
