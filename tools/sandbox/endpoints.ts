import { loadContract, type ContractEndpoint, type ContractRequest } from './contract/contract';
import { LISTS } from './lists';
import type { Operation } from './operation';
import { CONTRACT_OPERATIONS, operationNamed } from './operations';
import type { OperationName } from './settings';

/** The names of all operations: those of the contract and the lists. */
export const OPERATIONS: readonly OperationName[] = [...CONTRACT_OPERATIONS, ...Object.keys(LISTS)];

/** An endpoint that the mock server serves, whether or not the contract has it. */
export interface Endpoint extends ContractEndpoint {
	operation: Operation;
}

/**
 * Loads the endpoints of the contract and the lists outside it.
 *
 * @throws Error that names the file to change, if an operation is missing in `api/openapi.yaml` or
 * in `operations/`, or if the contract has an endpoint of `lists.ts` by now
 */
export async function loadEndpoints(): Promise<readonly Endpoint[]> {
	const contract = await loadContract();
	const names = contract.map(({ name }) => name);
	const stray = CONTRACT_OPERATIONS.find((name) => !names.includes(name));
	if (stray !== undefined) throw new Error(`api/openapi.yaml has no operation ${stray}: add it`);
	for (const [name, list] of Object.entries(LISTS)) {
		if (contract.some(({ method, path }) => method === 'GET' && path === list.path)) {
			throw new Error(`api/openapi.yaml now has ${name}: remove it from tools/sandbox/lists.ts`);
		}
	}
	const lists = Object.entries(LISTS).map(([name, list]) => ({
		name,
		operation: list,
		method: 'GET',
		path: list.path,
		mediaTypes: [],
		breachOf: ({ body }: ContractRequest) => body.problem,
	}));
	const operations = contract.map((endpoint) => ({
		...endpoint,
		operation: operationNamed(endpoint.name),
	}));
	return [...operations, ...lists];
}
