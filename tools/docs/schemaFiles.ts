import type { Contract } from './contract';
import { formatted } from './format';
import type { NodeOperation } from './nodeOperations';
import { outputSchema } from './outputSchemas';

/** A generated file: its path from the root of the repository, and its text. */
export interface GeneratedFile {
	path: string;
	text: string;
}

/** The schema that n8n's editor reads to show the fields of an operation before it ever ran. */
export async function schemaFile(
	contract: Contract,
	{ id, resource, nodeType, value }: NodeOperation,
): Promise<GeneratedFile> {
	const folder = resource.replaceAll(' ', '');
	return {
		path: `nodes/${folder}/__schema__/v1.0.0/${nodeType.split('.').at(-1)}/${value}.json`,
		text: await formatted(JSON.stringify(outputSchema(contract, id)), 'json'),
	};
}
