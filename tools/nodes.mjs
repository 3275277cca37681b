// `npm test` on each Node that is supported, whatever Node is installed here: npm brings the others.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const VERSIONS = [20, 22, 24];

const failed = VERSIONS.filter((version) => {
	process.stdout.write(`\nNode ${version}\n`);
	// The package `node` fetches the program for this machine in its install script.
	const flags = ['--yes', '--ignore-scripts=false', '-p', `node@${version}`];
	const { status } = spawnSync('npx', [...flags, '--', 'npm', 'test'], {
		cwd: fileURLToPath(new URL('..', import.meta.url)),
		stdio: 'inherit',
		shell: process.platform === 'win32',
	});
	return status !== 0;
});

process.stdout.write(
	failed.length > 0
		? `\nThe tests failed on Node ${failed.join(' and ')}.\n`
		: `\nThe tests passed on Node ${VERSIONS.join(', ')}.\n`,
);
process.exitCode = failed.length > 0 ? 1 : 0;
