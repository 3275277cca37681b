import { spawnSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { root } from '../repository';
import { generatedFiles } from './files';
import type { GeneratedFile } from './schemaFiles';

async function main(): Promise<void> {
	// First the pictures, because the pages link to those that exist.
	if (process.argv.includes('--pictures')) takePictures();
	const files = await generatedFiles();
	const changed = await Promise.all(files.map(renew));
	const count = changed.filter(Boolean).length;
	console.log(`${files.length} files are up to date; ${count} of them changed.`);
}

/** Writes a file if its text has changed. */
async function renew({ path: name, text }: GeneratedFile): Promise<boolean> {
	const file = path.join(root, name);
	if ((await readFile(file, 'utf8').catch(() => undefined)) === text) return false;
	await mkdir(path.dirname(file), { recursive: true });
	await writeFile(file, text);
	console.log(`Wrote ${name}`);
	return true;
}

/** Renews docs/images. It runs in test/n8n, which installs a real n8n and drives a browser. */
function takePictures(): void {
	const args = ['--import', 'tsx', 'test/n8n/pictures/main.ts'];
	const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
	if (status !== 0) process.exit(status ?? 1);
}

void main();
