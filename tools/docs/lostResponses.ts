import { CASES, type NamedCase } from '../../cases';
import { read } from '../repository';
import { afterLostResponse } from './facts';
import { anchorOf, renewed, table } from './markdown';
import type { GeneratedFile } from './schemaFiles';

/** docs/reliability.md with its table of what happens to each operation after a lost response renewed. */
export function reliabilityFile(): GeneratedFile {
	const path = 'docs/reliability.md';
	const rows = ['Retried', 'Looked up', 'Sent once'].map((how) => [
		`**${how}**`,
		CASES.filter((one) => afterLostResponse(one).startsWith(how))
			.map(link)
			.join(', '),
	]);
	const text = table(['What the node does', 'Operations'], rows);
	return { path, text: renewed(read(path), 'npm run docs', text) };
}

function link({ node, resource, operation: { name } }: NamedCase): string {
	return `[${resource}: ${name}](nodes/${node}.md#${anchorOf(name)})`;
}
