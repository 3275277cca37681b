import { readFileSync } from 'node:fs';
import path from 'node:path';

import { formatted } from './format';
import { table } from './markdown';
import type { NodeOperation } from './nodeOperations';
import type { GeneratedFile } from './schemaFiles';

const FILE = path.join(__dirname, '../../README.md');
const START = '<!-- written by npm run docs -->';
const END = '<!-- end of what npm run docs writes -->';

/** README.md with the table of its operations renewed. */
export async function readmeFile(operations: NodeOperation[]): Promise<GeneratedFile> {
	const rows = operations.map(({ resource, name, endpoint }) => [
		resource,
		name,
		`\`${endpoint}\``,
	]);
	const [before, , after] = readFileSync(FILE, 'utf8').split(
		new RegExp(`(?<=${START})|(?=${END})`),
	);
	const text = [before, table(['node', 'operation', 'endpoint'], rows.sort()), after]
		.join('\n')
		.replace(START, `${START}\n`);
	return { path: 'README.md', text: await formatted(text, 'markdown') };
}
