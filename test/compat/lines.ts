import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A line of n8n's engine that the package is tested on. */
export interface Line {
	/** Name of its folder, which is a private package of its own. */
	name: string;
	folder: string;
	/** The line of n8n that this engine belongs to, such as "2.40". */
	title: string;
	/** Version of n8n-core that its lockfile holds. */
	version: string;
}

/** The lines of `test/compat`, oldest first. */
export function readLines(): Line[] {
	return readdirSync(__dirname)
		.map((name) => ({ name, folder: join(__dirname, name) }))
		.filter(({ folder }) => existsSync(join(folder, 'package.json')))
		.map(({ name, folder }) => ({ name, folder, ...describe(folder) }))
		.sort((a, b) => a.version.localeCompare(b.version, 'en', { numeric: true }));
}

function describe(folder: string): Pick<Line, 'title' | 'version'> {
	const { description, dependencies } = JSON.parse(
		readFileSync(join(folder, 'package.json'), 'utf8'),
	) as { description: string; dependencies: { 'n8n-core': string } };
	return {
		title: description.replace(/^The engine of n8n /, ''),
		version: dependencies['n8n-core'],
	};
}
