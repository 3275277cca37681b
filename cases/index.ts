import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

import type { IDataObject } from 'n8n-workflow';

import { contractEndpoints } from './contract';
import type { OperationCase } from './operationCase';

/** A case with its names. */
export interface NamedCase extends OperationCase {
	/** The `operationId` in api/openapi.yaml, which is also the name of the file. */
	id: string;
	/** Title of its resource, such as `Automation Rule`. */
	resource: string;
	/** Title of the operation, such as `Contact: Create`. */
	title: string;
}

/** The cases of operations/, in the order of api/openapi.yaml. */
export const CASES: readonly NamedCase[] = contractEndpoints().map(({ operation }) =>
	named(operation),
);

/** The case of one operation. */
export function caseOf(id: string): NamedCase {
	const [found] = CASES.filter((one) => one.id === id);
	return found;
}

/** The node of a case, with its parameters and the operation. */
export function nodeOf(
	{ node, operation }: OperationCase,
	parameters: IDataObject,
): { node: string; parameters: IDataObject } {
	return { node, parameters: { operation: operation.value, ...parameters } };
}

/** The names of the case files, without extension. */
export function caseFiles(): string[] {
	return readdirSync(path.join(__dirname, 'operations')).map((file) => path.basename(file, '.ts'));
}

function named(id: string): NamedCase {
	if (!existsSync(path.join(__dirname, 'operations', `${id}.ts`))) {
		throw new Error(`api/openapi.yaml has ${id}: describe it in cases/operations/${id}.ts`);
	}
	const { operationCase } = module.require(`./operations/${id}`) as {
		operationCase: OperationCase;
	};
	const resource = operationCase.node
		.replace(/[A-Z]/g, ' $&')
		.replace(/^./, (c) => c.toUpperCase());
	return { ...operationCase, id, resource, title: `${resource}: ${operationCase.operation.name}` };
}
