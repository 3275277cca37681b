// All that is checked without running the package; `--fix` mends what can be mended first. Nothing
// here needs a network, and Redocly is not to look for a newer Redocly.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const fixes = process.argv.includes('--fix');
const fix = fixes ? ['--fix'] : [];

const checks = [
	['prettier', fixes ? '--write' : '--check', '--log-level', 'warn', '.'],
	['eslint', '--max-warnings', '0', ...fix, 'nodes', 'credentials', 'package.json'],
	['eslint', '--config', 'eslint.tools.config.mjs', ...fix, '.'],
	['tsc', '-p', 'tsconfig.tools.json'],
	['redocly', 'lint', '--config', 'api/redocly.yaml', 'api/openapi.yaml'],
	['knip'],
];

const root = fileURLToPath(new URL('..', import.meta.url));
const env = { ...process.env, REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', REDOCLY_TELEMETRY: 'off' };

/** Resolves to what a check has to say, or to nothing. */
function check([command, ...args]) {
	return new Promise((resolve) => {
		// npm puts the commands of node_modules/.bin on the path.
		const child = spawn(command, args, { cwd: root, env, shell: process.platform === 'win32' });
		let said = '';
		for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
		child.on('error', ({ message }) => (said += message));
		child.on('close', (status) =>
			resolve(status === 0 ? '' : `${command} found something to correct:\n${said}\n`),
		);
	});
}

const complaints = [];
// What mends runs one after the other: prettier and ESLint write the same files.
if (fixes) for (const each of checks) complaints.push(await check(each));
else complaints.push(...(await Promise.all(checks.map(check))));
process.stderr.write(complaints.join(''));
process.exitCode = complaints.join('') === '' ? 0 : 1;
