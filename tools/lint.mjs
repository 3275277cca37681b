// Runs all static checks. `--fix` fixes what can be fixed automatically. The checks need no network,
// so Redocly must not look for updates.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const fixes = process.argv.includes('--fix');
const fix = fixes ? ['--fix'] : [];

const checks = [
	['prettier', fixes ? '--write' : '--check', '--log-level', 'warn', '.'],
	['eslint', '--max-warnings', '0', ...fix, 'nodes', 'credentials', 'package.json'],
	['eslint', '--config', 'eslint.regexp.config.mjs', 'nodes', 'credentials'],
	['eslint', '--config', 'eslint.tools.config.mjs', ...fix, '.'],
	['tsc', '-p', 'tsconfig.tools.json'],
	['redocly', 'lint', '--config', 'api/redocly.yaml', 'api/openapi.yaml'],
	['knip'],
];

const root = fileURLToPath(new URL('..', import.meta.url));
const env = { ...process.env, REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', REDOCLY_TELEMETRY: 'off' };

/** Runs a check. Resolves to its output if it fails, otherwise to an empty string. */
function check([command, ...args]) {
	return new Promise((resolve) => {
		// npm adds node_modules/.bin to the PATH.
		const child = spawn(command, args, { cwd: root, env, shell: process.platform === 'win32' });
		let output = '';
		for (const stream of [child.stdout, child.stderr])
			stream.on('data', (text) => (output += text));
		child.on('error', ({ message }) => (output += message));
		child.on('close', (status) =>
			resolve(status === 0 ? '' : `${command} found problems:\n${output}\n`),
		);
	});
}

const failures = [];
// Fixes run one after the other, because Prettier and ESLint write the same files.
if (fixes) for (const each of checks) failures.push(await check(each));
else failures.push(...(await Promise.all(checks.map(check))));
process.stderr.write(failures.join(''));
process.exitCode = failures.join('') === '' ? 0 : 1;
