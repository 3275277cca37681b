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
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const BUILD_INPUTS = [
	'nodes',
	'credentials',
	'icons',
	'gulpfile.js',
	'tsconfig.json',
	'package-lock.json',
];
/** The hash of the inputs of the last build. It is deleted together with `dist`. */
const STAMP = join(root, 'dist/.built');
/** Contains the ID of the building process. */
const LOCK = join(root, 'node_modules/.cache/build.lock');

/** Runs `npm ci` in a folder, unless the packages of its lockfile are installed. */
export function install(folder) {
	if (isInstalled(folder)) return;
	const name = relative(root, folder);
	process.stderr.write(`Installing ${name ? `packages of ${name}` : 'packages'} …\n`);
	npm(folder, 'ci', '--ignore-scripts', '--no-audit', '--no-fund');
}

/**
 * Compares the lockfile with npm's record of installed packages. The record has no packages for
 * other platforms, which are optional.
 */
function isInstalled(folder) {
	const record = join(folder, 'node_modules/.package-lock.json');
	if (!existsSync(record)) return false;
	const installed = packagesOf(record);
	const { '': _self, ...locked } = packagesOf(join(folder, 'package-lock.json'));
	return (
		Object.keys(installed).every((path) => path in locked) &&
		Object.entries(locked).every(([path, { version, integrity, optional }]) => {
			const found = installed[path];
			if (!found) return optional === true;
			return found.version === version && found.integrity === integrity;
		})
	);
}

function packagesOf(lockfile) {
	return JSON.parse(readFileSync(lockfile, 'utf8')).packages;
}

/** Builds the package unless the build is up to date. Other processes wait for the building one. */
export async function build() {
	if (isBuilt()) return;
	await lock();
	try {
		if (isBuilt()) return;
		process.stderr.write('Building …\n');
		const inputs = hashOf(BUILD_INPUTS);
		npm(root, 'run', '--silent', 'build');
		writeFileSync(STAMP, inputs);
	} finally {
		rmSync(LOCK, { force: true });
	}
}

function isBuilt() {
	return existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hashOf(BUILD_INPUTS);
}

async function lock() {
	mkdirSync(dirname(LOCK), { recursive: true });
	while (!tryLock()) {
		if (!isRunning(Number(readIfThere(LOCK)))) rmSync(LOCK, { force: true });
		await sleep(100);
	}
}

/** Creates the lock file. Returns false if it exists already. */
function tryLock() {
	try {
		writeFileSync(LOCK, String(process.pid), { flag: 'wx' });
		return true;
	} catch (error) {
		if (error.code === 'EEXIST') return false;
		throw error;
	}
}

function isRunning(pid) {
	try {
		return process.kill(pid, 0);
	} catch (error) {
		// The process belongs to another user.
		return error.code === 'EPERM';
	}
}

function readIfThere(path) {
	return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

/** @throws Error with npm's output if the command fails */
function npm(folder, ...words) {
	const script = process.env.npm_execpath;
	const [command, first] = script ? [process.execPath, [script]] : ['npm', []];
	const { status, stdout, stderr } = spawnSync(command, [...first, ...words], {
		cwd: folder,
		encoding: 'utf8',
		// jest sets NODE_ENV to test.
		env: { ...process.env, NODE_ENV: 'development' },
		shell: !script && process.platform === 'win32',
	});
	if (status === 0) return;
	throw new Error(`npm ${words.join(' ')} failed:\n${stdout ?? ''}${stderr ?? ''}`);
}

/** A hash of the contents of files and folders. */
function hashOf(paths) {
	const hash = createHash('sha256');
	for (const path of paths.flatMap(filesIn)) {
		hash.update(path).update(readFileSync(join(root, path)));
	}
	return hash.digest('hex');
}

function filesIn(path) {
	if (!statSync(join(root, path)).isDirectory()) return [path];
	return readdirSync(join(root, path))
		.sort()
		.flatMap((entry) => filesIn(`${path}/${entry}`));
}
