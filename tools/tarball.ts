import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** A package packed by npm. */
export interface Tarball {
	path: string;
	/** npm's integrity hash. */
	integrity: string;
	/** The paths of its files, from the root of the package. */
	files: string[];
}

interface PackOutput {
	filename: string;
	integrity: string;
	files: Array<{ path: string }>;
}

/**
 * Packs a built package as `npm publish` would.
 *
 * @param folder the folder with the package.json
 * @param destination an existing folder for the tarball
 */
export function pack(folder: string, destination: string): Tarball {
	const output = execFileSync('npm', ['pack', '--json', '--pack-destination', destination], {
		cwd: folder,
		encoding: 'utf8',
		stdio: 'pipe',
		shell: process.platform === 'win32',
	});
	const [{ filename, integrity, files }] = JSON.parse(output) as PackOutput[];
	return {
		path: join(destination, filename),
		integrity,
		files: files.map(({ path }) => path),
	};
}

/**
 * Unpacks a tarball without npm's top-level folder.
 *
 * @returns `destination`, which is created if needed
 */
export function unpack(tarball: Tarball, destination: string): string {
	mkdirSync(destination, { recursive: true });
	execFileSync('tar', ['-xzf', tarball.path, '-C', destination, '--strip-components=1']);
	return destination;
}
