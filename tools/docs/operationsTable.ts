import type { NamedCase } from '../../cases';
import { read } from '../repository';
import { anchorOf, renewed, table } from './markdown';
import { casesOf, RESOURCES } from './nodePages';
import type { GeneratedFile } from './schemaFiles';

/** README.md with its tables of operations renewed. */
export function readmeFile(): GeneratedFile {
	const [inChatwoot, elsewhere] = [true, false].map((has) =>
		RESOURCES.flatMap(casesOf).filter(({ operation }) => operation.inChatwoot === has),
	);
	const text = [
		`**In Chatwoot**, and in services with the same API (${inChatwoot.length}):`,
		operationTable(inChatwoot),
		`**In other services** with the [documented API](api/openapi.yaml) (${elsewhere.length}). Chatwoot answers them with a 404:`,
		operationTable(elsewhere),
	].join('\n\n');
	return { path: 'README.md', text: renewed(read('README.md'), 'npm run docs', text) };
}

function operationTable(cases: NamedCase[]): string {
	const rows = cases.map(({ node, resource, operation: { name, description } }) => [
		`[${resource}: ${name}](docs/nodes/${node}.md#${anchorOf(name)})`,
		description,
	]);
	return table(['Operation', 'What it does'], rows);
}
