import type { IDataObject, INodeExecutionData, INodeParameters, IRun } from 'n8n-workflow';
import {
	type CredentialData,
	type LoadedPackage,
	outputOf,
	runWorkflow,
	withCredentials,
	type WorkflowFile,
} from '../engine';

/** A node as a workflow has it, and the packages that bring its type. */
export interface NodeUnderTest {
	type: string;
	typeVersion: number;
	parameters: INodeParameters;
	packages: LoadedPackage[];
	onError?: 'continueRegularOutput';
}

const WORK = 'Work';

/** A workflow of a trigger and this node. */
export function workflowOf({
	type,
	typeVersion,
	parameters,
	onError,
}: NodeUnderTest): WorkflowFile {
	const nodes = [
		{ name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, parameters: {} },
		{ name: WORK, type, typeVersion, parameters, onError },
	].map((node, index) => ({ ...node, id: String(index), position: [0, 0] as [number, number] }));
	return {
		nodes: withCredentials(nodes, (of) => (of === type ? ['customerConversationApi'] : [])),
		connections: { Start: { main: [[{ node: WORK, type: 'main', index: 0 }]] } },
	};
}

/**
 * Runs the node on n8n's engine.
 *
 * @param input one object for each input item
 * @returns the items that it gave
 * @throws what stopped the run
 */
export async function runNode(
	node: NodeUnderTest,
	credentials: CredentialData,
	input: IDataObject[] = [{}],
): Promise<INodeExecutionData[]> {
	const items = input.map((json) => ({ json }));
	const run = await runWorkflow(workflowOf(node), { packages: node.packages, credentials }, items);
	throwError(run);
	return outputOf(run, WORK);
}

/** Runs the node and sees to it that each input item has given one item. */
export async function runAll(
	node: NodeUnderTest,
	credentials: CredentialData,
	input: IDataObject[],
): Promise<void> {
	const { length } = await runNode(node, credentials, input);
	if (length !== input.length) throw new Error(`${length} of ${input.length} items were done`);
}

function throwError({ data }: IRun): void {
	const { error } = data.resultData;
	if (error) throw error;
}
