// Mocha keeps the tests loaded from one change of the code to the next, which jest cannot. This makes
// of mocha's usual interface one with a suite per file and the names of jest that the tests use.
const { basename } = require('node:path');

const { ModernFakeTimers } = require('@jest/fake-timers');
const { expect } = require('expect');
const { bind } = require('jest-each');
const { ModuleMocker } = require('jest-mock');
const { interfaces, Suite } = require('mocha');

/** Far longer than any test takes on a busy machine: what is late is no change that was noticed. */
const LONGEST_TEST_MS = 20_000;

// As jest sets it: n8n-core reads it.
process.env.NODE_ENV = 'test';

const mocker = new ModuleMocker(globalThis);
const timers = new ModernFakeTimers({ config: { fakeTimers: {} }, global: globalThis });
const jest = {
	fn: (...implementation) => mocker.fn(...implementation),
	spyOn: (...target) => mocker.spyOn(...target),
	useFakeTimers: (options) => timers.useFakeTimers(options),
	useRealTimers: () => timers.useRealTimers(),
	setSystemTime: (now) => timers.setSystemTime(now),
	getTimerCount: () => timers.getTimerCount(),
	advanceTimersByTimeAsync: (ms) => timers.advanceTimersByTimeAsync(ms),
};

const { bdd } = interfaces;
interfaces.bdd = (root) => {
	root.on('pre-require', (context, file, mocha) => {
		const suite = Suite.create(root, basename(file));
		suite.timeout(LONGEST_TEST_MS);
		// A test that a change has stopped leaves nothing to the tests of the next change.
		suite.afterAll(() => {
			mocker.restoreAllMocks();
			timers.useRealTimers();
		});
		bdd(suite);
		suite.emit('pre-require', context, file, mocha);
		const { before: beforeAll, after: afterAll, describe, it } = context;
		describe.each = bind(describe, false);
		it.each = bind(it);
		Object.assign(context, { beforeAll, afterAll, expect, jest });
	});
};
