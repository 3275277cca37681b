import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Operation } from '../operation';

/** The name of an operation: its `operationId` in `api/openapi.yaml`. */
export type ContractOperation = string;

/** The operations of the contract, which are the files of this folder. */
export const CONTRACT_OPERATIONS: readonly ContractOperation[] = readdirSync(__dirname)
	.map((file) => path.parse(file).name)
	.filter((name) => name !== 'index')
	.sort();

const load = createRequire(__filename);

/**
 * What the sandbox does for the operation of this name.
 *
 * @throws Error that names the file to write, if there is none
 */
export function operationCalled(name: ContractOperation): Operation {
	if (!CONTRACT_OPERATIONS.includes(name)) {
		throw new Error(`The sandbox does not know ${name}: write tools/sandbox/operations/${name}.ts`);
	}
	return (load(`./${name}`) as { default: Operation }).default;
}
