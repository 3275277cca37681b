import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

import { root } from '../../tools/repository';

/** What no copy takes along: it is made anew, or linked. */
const MADE = ['node_modules', 'dist', '.git', '.tmp', 'coverage'];

/** A copy of the repository that a test may change, build and test, away from `dist/`. */
export class WorkingCopy {
	readonly folder = mkdtempSync(join(tmpdir(), 'package-'));

	constructor() {
		const filter = (path: string) => !MADE.includes(basename(path));
		for (const entry of readdirSync(root).filter(filter)) {
			cpSync(join(root, entry), join(this.folder, entry), { recursive: true, filter });
		}
		symlinkSync(join(root, 'node_modules'), join(this.folder, 'node_modules'), 'junction');
	}

	/** Runs a command of npm in the copy; throws with what it printed where it does not succeed. */
	npm(...words: string[]): void {
		const { status, stdout, stderr } = spawnSync('npm', words, {
			cwd: this.folder,
			encoding: 'utf8',
			// jest sets NODE_ENV to test, which changes what n8n's lint rules look at. With CI, the linters
			// leave the caches of this repository alone, which the copy shares.
			env: { ...process.env, NODE_ENV: 'development', CI: 'true' },
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
