// Installs the packages of the lockfile, and those of the folders in the arguments, without running
// their scripts. It needs only Node.js and npm.
import { install } from './upToDate.mjs';

const OLDEST_NODE = '20.19';
const { node } = process.versions;

if (node.localeCompare(OLDEST_NODE, 'en', { numeric: true }) < 0) {
	process.stderr.write(`Node.js ${OLDEST_NODE} or newer is required. This is Node.js ${node}.\n`);
	process.exit(1);
}
for (const folder of ['', ...process.argv.slice(2)]) install(folder);
