import { readFileSync } from 'node:fs';
import path from 'node:path';

import { OpenAPIBackend, type Document, type Operation } from 'openapi-backend';
import { parse } from 'yaml';

import type { ContractOperation } from '../sandbox/operations';

const FILE = path.join(__dirname, '../../api/openapi.yaml');

/** What the generated files need to know of `api/openapi.yaml`. */
export interface Contract {
	/** Titles of the resources, in the order of the file. */
	resources: string[];
	/** Operations by `METHOD /path/template`. */
	operations: Map<string, DocumentedEndpoint>;
	/** Schemas by name, references resolved. */
	schemas: Record<string, unknown>;
}

export interface DocumentedEndpoint {
	id: ContractOperation;
	resource: string;
}

/** Reads the contract; references in it are resolved. */
export async function loadContract(): Promise<Contract> {
	const definition = parse(readFileSync(FILE, 'utf8')) as Document;
	const api = new OpenAPIBackend({ definition, quick: true, validate: false });
	await api.init();
	return {
		resources: (definition.tags ?? []).map(({ name }) => name),
		operations: new Map(
			api.getOperations().map((operation) => [endpointOf(operation), documented(operation)]),
		),
		schemas: api.definition.components?.schemas ?? {},
	};
}

function endpointOf({ method, path: template }: Operation): string {
	return `${method.toUpperCase()} ${template}`;
}

function documented({ operationId, tags = [] }: Operation): DocumentedEndpoint {
	return { id: operationId as ContractOperation, resource: tags[0] };
}
