import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A line of n8n's engine that the package is tested on. */
export interface Line {
	/** Name of its folder, which is a private package of its own. */
	name: string;
	folder: string;
	/** Version of n8n-core that its lockfile holds. */
	version: string;
}

/** The lines of `test/compat`, oldest first. */
export function readLines(): Line[] {
	return readdirSync(__dirname)
		.map((name) => ({ name, folder: join(__dirname, name) }))
		.filter(({ folder }) => existsSync(join(folder, 'package.json')))
		.map(({ name, folder }) => ({ name, folder, version: versionIn(folder) }))
		.sort((a, b) => a.version.localeCompare(b.version, 'en', { numeric: true }));
}

function versionIn(folder: string): string {
	const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
		dependencies: { 'n8n-core': string };
	};
	return dependencies['n8n-core'];
}
