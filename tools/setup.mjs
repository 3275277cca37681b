// Makes a fresh clone ready with nothing but Node and npm: installs what the lockfile says, without
// running any package's scripts, and builds. A second run does only what has become necessary.
// Arguments are folders that hold a private package of their own, or several of them: these are
// installed too.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const OLDEST_NODE = [20, 19];
const BUILD_INPUTS = [
	'nodes',
	'credentials',
	'icons',
	'gulpfile.js',
	'tsconfig.json',
	'.prettierrc.json',
	'package-lock.json',
];

const root = fileURLToPath(new URL('..', import.meta.url));
process.chdir(root);

refuseOldNode();
install('.', 'Installing, about a minute');
for (const folder of process.argv.slice(2).flatMap(packagesIn)) {
	install(folder, `Installing what ${folder} needs: once, up to some minutes`);
}
once('dist/.built', hashOf(BUILD_INPUTS), 'Building', '.', ['run', '--silent', 'build']);

function refuseOldNode() {
	const [major, minor] = process.versions.node.split('.').map(Number);
	const [oldestMajor, oldestMinor] = OLDEST_NODE;
	if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return;
	fail(`Node ${OLDEST_NODE.join('.')} or newer is needed, and this is ${process.versions.node}.`);
}

/** A folder with a lockfile, or those right below it. */
function packagesIn(folder) {
	if (existsSync(join(folder, 'package-lock.json'))) return [folder];
	return readdirSync(folder)
		.map((name) => join(folder, name))
		.filter((path) => existsSync(join(path, 'package-lock.json')));
}

function install(folder, what) {
	const inputs = hashOf([join(folder, 'package-lock.json')]);
	const npmArguments = ['ci', '--ignore-scripts', '--no-audit', '--no-fund'];
	once(join(folder, 'node_modules/.installed'), inputs, what, folder, npmArguments);
}

/** Runs npm in a folder unless the stamp says that it has been done for these inputs. */
function once(stamp, inputs, what, folder, npmArguments) {
	if (existsSync(stamp) && readFileSync(stamp, 'utf8') === inputs) return;
	rmSync(stamp, { force: true });
	process.stderr.write(`${what} …\n`);
	const npm = process.env.npm_execpath;
	const [command, first] = npm ? [process.execPath, [npm]] : ['npm', []];
	const { status, stdout, stderr } = spawnSync(command, [...first, ...npmArguments], {
		cwd: folder,
		encoding: 'utf8',
		shell: !npm && process.platform === 'win32',
	});
	if (status !== 0) fail(`${what} did not succeed:\n${stdout ?? ''}${stderr ?? ''}`);
	writeFileSync(stamp, inputs);
}

/** One hash over files and folders: another one means that something in them has changed. */
function hashOf(paths) {
	const hash = createHash('sha256');
	for (const path of paths.flatMap(filesIn)) hash.update(path).update(readFileSync(path));
	return hash.digest('hex');
}

function filesIn(path) {
	if (!statSync(path).isDirectory()) return [path];
	return readdirSync(path)
		.sort()
		.flatMap((entry) => filesIn(join(path, entry)));
}

function fail(message) {
	process.stderr.write(`${message}\n`);
	process.exit(1);
}
