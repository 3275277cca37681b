import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Packs a built package as `npm publish` would.
 *
 * @param folder with its package.json
 * @param destination an existing folder for the tarball
 * @returns the path of the tarball
 */
export function pack(folder: string, destination: string): string {
	const answer = execFileSync('npm', ['pack', '--json', '--pack-destination', destination], {
		cwd: folder,
		encoding: 'utf8',
		shell: process.platform === 'win32',
	});
	const [{ filename }] = JSON.parse(answer) as Array<{ filename: string }>;
	return join(destination, filename);
}

/**
 * Unpacks a package's tarball, without the folder that npm puts around it.
 *
 * @returns `destination`, which is created
 */
export function unpack(tarball: string, destination: string): string {
	mkdirSync(destination, { recursive: true });
	execFileSync('tar', ['-xzf', tarball, '-C', destination, '--strip-components=1']);
	return destination;
}
