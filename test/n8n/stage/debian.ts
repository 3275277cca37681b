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

/** Finds a program, and installs it if it is missing: see `needPrograms`. */
export async function needProgram(name: string, debianPackage: string): Promise<string> {
	const [path] = await needPrograms([[name, debianPackage]]);
	return path;
}

/**
 * Finds programs, and installs those that are missing with Debian's package manager.
 *
 * @param programs names with their Debian packages
 * @throws CommandError that names a package if this user can't install it
 */
export async function needPrograms(programs: Array<[string, string]>): Promise<string[]> {
	const missing = programs.filter(([name]) => !findProgram(name));
	const canInstall = process.getuid?.() === 0 && findProgram('apt-get') !== undefined;
	if (missing.length > 0 && canInstall) await install(missing.map(([, name]) => name));
	return programs.map(([name, debianPackage]) => {
		const path = findProgram(name);
		if (path) return path;
		throw new CommandError(`${name} is missing. Install it: apt-get install -y ${debianPackage}`);
	});
}

async function install(packages: string[]): Promise<void> {
	process.stderr.write(`Installing Debian's packages ${packages.join(', ')} …\n`);
	const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
	await runCommand('apt-get', ['update'], { env });
	await runCommand('apt-get', ['install', '-y', '--no-install-recommends', ...packages], { env });
}
