import { packageName } from '../../../tools/editor/places';
import type {
	Session,
	Stored,
	StoredWorkflow,
	Workflow,
	WorkflowNode,
} from '../../../tools/editor/session';

/** A webhook named Webhook, at this path. */
export function webhookAt(path: string, more: Record<string, unknown> = {}): WorkflowNode {
	return {
		id: 'webhook',
		name: 'Webhook',
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2,
		position: [0, 0],
		webhookId: path,
		parameters: { path, httpMethod: 'POST', ...more },
	};
}

/** A manual trigger named Start. */
export const start: WorkflowNode = {
	id: 'start',
	name: 'Start',
	type: 'n8n-nodes-base.manualTrigger',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

/** A node of the package with the stage's credential. */
export function packageNode(
	type: string,
	parameters: Record<string, unknown>,
	credential: Stored,
	more: Partial<WorkflowNode> = {},
): WorkflowNode {
	return {
		id: type,
		name: 'Service',
		type: `${packageName}.${type}`,
		typeVersion: 1,
		position: [220, 0],
		parameters,
		credentials: { customerConversationApi: { id: credential.id, name: credential.name } },
		...more,
	};
}

/** A workflow in which each node feeds the next. */
export function chain(name: string, nodes: WorkflowNode[]): Workflow {
	const connections = nodes
		.slice(1)
		.map((node, index) => [
			nodes[index].name,
			{ main: [[{ node: node.name, type: 'main', index: 0 }]] },
		]);
	const placed = nodes.map((node, index) => ({ ...node, position: [index * 220, 0] }));
	return { name, nodes: placed, connections: Object.fromEntries(connections), pinData: {} };
}

/** Stores a chain of nodes as a workflow. */
export async function store(
	session: Session,
	name: string,
	...nodes: WorkflowNode[]
): Promise<StoredWorkflow> {
	return await session.createWorkflow(chain(name, nodes));
}

/** A node of n8n itself; its parameters as n8n saves them. */
export function n8nNode(
	type: string,
	typeVersion: number,
	parameters: Record<string, unknown>,
	name = type,
): WorkflowNode {
	return {
		id: name,
		name,
		type: `n8n-nodes-base.${type}`,
		typeVersion,
		position: [0, 0],
		parameters,
	};
}

/** A node named List that gives these items: JavaScript that makes a list of objects. */
export function list(objects: string): WorkflowNode {
	return n8nNode('code', 2, { jsCode: `return (${objects}).map((json) => ({ json }))` }, 'List');
}

/** How n8n saves a record or a workflow that is chosen by its ID. */
export function byId(value: string) {
	return { __rl: true, mode: 'id', value };
}
