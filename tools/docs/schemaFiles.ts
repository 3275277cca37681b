import path from 'node:path';

import type { NamedCase } from '../../test/cases';
import { contractSchema, type Schema } from '../../test/fixtures/contract';
import type { OutputSchema } from '../../test/fixtures/operationCase';

/** A generated file: its path from the root of the repository, and its text. */
export interface GeneratedFile {
	path: string;
	text: string;
}

/** The schema that n8n's editor reads to show the fields of an operation before it ever ran. */
export function schemaFile(one: NamedCase): GeneratedFile {
	const folder = one.resource.replaceAll(' ', '');
	return {
		path: `nodes/${folder}/__schema__/v1.0.0/${one.node}/${one.operation.value}.json`,
		text: JSON.stringify(outputSchema(one)),
	};
}

/** The schema of the items that an operation gives with its defaults. */
export function outputSchema({ output: { record, only, also } }: NamedCase): OutputSchema {
	const documented = record ? slim(contractSchema(record)).properties : {};
	const known: Record<string, OutputSchema> = { ...documented, ...also };
	const names = only ?? Object.keys(known);
	return {
		type: 'object',
		properties: Object.fromEntries(names.map((name) => [name, known[name]])),
	};
}

/** A schema of the contract without its descriptions, examples and enums: those are open here. */
function slim({ $ref, type = [], properties, items }: Schema): OutputSchema {
	if ($ref) return slim(contractSchema(path.posix.basename($ref)));
	return {
		type,
		...(properties && {
			properties: Object.fromEntries(
				Object.entries(properties).map(([name, schema]) => [name, slim(schema)]),
			),
		}),
		...(items && { items: slim(items) }),
	};
}
