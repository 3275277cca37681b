import path from 'node:path';

import type { NamedCase } from '../../cases';
import { contractSchema, type Schema } from '../../cases/contract';
import { nodeTypeOf } from '../../cases/nodes';
import type { OutputSchema } from '../../cases/operationCase';
import { versionsOf } from '../engine/versions';

/** A generated file, with its path from the root of the repository. */
export interface GeneratedFile {
	path: string;
	text: string;
}

/**
 * The schemas from which n8n's editor shows the output fields of an operation before its first run.
 *
 * @param versions the versions of the node; the editor reads the folder of the node's version
 */
export function schemaFiles(
	one: NamedCase,
	versions = versionsOf(nodeTypeOf(one).description),
): GeneratedFile[] {
	const folder = `nodes/${one.resource.replaceAll(' ', '')}/__schema__`;
	const file = `${one.node}/${one.operation.value}.json`;
	const text = JSON.stringify(outputSchema(one));
	return versions.map((version) => ({ path: `${folder}/v${padded(version)}/${file}`, text }));
}

/** A version in three parts, as in n8n's folder names: `1.1.0`. */
function padded(version: number): string {
	return [...String(version).split('.'), '0', '0'].slice(0, 3).join('.');
}

/** The schema of an operation's output items with default settings. */
export function outputSchema({ output: { record, only, also } }: NamedCase): OutputSchema {
	const documented = record ? slim(contractSchema(record)).properties : {};
	const known: Record<string, OutputSchema> = { ...documented, ...also };
	const names = only ?? Object.keys(known);
	return {
		type: 'object',
		properties: Object.fromEntries(names.map((name) => [name, known[name]])),
	};
}

/** A schema of the contract without descriptions, examples and enums. Servers may return other values. */
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
