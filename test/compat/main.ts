import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Line, readLines } from './lines';

/** How the engine tests went on one line. */
interface Outcome {
	line: Line;
	passed: number;
	failed: number;
}

const repository = resolve(__dirname, '..', '..');
const jest = join(repository, 'node_modules', 'jest', 'bin', 'jest.js');

/** Installs what the line's lockfile says, unless that is there already. */
function install({ name, folder }: Line): void {
	const stamp = join(folder, 'node_modules', '.installed');
	const lockfile = readFileSync(join(folder, 'package-lock.json'));
	const fingerprint = createHash('sha256').update(lockfile).digest('hex');
	if (existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint) return;
	console.log(`Installing the engine of line ${name} …`);
	const npm = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
		cwd: folder,
		encoding: 'utf8',
	});
	if (npm.status !== 0) throw new Error(`npm ci did not succeed in ${folder}:\n${npm.stderr}`);
	writeFileSync(stamp, fingerprint);
}

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
	const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = JSON.parse(
		readFileSync(results, 'utf8'),
	) as Record<string, number>;
	return { line, passed: numPassedTests, failed: numFailedTests + numRuntimeErrorTestSuites };
}

function table(outcomes: Outcome[]): string {
	const rows = outcomes.map(
		({ line, passed, failed }) =>
			`| ${line.version} | ${passed} | ${failed === 0 ? 'none' : failed} |`,
	);
	return ['| n8n-core | Tests passed | Tests failed |', '| --- | ---: | ---: |', ...rows].join(
		'\n',
	);
}

const outcomes = readLines().map((line) => {
	install(line);
	console.log(`Line ${line.name}: n8n-core ${line.version}`);
	return runTests(line);
});
console.log(`\n${table(outcomes)}`);
process.exitCode = outcomes.some(({ failed }) => failed > 0) ? 1 : 0;
