import {
	createRunExecutionData,
	type IConnections,
	type INode,
	type INodeExecutionData,
	type IPinData,
	type IRun,
	type IRunExecutionData,
	type IWorkflowExecuteAdditionalData,
	type IWorkflowSettings,
	Workflow,
} from 'n8n-workflow';
import { ExecutionLifecycleHooks, WorkflowExecute } from 'n8n-core';

import { type CredentialData, RunCredentials } from './credentials';
import { type LoadedPackage, nodeTypesOf } from './package';

/** A workflow as n8n exports it. */
export interface WorkflowFile {
	name?: string;
	nodes: INode[];
	connections: IConnections;
	settings?: IWorkflowSettings;
	pinData?: IPinData;
}

/** The packages and credentials that a workflow runs with. */
export interface Setting {
	packages: LoadedPackage[];
	credentials: CredentialData;
}

/** A running workflow. */
export interface Execution {
	/** Resolves when the run has ended, whether it succeeded or not. */
	finished: Promise<IRun>;
	/** Cancels the run, as the Stop button does. */
	cancel: () => void;
}

/**
 * Starts a workflow at its trigger, on n8n's own engine.
 *
 * @param input the items of the trigger (default: its pinned data, or one empty item)
 */
export function startWorkflow(
	file: WorkflowFile,
	{ packages, credentials }: Setting,
	input: INodeExecutionData[] = [{ json: {} }],
): Execution {
	const workflow = new Workflow({
		id: 'run',
		name: file.name,
		nodes: file.nodes,
		connections: file.connections,
		active: false,
		nodeTypes: nodeTypesOf(...packages),
		settings: file.settings,
		pinData: file.pinData,
	});
	const start = workflow.getStartNode();
	if (!start) throw new Error('The workflow has no trigger');
	const data = createRunExecutionData({
		resultData: { pinData: file.pinData },
		executionData: {
			nodeExecutionStack: [{ node: start, data: { main: [input] }, source: null }],
		},
	}) as IRunExecutionData;
	const execution = new WorkflowExecute(
		additionalData(packages, credentials),
		'trigger',
		data,
	).processRunExecutionData(workflow);
	return { finished: execution, cancel: () => execution.cancel() };
}

/** Starts a workflow and waits until it has ended: see `startWorkflow`. */
export async function runWorkflow(
	file: WorkflowFile,
	setting: Setting,
	input?: INodeExecutionData[],
): Promise<IRun> {
	return await startWorkflow(file, setting, input).finished;
}

/** The output items of a node's last run. Output 0 is the main branch, 1 is the error branch. */
export function outputOf(run: IRun, node: string, output = 0): INodeExecutionData[] {
	return run.data.resultData.runData[node]?.at(-1)?.data?.main[output] ?? [];
}

/** The data that n8n adds to each run, without a database and without webhooks. */
export function additionalData(
	packages: LoadedPackage[],
	credentials: CredentialData,
): IWorkflowExecuteAdditionalData {
	const hooks = new ExecutionLifecycleHooks('trigger', '1', { id: 'run', name: 'run' } as never);
	const types = Object.assign({}, ...packages.map((loaded) => loaded.credentials));
	return {
		executionId: '1',
		hooks,
		credentialsHelper: new RunCredentials(types, credentials),
		webhookWaitingBaseUrl: 'http://localhost/webhook-waiting',
		formWaitingBaseUrl: 'http://localhost/form-waiting',
	} as unknown as IWorkflowExecuteAdditionalData;
}

/** The description of an error without its link, for the terminal and the docs. */
export function plainText(description: unknown): string {
	return String(description ?? '').replace(/ ?Help with this message: \S+$/, '');
}
