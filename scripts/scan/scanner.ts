import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** What the scanner says of a folder; `message` and `details` where it did not pass. */
export interface Verdict {
	passed: boolean;
	message?: string;
	details?: string;
}

/** The part of `@n8n/scan-community-package` that judges a folder. */
export interface Scanner {
	SOURCE_FILE_PATTERNS: string[];
	analyzePackage: (folder: string, patterns: string[]) => Promise<Verdict>;
}

const modules = join(__dirname, 'node_modules');
const lockfile = join(__dirname, 'package-lock.json');
/** npm writes it last. */
const installed = join(modules, '.package-lock.json');

/**
 * Loads the scanner, installing it first where that is necessary. It has a lockfile of its own: it
 * needs other versions than the rest of the development dependencies.
 */
export async function installedScanner(): Promise<Scanner> {
	if (!isInstalled()) install();
	const entry = join(modules, '@n8n', 'scan-community-package', 'scanner', 'scanner.mjs');
	return (await import(pathToFileURL(entry).href)) as Scanner;
}

function isInstalled(): boolean {
	return existsSync(installed) && statSync(installed).mtimeMs >= statSync(lockfile).mtimeMs;
}

function install(): void {
	process.stderr.write("Installing n8n's scanner …\n");
	const { status, stderr } = spawnSync('npm', ['ci'], {
		cwd: __dirname,
		encoding: 'utf8',
		shell: process.platform === 'win32',
	});
	if (status !== 0) throw new Error(`npm could not install the scanner:\n${stderr}`);
}
