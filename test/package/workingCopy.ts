import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { root } from './root';

/** What the build reads and what npm packs besides the build. */
const INPUTS = [
	'nodes',
	'credentials',
	'icons',
	'gulpfile.js',
	'index.js',
	'tsconfig.json',
	'eslint.config.mjs',
	'package.json',
	'README.md',
	'LICENSE.md',
];

/** A copy of the package's sources that a test may change and build, away from `dist/`. */
export class WorkingCopy {
	readonly folder = mkdtempSync(join(tmpdir(), 'package-'));

	constructor() {
		for (const input of INPUTS) {
			cpSync(join(root, input), join(this.folder, input), { recursive: true });
		}
		symlinkSync(join(root, 'node_modules'), join(this.folder, 'node_modules'), 'junction');
	}

	/** Runs a command of npm in the copy; throws with what it printed where it does not succeed. */
	npm(...words: string[]): void {
		const { status, stdout, stderr } = spawnSync('npm', words, {
			cwd: this.folder,
			encoding: 'utf8',
			// jest sets it to test, which changes what n8n's lint rules look at.
			env: { ...process.env, NODE_ENV: 'development' },
			shell: process.platform === 'win32',
		});
		if (status !== 0) throw new Error(`npm ${words.join(' ')}\n${stdout}${stderr}`);
	}

	build(): void {
		this.npm('run', '--silent', 'build');
	}

	remove(): void {
		rmSync(this.folder, { recursive: true });
	}
}
