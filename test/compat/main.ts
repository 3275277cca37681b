import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

import { CommandError } from '../../tools/commandError';
import { formatted } from '../../tools/docs/format';
import { renewed, table } from '../../tools/docs/markdown';
import type { ExpressionEngine } from '../../tools/engine/expressionEngine';
import { nodeIn } from '../../tools/node24';
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
	/** What a user notices of its limits, by how the names of the tests begin that can't pass on it. */
	lacks?: Record<string, string>;
	/** What evaluates expressions: first what `@n8n/config` of this line has as default, then what can be chosen. */
	expressionEngines: ExpressionEngine[];
	dependencies: { 'n8n-core': string };
	/** Only of the newest line: the date (ISO 8601) on which it was the newest that could be had. */
	newestOn?: string;
}

/** The part of jest's results that is read here. */
interface Results {
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

/** Version of n8n, such as `2.30`. */
function nameOf({ description }: Line): string {
	return description.replace(/^The engine of n8n /, '');
}

/** Node.js 24, which n8n runs on: this one, or the one that npm has installed. */
function node24(): string {
	if (process.versions.node.startsWith('24.')) return process.execPath;
	return nodeIn(join(__dirname, 'newest', 'node_modules'));
}

/**
 * Runs the engine tests on a line with one of its expression engines, and gives its row; what fails is printed by jest.
 *
 * @param paths patterns of test files (default: all engine tests)
 */
function rowOf(line: Line, expressionEngine: ExpressionEngine, paths: string[]): string[] {
	console.log(
		`${line.description}: n8n-core ${versionOf(line)}, expression engine ${expressionEngine}, Node.js 24`,
	);
	const file = join(mkdtempSync(join(tmpdir(), 'compat-')), 'results.json');
	const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
	const config = join(__dirname, 'jest.config.js');
	// Forced, for the older engines leave timers behind.
	const options = ['-c', config, '--json', '--outputFile', file, '--forceExit'];
	spawnSync(node24(), [jest, ...options, ...paths], {
		cwd: root,
		env: {
			...process.env,
			COMPAT_LINE: line.name,
			COMPAT_EXPRESSION_ENGINE: expressionEngine,
			// n8n-workflow loads the expression engine with import(), which jest allows only so.
			NODE_OPTIONS: '--experimental-vm-modules --no-warnings',
		},
		stdio: ['ignore', 'ignore', 'inherit'],
	});
	if (!existsSync(file)) throw new CommandError('jest could not run: see above');
	const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as Results;
	const failed = testResults.flatMap(failures);
	const limits = Object.entries(line.lacks ?? {});
	const known = (test: string) => limits.find(([name]) => test.startsWith(name))?.[1];
	process.exitCode ||= failed.every(known) ? 0 : 1;
	return [
		nameOf(line),
		versionOf(line),
		expressionEngine,
		[...new Set(failed.map((test) => known(test) ?? test))].join('; ') || 'nothing',
	];
}

/** Titles of the tests that failed, or the file itself if none of its tests could run. */
function failures({ name, status, assertionResults }: Results['testResults'][number]): string[] {
	if (status === 'failed' && assertionResults.length === 0) return [relative(root, name)];
	return assertionResults
		.filter((test) => test.status === 'failed')
		.map(({ fullName }) => fullName);
}

/**
 * Runs all lines and writes their table.
 *
 * @param name of the only line to run, which is then not written
 */
async function main(name?: string, ...paths: string[]): Promise<void> {
	const head = ['n8n', 'engine `n8n-core`', 'expressions', 'what fails'];
	const lines = readLines().filter((line) => name === undefined || line.name === name);
	const outcome = table(
		head,
		lines.flatMap((line) => line.expressionEngines.map((engine) => rowOf(line, engine, paths))),
	);
	console.log(`\n${outcome}`);
	if (name !== undefined) return;
	const file = join(root, 'docs', 'compatibility.md');
	const [newest] = lines.slice(-1);
	const today = new Date().toISOString().slice(0, 10);
	const newestText = `n8n ${nameOf(newest)} was the newest on ${newest.newestOn}.`;
	const text = `${outcome}\n\n${newestText}\nLast run on ${today}, on Node.js 24.`;
	const page = renewed(readFileSync(file, 'utf8'), 'npm run test:compat', text);
	writeFileSync(file, await formatted(page, 'markdown'));
}

void main(...process.argv.slice(2));
