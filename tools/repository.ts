import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The root folder of the repository. */
export const root = join(__dirname, '..');

/** Folders that a clone doesn't have, because tools make them. */
const MADE = ['node_modules', 'dist', '.git', '.tmp', 'coverage'];

/** All files that a clone has, as paths from the root with forward slashes. */
export function filesOfRepository(folder = ''): string[] {
	return readdirSync(join(root, folder), { withFileTypes: true })
		.filter(({ name }) => !MADE.includes(name))
		.flatMap((entry) => {
			const path = `${folder}${entry.name}`;
			return entry.isDirectory() ? filesOfRepository(`${path}/`) : [path];
		})
		.sort();
}

/** All files below a folder except `node_modules`, as paths from the root with forward slashes. */
export function filesIn(folder: string): string[] {
	return readdirSync(join(root, folder), { withFileTypes: true })
		.flatMap((entry) => {
			const path = `${folder}/${entry.name}`;
			if (entry.isFile()) return [path];
			return entry.isDirectory() && entry.name !== 'node_modules' ? filesIn(path) : [];
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
