// Changes the code in many small ways and counts the changes that no test notices: first with the
// unit tests, then those that are left with the tests on n8n's engine. Arguments are the files to
// change in place of all. Of each part, a page in .tmp/mutation/ shows the changes in the code.
import { relative } from 'node:path';

import { Stryker } from '@stryker-mutator/core';

const ALL = ['nodes/shared', 'nodes/Contact', 'nodes/AutomationRule', 'credentials'];
const NOTICED = ['Killed', 'Timeout'];
const UNNOTICED = ['Survived', 'NoCoverage'];

const named = process.argv.slice(2);
const unit = await mutate(
	'unit',
	named.length > 0 ? named : ALL.map((folder) => `${folder}/**/*.ts`),
);
const left = unit.filter(({ status }) => UNNOTICED.includes(status));
report('Unit tests', unit, left);
const tried = await mutate('engine', [...new Set(left.map(placeOf))]);
const noticed = tried.filter(({ status }) => NOTICED.includes(status)).map(nameOf);
const last = left.filter((mutant) => !noticed.includes(nameOf(mutant)));
report('With the tests on the engine', unit, last);
for (const mutant of last)
	console.log(`  ${placeOf(mutant)} ${mutant.mutatorName}: ${mutant.replacement}`);

/** Runs the tests of one kind on each change to the files or places. */
async function mutate(tests, places) {
	if (places.length === 0) return [];
	return await new Stryker({
		mutate: places,
		mutator: { excludedMutations: ['StringLiteral'] },
		ignoreStatic: true,
		testRunner: 'mocha',
		plugins: ['@stryker-mutator/mocha-runner'],
		mochaOptions: {
			require: ['tsx/cjs', './test/setup.ts', './tools/mutation/jestNames.js'],
			spec: [`test/${tests}/*.test.ts`],
			extension: ['ts'],
			// The matrix of faults: its thousand runs would be repeated for each change.
			ignore: ['test/engine/faults.test.ts', 'test/engine/examples.test.ts'],
			'no-config': true,
			'no-package': true,
		},
		coverageAnalysis: 'perTest',
		// Tests wait more than they compute: on a busy machine they are late, not endless.
		timeoutFactor: 3,
		timeoutMS: 30_000,
		// The tests on the engine load what is built, with all changes in it at once.
		buildCommand: tests === 'engine' ? 'npm run --silent build' : undefined,
		ignorePatterns: [
			'.tmp',
			'dist',
			'docs',
			'test/n8n',
			'test/compat',
			'tools/bench',
			'tools/editor',
		],
		tempDirName: `.tmp/mutation-${tests}`,
		reporters: ['progress-append-only', 'html'],
		htmlReporter: { fileName: `.tmp/mutation/${tests}.html` },
	}).runMutationTest();
}

/** As Stryker takes it: `file:line:column-line:column`. */
function placeOf({ fileName, location: { start, end } }) {
	const file = relative(process.cwd(), fileName);
	return `${file}:${start.line}:${start.column - 1}-${end.line}:${end.column - 1}`;
}

function nameOf(mutant) {
	return `${placeOf(mutant)} ${mutant.mutatorName} ${mutant.replacement}`;
}

function report(tests, all, unseen) {
	const counted = all.filter(({ status }) => [...NOTICED, ...UNNOTICED].includes(status));
	const share = ((counted.length - unseen.length) / counted.length) * 100;
	console.log(`${tests}: ${share.toFixed(1)} % of ${counted.length} changes were noticed.`);
}
