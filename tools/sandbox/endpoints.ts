import type { ParsedBody } from './body';
import { loadContract, type ContractRequest } from './contract';
import type { OperationName, PickerOperation } from './operations';

/** A path the sandbox serves, in or outside the contract. */
export interface Endpoint {
	operation: OperationName;
	method: string;
	/** Path template: `/api/v1/accounts/{account_id}/labels`. */
	path: string;
	mediaTypes: readonly string[];
	/** Says in words how a request breaks the contract; undefined where it doesn't. */
	breachOf: (request: ContractRequest) => string | undefined;
}

const PICKER_PATHS: Record<PickerOperation, string> = {
	inboxList: '/api/v1/accounts/{account_id}/inboxes',
	labelList: '/api/v1/accounts/{account_id}/labels',
	agentBotList: '/api/v1/accounts/{account_id}/agent_bots',
	automationRuleList: '/api/v1/accounts/{account_id}/automation_rules',
	customAttributeDefinitionList: '/api/v1/accounts/{account_id}/custom_attribute_definitions',
};

function bodyProblem({ body }: { body: ParsedBody }): string | undefined {
	return body.problem;
}

const PICKERS: readonly Endpoint[] = Object.entries(PICKER_PATHS).map(([operation, path]) => ({
	operation: operation as PickerOperation,
	method: 'GET',
	path,
	mediaTypes: [],
	breachOf: bodyProblem,
}));

/** The thirteen operations of the contract, and the lists outside it that pickers read. */
export async function loadEndpoints(): Promise<readonly Endpoint[]> {
	return [...(await loadContract()), ...PICKERS];
}
