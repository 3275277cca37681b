import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageName, repository } from './places';
import type { Stored, Workflow, WorkflowNode } from './session';

export const credentialType = 'customerConversationApi';

/** The workflows of `examples/`, in the order of their file names. */
export function readExamples(): Workflow[] {
	const folder = join(repository, 'examples');
	return readdirSync(folder)
		.filter((file) => file.endsWith('.json'))
		.sort()
		.map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Workflow);
}

/** The workflow with this credential at each node that needs one of the package. */
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
