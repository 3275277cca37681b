// Installs packages and builds the sources, before commands and tests run. Both functions return at
// once if nothing has changed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const SOURCE_FOLDERS = ['nodes', 'credentials', 'icons'];
const BUILD_SETTINGS = ['gulpfile.js', 'tsconfig.json', 'package-lock.json'];
/** The hash of the inputs of the last build. It is deleted together with `dist`. */
const STAMP = join(root, 'dist/.built');

/** Runs `npm ci` in a folder, unless the packages of its lockfile are installed. */
export function install(folder) {
	if (isInstalled(folder)) return;
	const name = relative(root, folder);
	process.stderr.write(
		`Installing ${name ? `packages of ${name}` : 'packages'} (usually one to six minutes) …\n`,
	);
	npm(folder, 'ci --ignore-scripts --no-audit --no-fund');
}

/**
 * Compares the lockfile with npm's record of installed packages. Optional packages for other
 * platforms are only in the lockfile.
 */
function isInstalled(folder) {
	const record = join(folder, 'node_modules/.package-lock.json');
	if (!existsSync(record)) return false;
	const installed = packagesOf(record);
	const locked = Object.entries(packagesOf(join(folder, 'package-lock.json')));
	return locked.every(([path, { version, optional }]) =>
		path in installed ? installed[path].version === version : path === '' || optional,
	);
}

function packagesOf(lockfile) {
	return JSON.parse(readFileSync(lockfile, 'utf8')).packages;
}

/**
 * Builds the package unless the build is up to date.
 *
 * @throws Error with the compiler's output if the build fails
 */
export function build() {
	const inputs = hashOfInputs();
	if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === inputs) return;
	process.stderr.write('Building (usually half a minute) …\n');
	npm(root, 'run --silent build');
	writeFileSync(STAMP, inputs);
}

function hashOfInputs() {
	const hash = createHash('sha256');
	for (const path of [...SOURCE_FOLDERS.flatMap(filesIn), ...BUILD_SETTINGS]) {
		hash.update(path).update(readFileSync(join(root, path)));
	}
	return hash.digest('hex');
}

function filesIn(folder) {
	return readdirSync(join(root, folder), { recursive: true })
		.map((path) => join(folder, path))
		.filter((path) => statSync(join(root, path)).isFile())
		.sort();
}

function npm(folder, command) {
	const { status, stdout, stderr } = spawnSync(`npm ${command}`, {
		cwd: folder,
		encoding: 'utf8',
		// jest sets NODE_ENV to test.
		env: { ...process.env, NODE_ENV: 'development' },
		shell: true,
	});
	if (status !== 0) throw new Error(`npm ${command} failed:\n${stdout}${stderr}`);
}
