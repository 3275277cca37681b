import { credentialType } from '../../../tools/editor/examples';
import { packageName } from '../../../tools/editor/install';
import type { Stored, Workflow, WorkflowNode } from '../../../tools/editor/examples';
import type { Session, StoredWorkflow } from './session';

/** A built-in node of n8n, with its saved parameters. */
export function n8nNode(
	type: string,
	typeVersion: number,
	parameters: Record<string, unknown>,
	name = type,
): WorkflowNode {
	const place = { id: name, name, position: [0, 0] };
	return { ...place, type: `n8n-nodes-base.${type}`, typeVersion, parameters };
}

/** A webhook trigger named Webhook, with this path. */
export function webhookAt(path: string): WorkflowNode {
	const webhook = n8nNode('webhook', 2, { path, httpMethod: 'POST' }, 'Webhook');
	return { ...webhook, webhookId: path };
}

/** A manual trigger named Start. */
export const start = n8nNode('manualTrigger', 1, {}, 'Start');

/** A node of the package, named Service. */
export function packageNode(
	type: string,
	parameters: Record<string, unknown>,
	{ id, name }: Stored,
	more: Partial<WorkflowNode> = {},
): WorkflowNode {
	return {
		...n8nNode(type, 1, parameters, 'Service'),
		type: `${packageName}.${type}`,
		credentials: { [credentialType]: { id, name } },
		...more,
	};
}

/** A workflow whose nodes are connected in a chain. */
export function chain(name: string, nodes: WorkflowNode[]): Workflow {
	const to = ({ name: node }: WorkflowNode) => ({ main: [[{ node, type: 'main', index: 0 }]] });
	const connections = nodes.slice(1).map((node, index) => [nodes[index].name, to(node)]);
	const placed = nodes.map((node, index) => ({ ...node, position: [index * 220, 0] }));
	return { name, nodes: placed, connections: Object.fromEntries(connections) };
}

/** Stores a chain of nodes as a workflow. */
export async function store(
	session: Session,
	name: string,
	...nodes: WorkflowNode[]
): Promise<StoredWorkflow> {
	return await session.createWorkflow(chain(name, nodes));
}

/** A code node named List that returns these items. `objects` is JavaScript for a list of objects. */
export function list(objects: string): WorkflowNode {
	return n8nNode('code', 2, { jsCode: `return (${objects}).map((json) => ({ json }))` }, 'List');
}

/** The saved value of a record or workflow that was selected by its ID. */
export function byId(value: string) {
	return { __rl: true, mode: 'id', value };
}
