import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

import { formatted } from '../../tools/docs/format';
import { renewed, table } from '../../tools/docs/markdown';
import { root } from '../../tools/repository';

/**
 * A version of n8n's engine that the package is tested on: a private package in a folder here. These
 * are the oldest supported engine, the newest, and 2.30, the last one that ends the run of a node
 * when an expression fails. Engine 2.20 did the same as 2.30, and 2.40 the same as the newest.
 */
interface Line {
	/** Name of the folder. */
	name: string;
	/** Such as `The engine of n8n 2.30`. */
	description: string;
	/** How the names of the tests begin that cannot pass on it, whatever the package does. */
	lacks?: string;
	/** What a user notices of that. */
	known?: string;
	dependencies: { 'n8n-core': string };
}

/** The part of jest's results that is read here. */
interface Results {
	numPassedTests: number;
	testResults: Array<{
		name: string;
		status: string;
		assertionResults: Array<{ fullName: string; status: string }>;
	}>;
}

/** The lines, oldest first. */
function readLines(): Line[] {
	return readdirSync(__dirname)
		.map((name) => ({ name, file: join(__dirname, name, 'package.json') }))
		.filter(({ file }) => existsSync(file))
		.map(({ name, file }) => ({ ...(JSON.parse(readFileSync(file, 'utf8')) as Line), name }))
		.sort((a, b) => versionOf(a).localeCompare(versionOf(b), 'en', { numeric: true }));
}

function versionOf({ dependencies }: Line): string {
	return dependencies['n8n-core'];
}

/** Runs the engine tests on a line, and gives its row; what fails is printed by jest. */
function rowOf(line: Line): string[] {
	console.log(`${line.description}: n8n-core ${versionOf(line)}`);
	const file = join(mkdtempSync(join(tmpdir(), 'compat-')), 'results.json');
	const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
	const config = join(__dirname, 'jest.config.js');
	// Forced, for the older engines leave timers behind.
	const options = ['-c', config, '--json', '--outputFile', file, '--forceExit'];
	spawnSync(process.execPath, [jest, ...options], {
		cwd: root,
		env: { ...process.env, COMPAT_LINE: line.name },
		stdio: ['ignore', 'ignore', 'inherit'],
	});
	const { numPassedTests, testResults } = JSON.parse(readFileSync(file, 'utf8')) as Results;
	const failed = testResults.flatMap(failures);
	const known = (test: string) => line.lacks !== undefined && test.startsWith(line.lacks);
	process.exitCode ||= failed.every(known) ? 0 : 1;
	return [
		line.description.replace(/^The engine of n8n /, ''),
		versionOf(line),
		`${numPassedTests} of ${numPassedTests + failed.length}`,
		[...new Set(failed.map((test) => (known(test) ? line.known : test)))].join('; ') || 'nothing',
	];
}

/** Titles of the tests that failed, or the file itself if none of its tests could run. */
function failures({ name, status, assertionResults }: Results['testResults'][number]): string[] {
	if (status === 'failed' && assertionResults.length === 0) return [relative(root, name)];
	return assertionResults
		.filter((test) => test.status === 'failed')
		.map(({ fullName }) => fullName);
}

async function main(): Promise<void> {
	const head = ['n8n', 'engine `n8n-core`', 'tests passed', 'what fails'];
	const outcome = table(head, readLines().map(rowOf));
	console.log(`\n${outcome}`);
	const file = join(root, 'docs', 'compatibility.md');
	const text = `${outcome}\n\nLast run on ${new Date().toISOString().slice(0, 10)}.`;
	const page = renewed(readFileSync(file, 'utf8'), 'npm run test:compat', text);
	writeFileSync(file, await formatted(page, 'markdown'));
}

void main();
