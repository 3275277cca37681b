// Installs packages and builds the sources, before commands and tests run. Both functions return at
// once if nothing has changed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const SOURCE_FOLDERS = ['nodes', 'credentials', 'icons'];
const BUILD_SETTINGS = ['gulpfile.js', 'tsconfig.json', 'package-lock.json'];
/** The hash of the inputs of the last build. It is deleted together with `dist`. */
const STAMP = join(root, 'dist/.built');
/** The ID of the process that builds, such as that of `npm start` or of `npm run test:watch`. */
const LOCK = join(root, 'node_modules/.cache/building');

/** Runs `npm ci` in a folder, unless the packages of its lockfile are installed. */
export function install(folder) {
	if (isInstalled(folder)) return;
	const name = relative(root, folder);
	process.stderr.write(
		`Installing ${name ? `packages of ${name}` : 'packages'} (usually one to three minutes) …\n`,
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
 * Builds the package unless the build is up to date. Other processes wait for the building one.
 *
 * @throws Error with the compiler's output if the build fails
 */
export async function build() {
	if (isBuilt()) return;
	await lock();
	try {
		if (isBuilt()) return;
		process.stderr.write('Building …\n');
		const inputs = hashOfInputs();
		npm(root, 'run --silent build');
		writeFileSync(STAMP, inputs);
	} finally {
		rmSync(LOCK, { force: true });
	}
}

function isBuilt() {
	return existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hashOfInputs();
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

async function lock() {
	mkdirSync(dirname(LOCK), { recursive: true });
	while (!tryLock()) await pause(100);
}

/** Creates the lock. Returns false if another process has it. */
function tryLock() {
	if (isLeftBehind()) rmSync(LOCK, { force: true });
	try {
		writeFileSync(LOCK, String(process.pid), { flag: 'wx' });
		return true;
	} catch (error) {
		if (error.code === 'EEXIST') return false;
		throw error;
	}
}

/** Whether the process with the lock has ended without removing it. */
function isLeftBehind() {
	try {
		process.kill(Number(readFileSync(LOCK, 'utf8')), 0);
		return false;
	} catch (error) {
		return error.code === 'ESRCH';
	}
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
