import { stripVTControlCharacters, styleText } from 'node:util';
import type { IDataObject, INode, INodeExecutionData, IRun, ITaskData } from 'n8n-workflow';
import { plainText, type WorkflowFile } from '../engine';

const OWN_TYPE = /^n8n-nodes-customer-conversation\./;
const MAX_LINE_LENGTH = 80;

/** Describes a run: its nodes in the order they ran, and the first item at each end of the workflow. */
export function reportOf(workflow: WorkflowFile, { data }: IRun): string {
	const ran = Object.entries(data.resultData.runData)
		.map(([name, tasks]) => ({ name, tasks, outputs: outputsOf(tasks) }))
		.sort((a, b) => a.tasks[0].executionIndex - b.tasks[0].executionIndex);
	const rows = ran.map(({ name, tasks, outputs }) => [
		tasks.every(({ executionStatus }) => executionStatus === 'success')
			? styleText('green', '✔')
			: styleText('red', '✘'),
		name,
		operationOf(name, workflow),
		itemsText(name, outputs, workflow),
		`${tasks.reduce((sum, { executionTime }) => sum + executionTime, 0)} ms`,
	]);
	const ends = ran.flatMap(({ name, outputs }) =>
		outputs
			.filter((_items, output) => !workflow.connections[name]?.main?.[output]?.length)
			.map(([first]) => first && lineOf(first))
			.flatMap((line) => (line ? `  First item of ${name}: ${line}` : [])),
	);
	const head = ['', 'Node', 'Operation', 'Output items', 'Time'];
	return [columns([head, ...rows]), ...ends].join('\n');
}

/** The reason why a run failed, or undefined if it succeeded. */
export function failureOf({ data }: IRun): string | undefined {
	const { error } = data.resultData;
	if (!error) return undefined;
	const where = 'node' in error ? `${error.node?.name ?? ''}: ` : '';
	return `${where}${[error.message, plainText(error.description)].filter(Boolean).join('. ')}`;
}

/** The operation of a node of the package, or how the demo replaces another node. */
function operationOf(name: string, { nodes, pinData }: WorkflowFile): string {
	const { type, parameters } = nodes.find((node) => node.name === name) as INode;
	if (pinData?.[name]) return 'sample data';
	return OWN_TYPE.test(type)
		? `${type.replace(OWN_TYPE, '')}: ${String(parameters.operation)}`
		: 'simulated';
}

/** The items of all runs of a node, for each output. */
function outputsOf(tasks: ITaskData[]): INodeExecutionData[][] {
	const outputs: INodeExecutionData[][] = [];
	for (const { data } of tasks) {
		for (const [index, items] of (data?.main ?? []).entries()) {
			outputs[index] = [...(outputs[index] ?? []), ...(items ?? [])];
		}
	}
	return outputs;
}

/** How many items a node gave, of each branch that gave some. */
function itemsText(name: string, outputs: INodeExecutionData[][], { nodes }: WorkflowFile): string {
	const [first, second = 0] = outputs.map(({ length }) => length);
	const isError = nodes.some((node) => node.name === name && node.onError);
	return second === 0
		? String(first)
		: `${first}, ${isError ? 'failed' : 'second branch'}: ${second}`;
}

/** The fields of an item that hold text, a number or a boolean, and the names of its files. */
function lineOf({ json, binary = {} }: INodeExecutionData): string {
	const files = Object.entries(binary).map(([field, { fileName }]) => [field, fileName]);
	const record = { ...json, ...Object.fromEntries(files) } as IDataObject;
	const line = Object.entries(record)
		.filter(([, value]) => value !== '' && value !== null && typeof value !== 'object')
		.map(([field, value]) => `${field}: ${String(value)}`)
		.join(', ')
		.replace(/\s+/g, ' ');
	return line.length > MAX_LINE_LENGTH ? `${line.slice(0, MAX_LINE_LENGTH - 1)}…` : line;
}

/** Aligns rows in columns for the terminal. Color codes don't count as width. */
function columns(rows: string[][]): string {
	const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => widthOf(row[column]))));
	return rows
		.map((row) =>
			row
				.map((text, column) => text + ' '.repeat(widths[column] - widthOf(text)))
				.join('  ')
				.trimEnd(),
		)
		.join('\n');
}

function widthOf(text: string): number {
	return stripVTControlCharacters(text).length;
}
