const { default: Sequencer } = require('@jest/test-sequencer');

/** Runs the unit tests before the others, because most failures show there, within half a minute. */
module.exports = class extends Sequencer {
	sort(tests) {
		const isUnit = ({ context }) => context.config.displayName?.name === 'unit';
		const sorted = super.sort(tests);
		return [...sorted.filter(isUnit), ...sorted.filter((test) => !isUnit(test))];
	}
};
