import type { INode, IWorkflowSettings } from 'n8n-workflow';

import type { CredentialData } from './credentials';
import type { WorkflowFile } from './run';

const CREDENTIAL = 'customerConversationApi';

/** A workflow of a trigger and one node, which is called Node and has the package's credential. */
export function oneNode(
	node: Pick<INode, 'type' | 'parameters'> & Partial<INode>,
	settings?: IWorkflowSettings,
): WorkflowFile {
	const common = { typeVersion: 1, position: [0, 0] as [number, number] };
	const start = { id: '1', name: 'Start', type: 'n8n-nodes-base.manualTrigger', parameters: {} };
	const credentials = { [CREDENTIAL]: { id: '1', name: 'Customer Conversation account' } };
	return {
		nodes: [
			{ ...common, ...start },
			{ ...common, id: '2', name: 'Node', credentials, ...node },
		],
		connections: { Start: { main: [[{ node: 'Node', type: 'main', index: 0 }]] } },
		settings,
	};
}

/** The package's credential for a sandbox, as a user fills it in. */
export function credentialFor(
	{ url, tokens, accountId = 1 }: Reached,
	changes: CredentialData[string] = {},
): CredentialData {
	return {
		[CREDENTIAL]: {
			baseUrl: url,
			apiAccessToken: tokens.administrator,
			accountId: String(accountId),
			tokenHeader: 'api_access_token',
			...changes,
		},
	};
}

interface Reached {
	url: string;
	tokens: { administrator: string };
	accountId?: number;
}
