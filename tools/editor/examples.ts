import { filesIn, read } from '../repository';
import { packageName } from './places';
import type { Stored, Workflow, WorkflowNode } from './session';

export const credentialType = 'customerConversationApi';

/** The workflows of `examples/`, in the order of their file names. */
export function readExamples(): Workflow[] {
	const files = filesIn('examples').filter((file) => file.endsWith('.json'));
	return files.map((file) => JSON.parse(read(file)) as Workflow);
}

/** @throws Error if there is no example of this name */
export function readExample(name: string): Workflow {
	const example = readExamples().find((each) => each.name === name);
	if (!example) throw new Error(`There is no example "${name}"`);
	return example;
}

/** What can't be undone. */
const irreversible = ['delete', 'complete', 'pushToPartner'];

/** The workflow for a real service: what can't be undone there is previewed only. */
export function harmless(workflow: Workflow): Workflow {
	const preview = (node: WorkflowNode): WorkflowNode => {
		const { operation, options } = node.parameters ?? {};
		if (!irreversible.includes(String(operation))) return node;
		const previewing = { ...(options as object), previewOnly: true };
		return { ...node, parameters: { ...node.parameters, options: previewing } };
	};
	return { ...workflow, nodes: workflow.nodes.map(preview) };
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
