import type { INode, IWorkflowSettings } from 'n8n-workflow';

import type { CredentialData } from './credentials';
import type { LoadedPackage } from './package';
import type { WorkflowFile } from './run';
import { versionsOf } from './versions';

const CREDENTIAL = 'customerConversationApi';

/**
 * Creates a workflow with a trigger and one node, which is named `Node` and has the package's
 * credential.
 *
 * @param node the newest version is used unless it has a `typeVersion`
 * @param packages the packages that contain the node
 */
export function oneNode(
	node: Pick<INode, 'type' | 'parameters'> & Partial<INode>,
	packages: LoadedPackage[],
	settings?: IWorkflowSettings,
): WorkflowFile {
	const position: INode['position'] = [0, 0];
	const trigger = { type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, parameters: {} };
	const typeVersion = Math.max(...packages.flatMap(({ nodes }) => versionsIn(nodes, node.type)));
	const credentials = { [CREDENTIAL]: { id: '1', name: 'Customer Conversation account' } };
	return {
		nodes: [
			{ id: '1', name: 'Start', position, ...trigger },
			{ id: '2', name: 'Node', position, typeVersion, credentials, ...node },
		],
		connections: { Start: { main: [[{ node: 'Node', type: 'main', index: 0 }]] } },
		settings,
	};
}

function versionsIn(nodes: LoadedPackage['nodes'], type: string): number[] {
	return type in nodes ? versionsOf(nodes[type].description) : [];
}

/** The package's credential for a mock server, as a user would fill it in. */
export function credentialFor(
	{ url, tokens, accountId = 1 }: Target,
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

interface Target {
	url: string;
	tokens: { administrator: string };
	accountId?: number;
}
