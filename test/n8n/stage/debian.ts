import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runCommand } from '../../../tools/editor/command';
import { CommandError } from '../../../tools/commandError';

const postgresVersions = '/usr/lib/postgresql';

/** Finds a program in PATH or in Debian's PostgreSQL folder. */
function findProgram(name: string): string | undefined {
	const postgres = existsSync(postgresVersions)
		? readdirSync(postgresVersions).map((version) => join(postgresVersions, version, 'bin'))
		: [];
	return [...(process.env.PATH ?? '').split(delimiter), ...postgres]
		.map((folder) => join(folder, name))
		.find((path) => existsSync(path));
}

/**
 * Finds a program, and installs it with Debian's package manager if it is missing.
 *
 * @throws CommandError that names the package if this user can't install it
 */
export async function needProgram(name: string, debianPackage: string): Promise<string> {
	const found = findProgram(name);
	if (found) return found;
	const root = process.getuid?.() === 0 && findProgram('apt-get') !== undefined;
	if (root) await install(debianPackage);
	const installed = findProgram(name);
	if (installed) return installed;
	throw new CommandError(`${name} is missing. Install it: apt-get install -y ${debianPackage}`);
}

async function install(debianPackage: string): Promise<void> {
	process.stderr.write(`Installing Debian's package ${debianPackage} …\n`);
	const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
	await runCommand('apt-get', ['update'], { env });
	await runCommand('apt-get', ['install', '-y', '--no-install-recommends', debianPackage], { env });
}
