import type { INode } from 'n8n-workflow';
import type { WorkflowFile } from '../engine';
import { filesIn, read } from '../repository';

/** Node types by name. */
export type KnownTypes = Record<string, { description: { group: string[] } }>;

/** A workflow and the file that it was read from. */
export interface Example {
	file: string;
	workflow: WorkflowFile;
}

/** The workflows of `examples/`, by file name. */
export function readExamples(): Example[] {
	return filesIn('examples')
		.filter((file) => file.endsWith('.json'))
		.map((file) => ({ file, workflow: JSON.parse(read(file)) as WorkflowFile }));
}

/** The workflow with the address of a service in place of that in the requests of its HTTP Request nodes. */
export function withAddress<T>(workflow: T, url: string): T {
	return JSON.parse(JSON.stringify(workflow).replaceAll('https://app.example.com', url)) as T;
}

/** Whether the engine alone can run all nodes of a workflow, without n8n. */
export function canRun({ workflow }: Example, known: KnownTypes): boolean {
	return workflow.nodes.every(({ type }) => type in known);
}

/** Splits a workflow as n8n runs it: one run for each trigger, without the other triggers. */
export function runsOf({ workflow }: Example, known: KnownTypes): WorkflowFile[] {
	const triggers = workflow.nodes.filter(
		({ type, disabled }) => !disabled && known[type].description.group.includes('trigger'),
	);
	return triggers.map((trigger) => ({
		...workflow,
		nodes: workflow.nodes.filter((node) => node === trigger || !triggers.includes(node)),
	}));
}

/**
 * The workflow as its notes ask to complete it for the mock server: a record is chosen where none is, and
 * Preview Only is off.
 */
export function completed({ file, workflow }: Example): Example {
	const nodes = workflow.nodes.map((node) => ({
		...node,
		parameters: Object.fromEntries(
			Object.entries(node.parameters ?? {}).map(([name, value]) => [name, completedValue(value)]),
		) as INode['parameters'],
	}));
	return { file, workflow: { ...workflow, nodes } };
}

function completedValue(value: unknown): unknown {
	if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
	if ('__rl' in value && 'value' in value && value.value === '') {
		return { __rl: true, mode: 'id', value: '1' };
	}
	return 'previewOnly' in value ? { ...value, previewOnly: false } : value;
}
