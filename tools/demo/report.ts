import { styleText } from 'node:util';
import type { IDataObject, INode, INodeExecutionData, IRun, ITaskData } from 'n8n-workflow';
import { plainText, type WorkflowFile } from '../engine';
import { columns } from '../table';

const OWN_TYPE = /^n8n-nodes-customer-conversation\./;
const LONGEST_LINE = 80;

/** What a run did: its nodes in the order in which they ran, and the first record at each end. */
export function reportOf(workflow: WorkflowFile, { data }: IRun): string {
	const ran = Object.entries(data.resultData.runData)
		.map(([name, tasks]) => ({ name, tasks, outputs: outputsOf(tasks) }))
		.sort((a, b) => a.tasks[0].executionIndex - b.tasks[0].executionIndex);
	const rows = ran.map(({ name, tasks, outputs }) => [
		tasks.every(({ executionStatus }) => executionStatus === 'success')
			? styleText('green', '✔')
			: styleText('red', '✘'),
		name,
		kindOf(name, workflow),
		itemsText(outputs.map(({ length }) => length)),
		`${tasks.reduce((sum, { executionTime }) => sum + executionTime, 0)} ms`,
	]);
	const ends = ran.flatMap(({ name, outputs }) =>
		outputs
			.filter((_items, output) => !workflow.connections[name]?.main?.[output]?.length)
			.flatMap(([first]) => (first ? `  ${name}, the first: ${lineOf(first)}` : [])),
	);
	const head = ['', 'Node', 'What it does', 'Items out', 'Time'];
	return [columns([head, ...rows]), ...ends].join('\n');
}

/** Why a run failed, in one sentence; undefined if it did not. */
export function failureOf({ data }: IRun): string | undefined {
	const { error } = data.resultData;
	if (!error) return undefined;
	const where = 'node' in error ? `${error.node?.name ?? ''}: ` : '';
	return `${where}${[error.message, plainText(error.description)].filter(Boolean).join('. ')}`;
}

/** What a node is: resource and operation, or what stands in for it. */
function kindOf(name: string, { nodes, pinData }: WorkflowFile): string {
	const { type, parameters } = nodes.find((node) => node.name === name) as INode;
	if (pinData?.[name]) return 'pinned sample';
	return OWN_TYPE.test(type)
		? `${type.replace(OWN_TYPE, '')}: ${String(parameters.operation)}`
		: 'stand-in';
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

function itemsText([first = 0, second = 0]: number[]): string {
	return second === 0 ? String(first) : `${first}, and ${second} to the second output`;
}

/** The fields of an item with a text, a number or a yes or no; files by name. */
function lineOf({ json, binary = {} }: INodeExecutionData): string {
	const files = Object.entries(binary).map(([field, { fileName }]) => [field, fileName]);
	const record = { ...json, ...Object.fromEntries(files) } as IDataObject;
	const line = Object.entries(record)
		.filter(([, value]) => value !== '' && value !== null && typeof value !== 'object')
		.map(([field, value]) => `${field}: ${String(value)}`)
		.join(', ')
		.replace(/\s+/g, ' ');
	return line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE - 1)}…` : line;
}
