import { CONVERSATIONS } from './conversations';
import { loadContract, type ContractEndpoint, type ContractRequest } from './contract/contract';
import { LISTS } from './lists';
import type { Operation } from './operation';
import { CONTRACT_OPERATIONS, operationNamed } from './operations';
import type { OperationName } from './settings';
import { SETUP } from './setup';

/** The endpoints outside the contract, by name. */
const OUTSIDE = { ...LISTS, ...CONVERSATIONS, ...SETUP };

/** The names of all operations, of the contract and outside it. */
export const OPERATIONS: readonly OperationName[] = [
	...CONTRACT_OPERATIONS,
	...Object.keys(OUTSIDE),
];

/** An endpoint that the mock server serves, whether or not the contract has it. */
export interface Endpoint extends ContractEndpoint {
	operation: Operation;
}

/**
 * Loads the endpoints of the contract and those outside it.
 *
 * @throws Error that names the file to change, if an operation is missing in `api/openapi.yaml` or
 * in `operations/`, or if the contract has one of those outside it by now
 */
export async function loadEndpoints(): Promise<readonly Endpoint[]> {
	const contract = await loadContract();
	const names = contract.map(({ name }) => name);
	const stray = CONTRACT_OPERATIONS.find((name) => !names.includes(name));
	if (stray !== undefined) throw new Error(`api/openapi.yaml has no operation ${stray}: add it`);
	for (const [name, outside] of Object.entries(OUTSIDE)) {
		if (contract.some(({ method, path }) => method === outside.method && path === outside.path)) {
			throw new Error(`api/openapi.yaml now has ${name}: remove it from tools/sandbox/`);
		}
	}
	const others = Object.entries(OUTSIDE).map(([name, outside]) => ({
		name,
		operation: outside,
		method: outside.method,
		path: outside.path,
		mediaTypes: outside.method === 'POST' ? ['application/json'] : [],
		breachOf: ({ body }: ContractRequest) => body.problem,
		undocumentedIn: () => [],
	}));
	const operations = contract.map((endpoint) => ({
		...endpoint,
		operation: operationNamed(endpoint.name),
	}));
	return [...operations, ...others];
}
