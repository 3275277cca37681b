import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { filesIn, root } from '../../tools/repository';

/** A copy of the repository that a test may change, build and test, away from `dist/`. */
export class WorkingCopy {
	readonly folder = mkdtempSync(join(tmpdir(), 'package-'));

	constructor() {
		for (const file of filesIn()) cpSync(join(root, file), join(this.folder, file));
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
