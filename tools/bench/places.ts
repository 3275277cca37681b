import { join } from 'node:path';

/** Folder of the package that is measured, built. */
export const ROOT = join(__dirname, '../..');

export const DOCS = join(ROOT, 'docs');

/**
 * Folder of what only the benchmark needs. It is below and not beside the benchmark's own files,
 * so that these find the main install first.
 */
export const PACKAGES = join(__dirname, 'packages');
