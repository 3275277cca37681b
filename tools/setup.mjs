// Installs missing packages and builds the package if needed. Takes the arguments of install.mjs.
import './install.mjs';
import { build } from './upToDate.mjs';

try {
	build();
} catch ({ message }) {
	process.stderr.write(message);
	process.exitCode = 1;
}
