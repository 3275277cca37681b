import { loadContract, type ContractEndpoint, type ContractRequest } from './contract/contract';
import { LISTS } from './lists';
import type { Operation } from './operation';
import { CONTRACT_OPERATIONS, operationCalled } from './operations';
import type { OperationName } from './settings';

/** All operations a request can be for. */
export const OPERATIONS: readonly OperationName[] = [...CONTRACT_OPERATIONS, ...Object.keys(LISTS)];

/** A path the sandbox serves, in or outside the contract. */
export interface Endpoint extends ContractEndpoint {
	operation: Operation;
}

/**
 * The operations of the contract, and the lists outside it.
 *
 * @throws Error that names the file, if an operation is in `api/openapi.yaml` or in `operations/`
 * only, or if a list outside the contract is in it by now
 */
export async function loadEndpoints(): Promise<readonly Endpoint[]> {
	const contract = await loadContract();
	const names = contract.map(({ name }) => name);
	const stray = CONTRACT_OPERATIONS.find((name) => !names.includes(name));
	if (stray !== undefined) throw new Error(`api/openapi.yaml has no operation ${stray}: add it`);
	for (const [name, list] of Object.entries(LISTS)) {
		if (contract.some(({ method, path }) => method === 'GET' && path === list.path)) {
			throw new Error(`tools/sandbox/lists.ts has ${name}, now in api/openapi.yaml: take it out`);
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
		operation: operationCalled(endpoint.name),
	}));
	return [...operations, ...lists];
}
