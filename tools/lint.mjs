// Runs all static checks. `--fix` fixes what can be fixed automatically. The checks need no network,
// so Redocly must not look for updates.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const TSC_CACHE = 'node_modules/.cache/tsc/tools';
const fixes = process.argv.includes('--fix');
const fix = fixes ? ['--fix'] : [];

/** Makes eslint skip unchanged files. */
function eslintCache(name) {
	const location = `node_modules/.cache/eslint/${name}`;
	return ['--cache', '--cache-strategy', 'content', '--cache-location', location];
}

/** Checks that can write files. They fix one after the other, because they write the same files. */
const formatters = [
	[
		'prettier',
		...['--cache', '--cache-strategy', 'content'],
		...[fixes ? '--write' : '--check', '--log-level', 'warn', '.'],
	],
	[
		'eslint',
		...eslintCache('published'),
		...['--max-warnings', '0', ...fix, 'nodes', 'credentials', 'package.json'],
	],
	[
		'eslint',
		...eslintCache('tools'),
		...['--max-warnings', '0', ...fix, '--config', 'eslint.tools.config.mjs', '.'],
	],
];
const others = [
	[
		'eslint',
		...eslintCache('regexp'),
		...['--config', 'eslint.regexp.config.mjs', 'nodes', 'credentials'],
	],
	['tsc', '-p', 'tsconfig.tools.json', '--incremental', '--tsBuildInfoFile', TSC_CACHE],
	['redocly', 'lint', '--config', 'api/redocly.yaml', 'api/openapi.yaml'],
	['knip', '--cache'],
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

async function inTurn(checks) {
	const outputs = [];
	for (const each of checks) outputs.push(await check(each));
	return outputs;
}

const formatted = fixes ? inTurn(formatters) : Promise.all(formatters.map(check));
const outputs = await Promise.all([formatted, ...others.map(check)]);
const text = outputs.flat().join('');
process.stderr.write(text);
process.exitCode = text === '' ? 0 : 1;
