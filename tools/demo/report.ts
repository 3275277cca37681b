import type {
	ExecutionError,
	IConnections,
	IDataObject,
	INode,
	INodeExecutionData,
	IRun,
	IRunData,
	ITaskData,
} from 'n8n-workflow';
import { plainText, type WorkflowFile } from '../engine';

/** What one node did. */
export interface NodeReport {
	name: string;
	/** What it is: resource and operation, or what stands in for it. */
	kind: string;
	succeeded: boolean;
	/** Items that came in; of a trigger none. */
	itemsIn: number;
	/** Items that went out, by output: main first, then the error output where it has one. */
	itemsOut: number[];
	milliseconds: number;
}

/** Records that came out of the workflow: nothing takes them further. */
export interface Outcome {
	node: string;
	records: IDataObject[];
}

/** What one run of a workflow did. */
export interface RunReport {
	nodes: NodeReport[];
	outcomes: Outcome[];
	/** Why it failed; absent if it did not. */
	failure?: string;
}

const OWN_TYPE = /^n8n-nodes-customer-conversation\./;

/** Tells of a run, its nodes in the order in which they ran. */
export function reportOf(workflow: WorkflowFile, run: IRun): RunReport {
	const { runData, error } = run.data.resultData;
	const ran = Object.entries(runData).sort(([, a], [, b]) => firstIndex(a) - firstIndex(b));
	return {
		nodes: ran.map(([name, tasks]) => nodeReport(nodeOf(workflow, name), tasks, runData, workflow)),
		outcomes: ran.flatMap(([name, tasks]) => outcomesOf(name, tasks, workflow.connections)),
		failure: error ? sentenceOf(error) : undefined,
	};
}

/** Tells of a run that could not begin, because the engine found the workflow wanting. */
export function brokenOff(error: Error): RunReport {
	return { nodes: [], outcomes: [], failure: error.message.replace(/\s*\n\s*/g, ' ') };
}

function nodeReport(
	node: INode,
	tasks: ITaskData[],
	runData: IRunData,
	{ pinData }: WorkflowFile,
): NodeReport {
	return {
		name: node.name,
		kind: pinData?.[node.name] ? 'pinned sample' : kindOf(node),
		succeeded: tasks.every(({ executionStatus }) => executionStatus === 'success'),
		itemsIn: sum(tasks.map((task) => itemsInto(task, runData))),
		itemsOut: outputsOf(tasks).map(({ length }) => length),
		milliseconds: sum(tasks.map(({ executionTime }) => executionTime)),
	};
}

function kindOf({ type, parameters }: INode): string {
	if (!OWN_TYPE.test(type)) return 'stand-in';
	const operation = parameters.operation === undefined ? '' : `: ${String(parameters.operation)}`;
	return type.replace(OWN_TYPE, '') + operation;
}

function itemsInto({ source }: ITaskData, runData: IRunData): number {
	const sizes = source.map((from) => {
		if (!from) return 0;
		const task = runData[from.previousNode]?.[from.previousNodeRun ?? 0];
		return task?.data?.main[from.previousNodeOutput ?? 0]?.length ?? 0;
	});
	return sum(sizes);
}

/** The items of all runs of a node, by output. */
function outputsOf(tasks: ITaskData[]): INodeExecutionData[][] {
	const outputs: INodeExecutionData[][] = [];
	for (const { data } of tasks) {
		for (const [index, items] of (data?.main ?? []).entries()) {
			outputs[index] = [...(outputs[index] ?? []), ...(items ?? [])];
		}
	}
	return outputs;
}

function outcomesOf(name: string, tasks: ITaskData[], connections: IConnections): Outcome[] {
	return outputsOf(tasks)
		.filter((_items, output) => !connections[name]?.main?.[output]?.length)
		.filter(({ length }) => length > 0)
		.map((items) => ({ node: name, records: items.map(recordOf) }));
}

/** The fields of an item; files by name. */
function recordOf({ json, binary = {} }: INodeExecutionData): IDataObject {
	const files = Object.entries(binary).map(([field, { fileName }]) => [field, fileName]);
	return { ...json, ...Object.fromEntries(files) };
}

function sentenceOf(error: ExecutionError): string {
	const where = 'node' in error ? `${error.node?.name ?? ''}: ` : '';
	return `${where}${[error.message, plainText(error.description)].filter(Boolean).join('. ')}`;
}

function nodeOf({ nodes }: WorkflowFile, name: string): INode {
	const node = nodes.find((candidate) => candidate.name === name);
	if (!node) throw new Error(`The workflow has no node ${name}`);
	return node;
}

function firstIndex([first]: ITaskData[]): number {
	return first.executionIndex;
}

function sum(numbers: number[]): number {
	return numbers.reduce((total, number) => total + number, 0);
}
