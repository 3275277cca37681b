import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from './command';
import { packageName, repository } from './places';
import { Refusal } from './refusal';

/**
 * Packs the built package as npm would publish it.
 * @returns path of the tarball, in a new temporary folder
 * @throws Refusal if npm cannot pack it
 */
export async function packPackage(): Promise<string> {
	const folder = mkdtempSync(join(tmpdir(), 'packed-'));
	const packed = await runCommand(
		'npm',
		['pack', '--json', '--ignore-scripts', '--pack-destination', folder],
		{ cwd: repository },
	);
	if (packed.code !== 0) throw new Refusal(`The package could not be packed: ${packed.stderr}`);
	const [{ filename }] = JSON.parse(packed.stdout) as [{ filename: string }];
	return join(folder, filename);
}

/** Unpacks a tarball where n8n keeps its community packages: under this user folder. */
export async function unpackInto(userFolder: string, tarball: string): Promise<void> {
	const target = join(userFolder, '.n8n', 'nodes', 'node_modules', packageName);
	rmSync(target, { recursive: true, force: true });
	mkdirSync(target, { recursive: true });
	const untar = await runCommand('tar', ['-xzf', tarball, '--strip-components=1', '-C', target]);
	if (untar.code !== 0) throw new Refusal(`The package could not be unpacked: ${untar.stderr}`);
}
