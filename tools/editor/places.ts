import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The repository's root folder. */
export const repository = resolve(__dirname, '../..');

/** The private package that brings n8n, its Node and what drives them. */
export const n8nHome = join(repository, 'test', 'n8n');

/** Name, version and nodes of the package. */
export const {
	name: packageName,
	version: packageVersion,
	n8n: { nodes: packageNodes },
} = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as {
	name: string;
	version: string;
	/** The paths of its nodes. */
	n8n: { nodes: string[] };
};
