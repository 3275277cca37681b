import { join } from 'node:path';
import manifest from '../../package.json';
import { root } from '../repository';

/** The private package that brings n8n, its Node and what drives them. */
export const n8nHome = join(root, 'test', 'n8n');

/** Name, version and paths of the nodes of the package. */
export const {
	name: packageName,
	version: packageVersion,
	n8n: { nodes: packageNodes },
} = manifest;
