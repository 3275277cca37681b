import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** What the scanner says of a folder; `message` and `details` where it did not pass. */
export interface ScanResult {
	passed: boolean;
	message?: string;
	details?: string;
}

/** The part of `@n8n/scan-community-package` that judges a folder. */
export interface Scanner {
	SOURCE_FILE_PATTERNS: string[];
	analyzePackage: (folder: string, patterns: string[]) => Promise<ScanResult>;
}

/**
 * Loads the scanner. It has a lockfile of its own: it needs other versions than the rest of the
 * development dependencies.
 */
export async function loadScanner(): Promise<Scanner> {
	const scanner = join('@n8n', 'scan-community-package', 'scanner', 'scanner.mjs');
	return (await import(pathToFileURL(join(__dirname, 'node_modules', scanner)).href)) as Scanner;
}
