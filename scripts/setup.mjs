// Makes a fresh clone ready with nothing but Node and npm: installs what the lockfile says, without
// running any package's scripts, and builds. A second run does only what has become necessary.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const OLDEST_NODE = [20, 19];
const BUILD_INPUTS = [
	'nodes',
	'credentials',
	'icons',
	'gulpfile.js',
	'tsconfig.json',
	'package-lock.json',
];

const root = fileURLToPath(new URL('..', import.meta.url));
process.chdir(root);

refuseOldNode();
once('node_modules/.installed', hashOf(['package-lock.json']), 'Installing, about a minute', [
	'ci',
	'--ignore-scripts',
	'--no-audit',
	'--no-fund',
]);
once('dist/.built', hashOf(BUILD_INPUTS), 'Building', ['run', '--silent', 'build']);

function refuseOldNode() {
	const [major, minor] = process.versions.node.split('.').map(Number);
	const [oldestMajor, oldestMinor] = OLDEST_NODE;
	if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return;
	fail(`Node ${OLDEST_NODE.join('.')} or newer is needed, and this is ${process.versions.node}.`);
}

/** Runs npm unless the stamp says that it has been done for these inputs. */
function once(stamp, inputs, what, npmArguments) {
	if (existsSync(stamp) && readFileSync(stamp, 'utf8') === inputs) return;
	rmSync(stamp, { force: true });
	process.stderr.write(`${what} …\n`);
	const npm = process.env.npm_execpath;
	const [command, first] = npm ? [process.execPath, [npm]] : ['npm', []];
	const { status, stdout, stderr } = spawnSync(command, [...first, ...npmArguments], {
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
	const entries = readdirOrNothing(path);
	if (!entries) return [path];
	return entries.sort().flatMap((entry) => filesIn(join(path, entry)));
}

function readdirOrNothing(path) {
	try {
		return readdirSync(path);
	} catch {
		return undefined;
	}
}

function fail(message) {
	process.stderr.write(`${message}\n`);
	process.exit(1);
}
