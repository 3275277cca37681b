import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { type Line, readLines } from './lines';
import { type Outcome, renewTable, tableOf } from './table';

/** The part of jest's results that is read here. */
interface Results {
	numPassedTests: number;
	testResults: Array<{
		name: string;
		status: string;
		assertionResults: Array<{ fullName: string; status: string }>;
	}>;
}

const repository = resolve(__dirname, '..', '..');
const jest = join(repository, 'node_modules', 'jest', 'bin', 'jest.js');

/** Runs the engine tests on a line; what fails is printed by jest. */
function runTests(line: Line): Outcome {
	const results = join(mkdtempSync(join(tmpdir(), 'compat-')), 'results.json');
	const config = join(__dirname, 'jest.config.js');
	const options = ['-c', config, '--json', '--outputFile', results, '--forceExit'];
	// Forced, for the older engines leave timers behind.
	spawnSync(process.execPath, [jest, ...options], {
		cwd: repository,
		env: { ...process.env, COMPAT_LINE: line.name },
		stdio: ['ignore', 'ignore', 'inherit'],
	});
	const { numPassedTests, testResults } = JSON.parse(readFileSync(results, 'utf8')) as Results;
	return { line, passed: numPassedTests, failed: testResults.flatMap(failures) };
}

/** Titles of the tests that failed, or the file itself if none of its tests could run. */
function failures({ name, status, assertionResults }: Results['testResults'][number]): string[] {
	if (status === 'failed' && assertionResults.length === 0) return [relative(repository, name)];
	return assertionResults
		.filter((test) => test.status === 'failed')
		.map(({ fullName }) => fullName);
}

async function main(): Promise<void> {
	const outcomes = readLines().map((line) => {
		console.log(`Line ${line.name}: n8n-core ${line.version}`);
		return runTests(line);
	});
	const table = tableOf(outcomes);
	console.log(`\n${table}`);
	await renewTable(join(repository, 'README.md'), table, new Date().toISOString().slice(0, 10));
	process.exitCode = outcomes.some(({ failed }) => failed.length > 0) ? 1 : 0;
}

void main();
