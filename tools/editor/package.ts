import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pack, unpack } from '../tarball';
import { root } from '../repository';
import { packageName } from './places';
import { CommandError } from '../commandError';

/**
 * Installs the built package as npm would publish it, where n8n keeps its community packages.
 *
 * @param userFolder n8n's own
 * @returns the folder that it is in
 * @throws CommandError if it cannot be packed or unpacked
 */
export function installPackage(userFolder: string): string {
	const target = join(userFolder, '.n8n', 'nodes', 'node_modules', packageName);
	const folder = mkdtempSync(join(tmpdir(), 'packed-'));
	try {
		rmSync(target, { recursive: true, force: true });
		return unpack(pack(root, folder), target);
	} catch (error) {
		throw new CommandError(
			`The package could not be installed in n8n: ${(error as Error).message}`,
		);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}
