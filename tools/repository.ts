import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** The folder of the package's package.json. */
export const root = join(__dirname, '..');

/** All files below a folder of the package, as paths from the root with forward slashes. */
export function filesIn(folder: string): string[] {
	return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
		.sort();
}

/**
 * The text of a file, by its path from the root.
 *
 * @throws Error that says to add the file, if it is missing
 */
export function read(path: string): string {
	const file = join(root, path);
	if (!existsSync(file)) throw new Error(`There is no ${path}: add it`);
	return readFileSync(file, 'utf8');
}
