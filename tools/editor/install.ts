import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import manifest from '../../package.json';
import { CommandError } from '../commandError';
import { nodeIn, nodePackageIn } from '../node24';
import { root } from '../repository';
import { pack, unpack } from '../tarball';
import { runCommand } from './command';
import { imageName } from './container';

/** The private package that installs n8n, Node.js for it, and a browser driver. */
export const n8nHome = join(root, 'test', 'n8n');

/** Name, version and node paths of the package. */
export const {
	name: packageName,
	version: packageVersion,
	n8n: { nodes: packageNodes },
} = manifest;

/** An n8n from npm. */
interface InstalledN8n {
	/** Path of the Node.js that runs n8n. */
	node: string;
	/** Path of n8n's command line script. */
	cli: string;
	version: string;
}

/** An n8n in a container. */
interface ContainerN8n {
	image: string;
	version: string;
}

/** An n8n that can be started. */
export type RealN8n = InstalledN8n | ContainerN8n;

const modules = join(n8nHome, 'node_modules');

/**
 * Installs n8n and the Node.js it needs into `test/n8n`, unless the lockfile is installed already. It
 * always installs the packages of the tests, but n8n's image runs instead of n8n if one is chosen.
 *
 * @throws CommandError if the download fails or the database driver can't be built
 */
export async function installN8n(): Promise<RealN8n> {
	const script = join(root, 'tools/install.mjs');
	const installing = spawn(process.execPath, [script, 'test/n8n'], { stdio: 'inherit' });
	const [code] = (await once(installing, 'exit')) as [number | null];
	if (code !== 0) {
		throw new CommandError(
			"n8n couldn't be installed. It needs 4 GB of disk and npm's registry: check the network and npm's proxy settings.",
		);
	}
	if (imageName) return { image: imageName, version: imageName };
	const node = nodeForN8n();
	if (!(await hasDatabaseDriver(node))) await buildDatabaseDriver(node);
	const installed = readFileSync(join(modules, 'n8n', 'package.json'), 'utf8');
	const { version } = JSON.parse(installed) as { version: string };
	return { node, cli: join(modules, 'n8n', 'bin', 'n8n'), version };
}

function nodeForN8n(): string {
	const own = nodeIn(modules);
	if (existsSync(own)) return own;
	if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
	throw new CommandError(
		`n8n needs Node.js 24, which npm doesn't provide for ${process.platform} on ${process.arch}. ` +
			'Install Node.js 24 and run the command with it.',
	);
}

async function hasDatabaseDriver(node: string): Promise<boolean> {
	return (await runCommand(node, ['-e', "require('sqlite3')"], { cwd: n8nHome })).code === 0;
}

// Install scripts are disabled, except for this driver, because n8n can't start without it.
async function buildDatabaseDriver(node: string): Promise<void> {
	process.stderr.write('Building the database driver (usually one minute) …\n');
	const nodePackage = nodePackageIn(modules);
	const headers = existsSync(join(nodePackage, 'include', 'node'));
	await runCommand('npm', ['rebuild', 'sqlite3', '--ignore-scripts=false'], {
		cwd: n8nHome,
		env: { ...process.env, ...(headers && { npm_config_nodedir: nodePackage }) },
	});
	if (await hasDatabaseDriver(node)) return;
	throw new CommandError(
		"n8n's database driver couldn't be built. It needs Python 3, make and a C++ compiler " +
			'(Debian: apt-get install -y build-essential python3).',
	);
}

/** Where n8n keeps the installed package. */
function installedIn(userFolder: string): string {
	return join(userFolder, '.n8n', 'nodes', 'node_modules', packageName);
}

/**
 * Packs the built package as `npm publish` does, and installs it where n8n keeps community packages.
 * With a link to the repository, the nodes would load another copy of n8n-workflow than n8n does, and
 * n8n wouldn't recognize their errors.
 *
 * @param userFolder n8n's user folder
 * @throws CommandError if the package can't be packed or unpacked
 */
export function installPackage(userFolder: string): void {
	const target = installedIn(userFolder);
	const folder = mkdtempSync(join(tmpdir(), 'packed-'));
	try {
		const tarball = pack(root, folder);
		rmSync(target, { recursive: true, force: true });
		unpack(tarball, target);
	} catch (error) {
		throw new CommandError(`The package couldn't be installed in n8n: ${(error as Error).message}`);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

/**
 * Compiles the sources into the installed package on each save, and prints what doesn't compile. An n8n
 * with the settings `reloading` then reloads the package.
 *
 * @returns what ends the compiler
 */
export function compileOnSave(userFolder: string): () => Promise<void> {
	const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
	const output = join(installedIn(userFolder), 'dist');
	const args = [compiler, '--watch', '--preserveWatchOutput', '--outDir', output];
	const compiling = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' });
	return async () => void compiling.kill();
}
