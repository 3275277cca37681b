import { CASES } from '../../cases';
import { filesIn, read } from '../repository';
import { packageName } from './install';

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

type AnyNode = Pick<WorkflowNode, 'type' | 'parameters'>;

/** Reads the workflows of `examples/`, in the order of their file names. */
export function readExamples(): Workflow[] {
	const files = filesIn('examples').filter((file) => file.endsWith('.json'));
	return files.map((file) => JSON.parse(read(file)) as Workflow);
}

/** @throws Error if no example has this name */
export function readExample(name: string): Workflow {
	const example = readExamples().find((each) => each.name === name);
	if (!example) throw new Error(`There is no example "${name}"`);
	return example;
}

/** The workflow for a real service: operations that can't be undone only preview their request. */
export function previewOnly<W extends { nodes: AnyNode[] }>(workflow: W): W {
	return { ...workflow, nodes: workflow.nodes.map(previewOnlyNode) };
}

function previewOnlyNode(node: AnyNode): AnyNode {
	if (!isFinal(node)) return node;
	const previewing = { ...(node.parameters?.options as object), previewOnly: true };
	return { ...node, parameters: { ...node.parameters, options: previewing } };
}

function isFinal({ type, parameters }: AnyNode): boolean {
	return CASES.some(
		({ final, node, operation }) =>
			final && type === `${packageName}.${node}` && operation.value === parameters?.operation,
	);
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
