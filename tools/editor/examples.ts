import { filesIn, read } from '../repository';
import { packageName } from './install';

const FIRST = 'examples/first-contacts.json';

export const credentialType = 'customerConversationApi';

export interface WorkflowNode {
	name: string;
	type: string;
	parameters?: Record<string, unknown>;
	credentials?: Record<string, { id: string; name: string }>;
	[key: string]: unknown;
}

/** A workflow as n8n exports it. */
export interface Workflow {
	id?: string;
	name: string;
	nodes: WorkflowNode[];
	connections: Record<string, unknown>;
	pinData?: Record<string, unknown>;
	settings?: Record<string, unknown>;
}

export interface Stored {
	id: string;
	name: string;
}

/**
 * Reads the workflows of `examples/`. The first one comes last: n8n lists workflows by the time of their
 * last change, so the one that is imported last stands on top.
 */
export function readExamples(): Workflow[] {
	const files = filesIn('examples').filter((file) => file.endsWith('.json') && file !== FIRST);
	return [...files, FIRST].map((file) => JSON.parse(read(file)) as Workflow);
}

/** @throws Error if no example has this name */
export function readExample(name: string): Workflow {
	const example = readExamples().find((each) => each.name === name);
	if (!example) throw new Error(`There is no example "${name}"`);
	return example;
}

/** The workflow with this credential in each node that needs a credential of the package. */
export function withCredential(workflow: Workflow, { id, name }: Stored): Workflow {
	const attach = (node: WorkflowNode): WorkflowNode =>
		needsCredential(node)
			? { ...node, credentials: { ...node.credentials, [credentialType]: { id, name } } }
			: node;
	return { ...workflow, nodes: workflow.nodes.map(attach) };
}

function needsCredential({ type, credentials }: WorkflowNode): boolean {
	return type.startsWith(`${packageName}.`) || credentials?.[credentialType] !== undefined;
}
