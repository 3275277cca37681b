import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { loadScanner, type ScanResult } from './scanner';
import { pack, unpack } from '../tarball';

const root = join(__dirname, '..', '..');

/** What the scanner lints of a published tarball. */
const TARBALL_FILES = ['**/*.js', 'package.json'];

/**
 * Runs n8n's scanner of community packages as n8n does before it verifies one: over the sources and
 * over the tarball, comments that switch rules off ignored. Its third check, that npm attests where
 * the tarball was built, is possible after publishing only.
 */
async function main(): Promise<void> {
	const { analyzePackage, SOURCE_FILE_PATTERNS } = await loadScanner();
	const folder = await mkdtemp(join(tmpdir(), 'scan-'));
	try {
		const tarball = pack(root, folder);
		const unpacked = unpack(tarball, join(folder, 'package'));
		report('The sources', await analyzePackage(root, SOURCE_FILE_PATTERNS));
		report('The tarball', await analyzePackage(unpacked, TARBALL_FILES));
	} finally {
		await rm(folder, { recursive: true });
	}
}

function report(what: string, { passed, message, details }: ScanResult): void {
	if (passed) {
		process.stdout.write(`${what} passed n8n's scan.\n`);
		return;
	}
	process.stderr.write(`${what} did not pass n8n's scan: ${message}\n${details ?? ''}\n`);
	process.exitCode = 1;
}

void main();
