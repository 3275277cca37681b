// Installs packages and builds the sources, before commands and tests run. Both functions return at
// once if nothing has changed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
/** The hash of the inputs of the last build. It is deleted together with `dist`. */
const STAMP = join(root, 'dist/.built');

/** Runs `npm ci` in a folder of the repository, unless the packages of its lockfile are installed. */
export function install(folder) {
	if (isInstalled(folder)) return;
	const packages = ['packages', folder].filter(Boolean).join(' of ');
	process.stderr.write(`Installing ${packages} (usually one to six minutes) …\n`);
	npm(folder, 'ci --ignore-scripts --no-audit --no-fund');
}

/**
 * Compares the lockfile with npm's record of installed packages. Optional packages for other
 * platforms are only in the lockfile.
 */
function isInstalled(folder) {
	const packagesOf = (file) => {
		const path = join(root, folder, file);
		return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : undefined;
	};
	const installed = packagesOf('node_modules/.package-lock.json');
	return Object.entries(packagesOf('package-lock.json')).every(
		([path, { version, optional }]) =>
			path === '' || installed?.[path]?.version === version || (optional && !installed?.[path]),
	);
}

/**
 * Builds the package unless the build is up to date.
 *
 * @throws Error with the compiler's output if the build fails
 */
export function build() {
	const hash = createHash('sha256');
	const sources = ['nodes', 'credentials', 'icons'].flatMap((folder) =>
		readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
			.filter((entry) => entry.isFile())
			.map(({ parentPath, name }) => join(parentPath, name)),
	);
	const settings = ['gulpfile.js', 'tsconfig.json', 'package-lock.json'];
	for (const path of [...sources.sort(), ...settings.map((name) => join(root, name))]) {
		hash.update(path.slice(root.length)).update(readFileSync(path));
	}
	const inputs = hash.digest('hex');
	if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === inputs) return;
	process.stderr.write('Building (usually half a minute) …\n');
	npm('', 'run --silent build');
	writeFileSync(STAMP, inputs);
}

function npm(folder, command) {
	const { status, stdout, stderr } = spawnSync(`npm ${command}`, {
		cwd: join(root, folder),
		encoding: 'utf8',
		// jest sets NODE_ENV to test.
		env: { ...process.env, NODE_ENV: 'development' },
		shell: true,
	});
	if (status !== 0) throw new Error(`npm ${command} failed:\n${stdout}${stderr}`);
}
