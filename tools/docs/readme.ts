import { readFileSync } from 'node:fs';
import path from 'node:path';

import { formatted } from './format';
import { table } from './markdown';
import type { NodeOperation } from './nodeOperations';
import type { GeneratedFile } from './schemaFiles';

const ROOT = path.join(__dirname, '../..');
const START = '<!-- written by npm run docs -->';
const END = '<!-- end of what npm run docs writes -->';

/** README.md with the table of its operations renewed. */
export async function readmeFile(operations: NodeOperation[]): Promise<GeneratedFile> {
	const rows = operations.map(({ resource, name, endpoint }) => [
		resource,
		name,
		`\`${endpoint}\``,
	]);
	const [before, , after] = readFileSync(path.join(ROOT, 'README.md'), 'utf8').split(
		new RegExp(`(?<=${START})|(?=${END})`),
	);
	const text = [before, table(['node', 'operation', 'endpoint'], rows.sort()), after]
		.join('\n')
		.replace(START, `${START}\n`);
	return { path: 'README.md', text: await formatted(text, 'markdown') };
}

/** package.json with the resources in its description, which npm's search reads. */
export function manifestFile(operations: NodeOperation[]): GeneratedFile {
	const resources = [...new Set(operations.map(({ resource }) => plural(resource.toLowerCase())))];
	const list = new Intl.ListFormat('en-GB').format(resources);
	const description = `n8n nodes for a customer conversation service: ${list}`;
	const text = readFileSync(path.join(ROOT, 'package.json'), 'utf8');
	return {
		path: 'package.json',
		text: text.replace(/"description": ".*"/, `"description": "${description}"`),
	};
}

function plural(word: string): string {
	return word.endsWith('x') ? `${word}es` : `${word}s`;
}
