import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { root } from '../repository';
import { generatedFiles, reliabilityFile } from './files';
import type { GeneratedFile } from './schemaFiles';

async function main(): Promise<void> {
	const slow = process.argv.includes('--reliability') ? [await reliabilityFile()] : [];
	const files = [...(await generatedFiles()), ...slow];
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

void main();
