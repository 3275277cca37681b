// Changes the code in many small ways and counts the changes that no test notices: first with the
// unit tests, which takes minutes, then those that are left with the tests on n8n's engine, which
// takes hours. Arguments are the files to change in place of all.
import { relative } from 'node:path';

import { Stryker } from '@stryker-mutator/core';

const ALL = ['nodes/shared', 'nodes/Contact', 'nodes/AutomationRule', 'credentials'];
const UNNOTICED = ['Survived', 'NoCoverage'];

const named = process.argv.slice(2);
const unit = await mutate(
	'unit',
	named.length > 0 ? named : ALL.map((folder) => `${folder}/**/*.ts`),
);
const left = unit.filter(isUnnoticed);
report('Unit tests', unit, left);
const tried = await mutate('engine', [...new Set(left.map(placeOf))]);
const unnoticed = tried.filter(isUnnoticed).map(nameOf);
const last = left.filter((mutant) => unnoticed.includes(nameOf(mutant)));
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
		testRunner: 'jest',
		plugins: ['@stryker-mutator/jest-runner'],
		jest: { configFile: `tools/mutation/jest.${tests}.config.js`, enableFindRelatedTests: false },
		coverageAnalysis: 'perTest',
		// A run on the engine waits more than it computes: on a busy machine it is late, not endless.
		timeoutFactor: 3,
		timeoutMS: 60_000,
		// The engine loads what is built, with all changes in it at once.
		buildCommand: 'npm run --silent build',
		ignorePatterns: ['dist', 'docs', 'test/n8n', 'test/compat', 'tools/bench', 'tools/editor'],
		tempDirName: `.tmp/mutation-${tests}`,
		reporters: ['progress-append-only'],
	}).runMutationTest();
}

function isUnnoticed({ status }) {
	return UNNOTICED.includes(status);
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
	const counted = all.filter(({ status }) => status !== 'Ignored');
	const share = ((counted.length - unseen.length) / counted.length) * 100;
	console.log(`${tests}: ${share.toFixed(1)} % of ${counted.length} changes were noticed.`);
}
