import type { INode } from 'n8n-workflow';
import type { WorkflowFile } from '../engine';
import { TOKEN_VARIABLE, type RealService } from './commandLine';
import type { Engine } from './engine';
import { Refusal } from './refusal';
import type { Service } from './service';

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
 * @throws Refusal with what is wrong, in the words of the package
 */
export async function checkService(
	engine: Engine,
	service: Service,
	{ baseUrl, token }: RealService,
): Promise<void> {
	const run = await engine.run(QUESTION, service.credentials);
	const { error } = run.data.resultData;
	if (!error) return;
	const status = 'httpCode' in error ? error.httpCode : null;
	const remedy =
		status === '401' || status === '403'
			? `Check the token in ${TOKEN_VARIABLE}, and --account.`
			: 'Check --base-url and --account.';
	const reason = error.message.replaceAll(token, '***').replace(/\.$/, '');
	throw new Refusal(`${baseUrl} can not be used: ${reason}. ${remedy}`);
}

function node(name: string, type: string, parameters: INode['parameters']): INode {
	return { id: name, name, type, typeVersion: 1, position: [0, 0], parameters };
}
