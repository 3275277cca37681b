import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { PACKAGES } from './places';

const INSTALL = ['ci', '--ignore-scripts', '--omit=optional', '--no-audit', '--no-fund'];

const stamp = join(PACKAGES, 'node_modules', '.installed');

/**
 * Installs n8n's own nodes and the chart library into `bench/packages`, unless this lockfile is installed
 * already.
 *
 * @param report gets a line before the install begins
 * @throws Error with npm's words if it does not succeed
 */
export function installRivals(report: (line: string) => void): void {
	const wanted = fingerprint();
	if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
	report('Installing n8n-nodes-base for the benchmark: once, about two minutes, 800 MB');
	const { status, stderr, error } = spawnSync('npm', INSTALL, {
		cwd: PACKAGES,
		encoding: 'utf8',
		shell: process.platform === 'win32',
	});
	if (status !== 0) {
		throw new Error(`The packages of the benchmark could not be installed: ${error ?? stderr}`);
	}
	writeFileSync(stamp, wanted);
}

/**
 * Loads a module of the benchmark's own packages. The main install does not have them, so their
 * types are the caller's to state.
 */
export function requireRival<T>(module: string): T {
	return createRequire(join(PACKAGES, 'package.json'))(module) as T;
}

function fingerprint(): string {
	return createHash('sha256')
		.update(readFileSync(join(PACKAGES, 'package-lock.json')))
		.digest('hex');
}
