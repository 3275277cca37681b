import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Operation } from '../operation';

/** The `operationId` of an operation in `api/openapi.yaml`. */
export type ContractOperation = string;

/** The operations of the contract: each is a file in this folder. */
export const CONTRACT_OPERATIONS: readonly ContractOperation[] = readdirSync(__dirname)
	.map((file) => path.parse(file).name)
	.filter((name) => name !== 'index')
	.sort();

const load = createRequire(__filename);

/**
 * Loads an operation by its name.
 *
 * @throws Error that names the file to write, if there is none
 */
export function operationNamed(name: ContractOperation): Operation {
	if (!CONTRACT_OPERATIONS.includes(name)) {
		throw new Error(
			`The mock server has no operation ${name}: write tools/sandbox/operations/${name}.ts`,
		);
	}
	return (load(`./${name}`) as { default: Operation }).default;
}
