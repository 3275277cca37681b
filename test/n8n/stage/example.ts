import { credentialType, type Stored, type Workflow } from '../../../tools/editor/examples';
import { withAddress } from '../../../tools/demo/workflowFile';
import type { Stage } from './stage';

/**
 * Prepares an example for the mock servers: its nodes get these credentials, by credential type, and its
 * addresses those of the sandbox.
 */
export function openExample(
	{ sandbox, credential }: Stage,
	example: Workflow,
	others: Record<string, Stored> = {},
): Workflow {
	const stored: Record<string, Stored> = { ...others, [credentialType]: credential };
	const { nodes, ...rest } = withAddress(example, sandbox.url);
	const attached = nodes.map((node) => {
		const types = Object.keys(node.credentials ?? {});
		const credentials = types.map((type) => [type, { ...stored[type] }] as const);
		return { ...node, ...(types.length > 0 && { credentials: Object.fromEntries(credentials) }) };
	});
	return { ...rest, nodes: attached };
}
