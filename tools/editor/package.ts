import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { pack, unpack } from '../tarball';
import { packageFiles, packageName, repository } from './places';
import { CommandError } from '../commandError';

/**
 * Installs the built package as npm would publish it, where n8n keeps its community packages,
 * unless it is there as it was built.
 *
 * @param userFolder n8n's own
 * @returns the folder that it is in
 * @throws CommandError if it cannot be packed or unpacked
 */
export function installPackage(userFolder: string): string {
	const target = join(userFolder, '.n8n', 'nodes', 'node_modules', packageName);
	if (builtFiles().every((file) => isSame(join(repository, file), join(target, file))))
		return target;
	const folder = mkdtempSync(join(tmpdir(), 'packed-'));
	try {
		rmSync(target, { recursive: true, force: true });
		return unpack(pack(repository, folder), target);
	} catch (error) {
		throw new CommandError(
			`The package could not be installed in n8n: ${(error as Error).message}`,
		);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

/** What is published, by its path in the repository. */
function builtFiles(): string[] {
	return ['package.json', ...packageFiles].flatMap((path) => {
		if (!statSync(join(repository, path)).isDirectory()) return [path];
		return readdirSync(join(repository, path), { recursive: true, withFileTypes: true })
			.filter((entry) => entry.isFile())
			.map((entry) => relative(repository, join(entry.parentPath, entry.name)));
	});
}

function isSame(file: string, other: string): boolean {
	return existsSync(other) && readFileSync(file).equals(readFileSync(other));
}
