import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** The folder of the package's package.json. */
export const root = join(__dirname, '..', '..');

/** All files below a folder of the package, as paths from the root with forward slashes. */
export function filesIn(folder: string): string[] {
	return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
		.sort();
}
