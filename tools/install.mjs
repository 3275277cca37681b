// Installs the packages of the lockfile without running their scripts. It needs only Node.js and npm.
// Each argument is another folder to install: a folder with a lockfile, or one whose subfolders have
// lockfiles.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { install } from './upToDate.mjs';

const OLDEST_NODE = [20, 19];
const root = fileURLToPath(new URL('..', import.meta.url));

refuseOldNode();
for (const folder of ['.', ...process.argv.slice(2).flatMap(packagesIn)]) {
	install(join(root, folder));
}

function refuseOldNode() {
	const [major, minor] = process.versions.node.split('.').map(Number);
	const [oldestMajor, oldestMinor] = OLDEST_NODE;
	if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return;
	const oldest = OLDEST_NODE.join('.');
	process.stderr.write(
		`Node.js ${oldest} or newer is required. This is Node.js ${process.versions.node}.\n`,
	);
	process.exit(1);
}

/** The folder if it has a lockfile, otherwise its subfolders with a lockfile. */
function packagesIn(folder) {
	const hasLockfile = (path) => existsSync(join(root, path, 'package-lock.json'));
	if (hasLockfile(folder)) return [folder];
	return readdirSync(join(root, folder))
		.map((name) => `${folder}/${name}`)
		.filter(hasLockfile);
}
