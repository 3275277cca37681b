import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	INode,
	INodeExecutionData,
	IRun,
} from 'n8n-workflow';

import {
	credentialFor,
	type Execution,
	loadPackage,
	type LoadedPackage,
	oneNode,
	outputOf,
	startWorkflow,
	type WorkflowFile,
} from '.';
import { root } from '../repository';
import type { RecordedRequest } from '../sandbox';

const PACKAGE_NAME = 'n8n-nodes-customer-conversation';

/** The settings of On Error. */
export const MODES = ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const;
export type OnError = (typeof MODES)[number];

/** A node and its input, as a test runs it. */
export interface NodeRun {
	/** Node type without the package name, such as `label`. */
	node: string;
	parameters: IDataObject;
	/** The json of each input item, or whole items (default: one empty item). */
	items?: Array<IDataObject | INodeExecutionData>;
	onError?: OnError;
	/** Replaces fields of the mock server's credential. */
	credential?: ICredentialDataDecryptedObject;
	/** Other settings of the node, such as Retry On Fail. */
	settings?: Partial<INode>;
	/** IANA name of the workflow's time zone. */
	timezone?: string;
}

/** An error with the fields that n8n shows. */
interface ShownError extends Error {
	description?: string | null;
	httpCode?: string | null;
	context?: IDataObject;
}

/** The result of a run. */
export interface NodeResult {
	main: INodeExecutionData[];
	/** The items of the error branch. */
	failed: INodeExecutionData[];
	/** Why the run stopped. */
	error: ShownError | undefined;
	/** The requests of this run, oldest first. */
	requests: readonly RecordedRequest[];
	run: IRun;
}

let loading: Promise<LoadedPackage> | undefined;

/** The built package, loaded once as n8n loads it. */
export function builtPackage(): Promise<LoadedPackage> {
	loading ??= loadPackage(root);
	return loading;
}

/** A service that nodes run against. A mock server also records the requests. */
export interface Target {
	url: string;
	tokens: { administrator: string };
	accountId: number;
	requests?: readonly RecordedRequest[];
}

/** Runs one node on n8n's engine against a mock server or another service. */
export async function runNode(target: Target, nodeRun: NodeRun): Promise<NodeResult> {
	const { finished } = await startNode(target, nodeRun);
	return await finished;
}

/** Starts one node, which a test can cancel. */
export async function startNode(
	target: Target,
	nodeRun: NodeRun,
): Promise<{ finished: Promise<NodeResult>; cancel: Execution['cancel'] }> {
	const seen = target.requests?.length ?? 0;
	const packages = [await builtPackage()];
	const { finished, cancel } = startWorkflow(
		workflowOf(nodeRun, packages),
		{ packages, credentials: credentialFor(target, nodeRun.credential) },
		itemsOf(nodeRun.items),
	);
	return { cancel, finished: finished.then((run) => outcomeOf(run, target, seen)) };
}

function workflowOf(
	{ node, parameters, onError, settings, timezone }: NodeRun,
	packages: LoadedPackage[],
): WorkflowFile {
	const type = `${PACKAGE_NAME}.${node}`;
	const given = { parameters: parameters as INode['parameters'], onError, ...settings };
	return oneNode({ type, ...given }, packages, timezone ? { timezone } : {});
}

function itemsOf(items: NodeRun['items'] = [{}]): INodeExecutionData[] {
	return items.map((item) =>
		'json' in item || 'binary' in item
			? (item as INodeExecutionData)
			: { json: item as IDataObject },
	);
}

function outcomeOf(run: IRun, { requests = [] }: Target, seen: number): NodeResult {
	return {
		main: outputOf(run, 'Node', 0),
		failed: outputOf(run, 'Node', 1),
		error: run.data.resultData.error as ShownError | undefined,
		requests: requests.slice(seen),
		run,
	};
}
