import { CASES } from '../../cases';
import { read } from '../repository';
import { renewed } from './markdown';
import { operationsTable } from './operationsPage';
import type { GeneratedFile } from './schemaFiles';

/** README.md with an updated table of operations. */
export function readmeFile(): GeneratedFile {
	const table = operationsTable((node) => `docs/nodes/${node}.md`);
	return { path: 'README.md', text: renewed(read('README.md'), 'npm run docs', table) };
}

/** package.json with the resources in its description, for npm's search. */
export function manifestFile(): GeneratedFile {
	const resources = [...new Set(CASES.map(({ resource }) => plural(resource.toLowerCase())))];
	const list = new Intl.ListFormat('en-GB').format(resources);
	const description = `n8n nodes for a customer conversation service: ${list}`;
	const text = read('package.json');
	return {
		path: 'package.json',
		text: text.replace(/"description": ".*"/, `"description": "${description}"`),
	};
}

function plural(word: string): string {
	return word.endsWith('x') ? `${word}es` : `${word}s`;
}
