import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** A package as npm has packed it. */
export interface Tarball {
	path: string;
	/** npm's own hash of the content. */
	integrity: string;
	/** The paths in it, from the root of the package. */
	files: string[];
}

interface PackAnswer {
	filename: string;
	integrity: string;
	files: Array<{ path: string }>;
}

/**
 * Packs a built package as `npm publish` would.
 *
 * @param folder with its package.json
 * @param destination an existing folder for the tarball
 */
export function pack(folder: string, destination: string): Tarball {
	const answer = execFileSync('npm', ['pack', '--json', '--pack-destination', destination], {
		cwd: folder,
		encoding: 'utf8',
		stdio: 'pipe',
		shell: process.platform === 'win32',
	});
	const [{ filename, integrity, files }] = JSON.parse(answer) as PackAnswer[];
	return {
		path: join(destination, filename),
		integrity,
		files: files.map(({ path }) => path),
	};
}

/**
 * Unpacks a package's tarball, without the folder that npm puts around it.
 *
 * @returns `destination`, which is created
 */
export function unpack(tarball: Tarball, destination: string): string {
	mkdirSync(destination, { recursive: true });
	execFileSync('tar', ['-xzf', tarball.path, '-C', destination, '--strip-components=1']);
	return destination;
}
