import type { INode } from 'n8n-workflow';
import type { WorkflowFile } from '../engine';
import { CommandError } from '../commandError';
import { type Service, TOKEN_VARIABLE } from '../service';
import type { Engine } from './engine';

/** Asks what n8n's credential test asks: it changes nothing, and any agent may. */
const QUESTION: WorkflowFile = {
	nodes: [
		node('Start', 'n8n-nodes-base.manualTrigger', {}),
		node('Ask', 'n8n-nodes-customer-conversation.integration', {
			operation: 'getApps',
			options: { maxRetries: 0 },
		}),
	],
	connections: { Start: { main: [[{ node: 'Ask', type: 'main', index: 0 }]] } },
};

/**
 * Makes sure that a real service answers and knows the token, before a workflow begins.
 *
 * @throws CommandError with what is wrong, in the words of the package
 */
export async function checkService(engine: Engine, { credential }: Service): Promise<void> {
	const run = await engine.run(QUESTION, credential);
	const { error } = run.data.resultData;
	if (!error) return;
	const status = 'httpCode' in error ? error.httpCode : null;
	const remedy =
		status === '401' || status === '403'
			? `Check the token in ${TOKEN_VARIABLE}, and --account.`
			: 'Check --base-url and --account.';
	const reason = error.message.replaceAll(credential.apiAccessToken, '***').replace(/\.$/, '');
	throw new CommandError(`${credential.baseUrl} can not be used: ${reason}. ${remedy}`);
}

function node(name: string, type: string, parameters: INode['parameters']): INode {
	return { id: name, name, type, typeVersion: 1, position: [0, 0], parameters };
}
