const { default: Sequencer } = require('@jest/test-sequencer');

/** Most failures show in the unit tests, within half a minute. A slow file that starts last keeps one core idle. */
const ORDER = ['unit', 'slow', 'fast'];

/** Runs the groups of tests in this order, and those of a group as jest does: what failed or took longest comes first. */
module.exports = class extends Sequencer {
	sort(tests) {
		const place = ({ context }) => ORDER.indexOf(context.config.displayName?.name);
		return super.sort(tests).toSorted((one, other) => place(one) - place(other));
	}
};
