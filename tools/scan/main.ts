import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { root } from '../repository';
import { pack, unpack } from '../tarball';

/** The part of `@n8n/scan-community-package` that judges a folder. */
interface Scanner {
	SOURCE_FILE_PATTERNS: string[];
	analyzePackage: (folder: string, patterns: string[]) => Promise<ScanResult>;
}

interface ScanResult {
	passed: boolean;
	message?: string;
	details?: string;
}

/** What the scanner lints of a published tarball. */
const TARBALL_FILES = ['**/*.js', 'package.json'];

/** It has a lockfile of its own: it needs other versions than the other development dependencies. */
const SCANNER = 'node_modules/@n8n/scan-community-package/scanner/scanner.mjs';

/**
 * Runs n8n's scanner of community packages as n8n does before it verifies one: over the sources and
 * over the tarball, comments that switch rules off ignored. Its third check, that npm attests where
 * the tarball was built, is possible after publishing only.
 */
async function main(): Promise<void> {
	const scanner = (await import(pathToFileURL(join(__dirname, SCANNER)).href)) as Scanner;
	const folder = await mkdtemp(join(tmpdir(), 'scan-'));
	try {
		const tarball = pack(root, folder);
		const unpacked = unpack(tarball, join(folder, 'package'));
		report('The sources', await scanner.analyzePackage(root, scanner.SOURCE_FILE_PATTERNS));
		report('The tarball', await scanner.analyzePackage(unpacked, TARBALL_FILES));
	} finally {
		await rm(folder, { recursive: true });
	}
}

function report(what: string, { passed, message, details }: ScanResult): void {
	if (passed) return console.log(`${what} passed n8n's scan.`);
	console.error(`${what} did not pass n8n's scan: ${message}\n${details ?? ''}`);
	process.exitCode = 1;
}

void main();
