import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** The root folder of the repository. */
export const root = join(__dirname, '..');

/** Folders that a clone doesn't have, because tools make them. */
const MADE = ['node_modules', 'dist', '.git', '.tmp', 'coverage'];

/** All files of a clone below a folder (default: the root), as paths from the root with forward slashes. */
export function filesIn(folder = ''): string[] {
	return readdirSync(join(root, folder), { withFileTypes: true })
		.filter(({ name }) => !MADE.includes(name))
		.flatMap((entry) => {
			const path = posix.join(folder, entry.name);
			return entry.isDirectory() ? filesIn(path) : [path];
		})
		.sort();
}

/**
 * Reads a text file by its path from the root.
 *
 * @throws Error that asks to add the file if it is missing
 */
export function read(path: string): string {
	const file = join(root, path);
	if (!existsSync(file)) throw new Error(`There is no ${path}: add it`);
	return readFileSync(file, 'utf8');
}
