const { spawnSync } = require('node:child_process');
const { basename } = require('node:path');

const { default: Sequencer } = require('@jest/test-sequencer');

const groupOf = ({ context }) => context.config.displayName?.name;

/** The names of the TypeScript files that are changed and not committed, without their endings. */
function changedFiles() {
	const { stdout } = spawnSync('git', ['status', '--porcelain'], { encoding: 'utf8' });
	return stdout?.match(/\w+(?=(?:\.test)?\.ts$)/gm) ?? [];
}

/**
 * Unit tests come first: those that failed, those of changed files, and then the quickest, so that a failure shows
 * within ten seconds. The slow group is next, because a slow file that starts last keeps one core idle.
 */
module.exports = class extends Sequencer {
	sort(tests) {
		const changed = changedFiles();
		const isUrgent = (test) =>
			this.hasFailed(test) || changed.includes(basename(test.path, '.test.ts'));
		const unit = tests
			.filter((test) => groupOf(test) === 'unit')
			.sort((a, b) => isUrgent(b) - isUrgent(a) || this.time(a) - this.time(b));
		const others = super.sort(tests.filter((test) => !unit.includes(test)));
		const isSlow = (test) => groupOf(test) === 'slow';
		return [...unit, ...others.toSorted((a, b) => isSlow(b) - isSlow(a))];
	}
};
