import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { INode } from 'n8n-workflow';
import type { WorkflowFile } from '../engine';
import { CommandError } from '../commandError';

/** Node types by name. */
export type KnownTypes = Record<string, { description: { group: string[] } }>;

/** A workflow and the file that it was read from. */
export interface Example {
	file: string;
	workflow: WorkflowFile;
}

/**
 * Reads a workflow as n8n exports it.
 *
 * @throws CommandError if the file doesn't exist or isn't a workflow
 */
export function readExample(file: string): Example {
	try {
		const workflow = JSON.parse(readFileSync(file, 'utf8')) as WorkflowFile;
		if (Array.isArray(workflow.nodes) && workflow.connections) return { file, workflow };
	} catch (error) {
		throw new CommandError(`${file} can't be read: ${(error as Error).message}`);
	}
	throw new CommandError(`${file} isn't a workflow: it has no nodes and connections.`);
}

/** All workflows of a folder, by file name. */
export function readExamples(folder: string): Example[] {
	return readdirSync(folder)
		.filter((file) => file.endsWith('.json'))
		.sort()
		.map((file) => readExample(path.join(folder, file)));
}

/** Whether the engine alone can run all nodes of a workflow, without n8n. */
export function canRun({ workflow }: Example, known: KnownTypes): boolean {
	return foreignNode(workflow, known) === undefined;
}

/**
 * Splits a workflow as n8n runs it: one run for each trigger, without the other triggers.
 *
 * @throws CommandError if it has no trigger, or a node that only n8n has
 */
export function runsOf({ file, workflow }: Example, known: KnownTypes): WorkflowFile[] {
	const foreign = foreignNode(workflow, known);
	if (foreign) {
		throw new CommandError(
			`${file} needs n8n for the node "${foreign.name}" (${foreign.type}). Import it into n8n to run it.`,
		);
	}
	const triggers = workflow.nodes.filter(
		({ type, disabled }) => !disabled && known[type].description.group.includes('trigger'),
	);
	if (triggers.length === 0) throw new CommandError(`${file} has no trigger to start from.`);
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

/** The first node of a type that only n8n has. */
function foreignNode({ nodes }: WorkflowFile, known: KnownTypes): INode | undefined {
	return nodes.find(({ type }) => !(type in known));
}
