import type {
	INodeProperties,
	INodePropertyOptions,
	INodeTypeDescription,
	NodeHint,
} from 'n8n-workflow';

import { wholeResponse } from './transport/answer';
import { previewHint } from './form/display';
import { optionsField } from './form/fields';
import { type Operation, optionsOf } from './operation';
import { send } from './run/send';

/**
 * The form of a node: its resource, the choice of its operation, the fields of each operation, and
 * the hints beside the output.
 *
 * @param resource of the node; n8n names nodes, tools and actions by resource and operation
 * @param operations of the node, the one that a new node starts with first
 */
export function nodeForm(
	resource: INodePropertyOptions,
	...operations: Operation[]
): Pick<INodeTypeDescription, 'properties' | 'hints'> {
	const { value: only } = resource;
	const [{ value: usual }] = operations;
	const properties: INodeProperties[] = [
		{
			displayName: 'Resource',
			name: 'resource',
			type: 'options',
			noDataExpression: true,
			options: [resource],
			default: only,
		},
		{
			displayName: 'Operation',
			name: 'operation',
			type: 'options',
			noDataExpression: true,
			displayOptions: { show: { resource: [only] } },
			options: operations.map(operationOption).sort((a, b) => a.name.localeCompare(b.name)),
			default: usual,
		},
		...fieldsOf(operations),
		optionsOfAll(operations),
	];
	return { properties, hints: hintsOf(operations) };
}

function hintsOf(operations: Operation[]): NodeHint[] {
	const writes = operations.some(({ kind }) => kind === 'write');
	const own = new Set(operations.flatMap(({ hints = [] }) => hints));
	return [...(writes ? [previewHint] : []), ...own];
}

/**
 * The fields of all operations, each operation's in its own order. One that several of them share
 * is there once: the engine evaluates what every property of a node holds, shown or not, for each
 * item.
 */
function fieldsOf(operations: Operation[]): INodeProperties[] {
	return merged(operations.map(({ fields }) => fields)).map((field) =>
		shownFor(
			operations.filter(({ fields }) => fields.includes(field)),
			field,
		),
	);
}

/**
 * One collection for all operations, in which each shows its own entries. It says of none that it is
 * shown for it: the editor would empty it where the operation is changed, Preview Only included.
 */
function optionsOfAll(operations: Operation[]): INodeProperties {
	const entries = new Set(operations.flatMap(optionsOf));
	const shown = [...entries].map((entry) => {
		const having = operations.filter((operation) => optionsOf(operation).includes(entry));
		return having.length === operations.length ? entry : shownFor(having, entry, '/operation');
	});
	return optionsField(shown);
}

/** Takes from the front of the lists what stands further back in none of them. */
function merged(lists: INodeProperties[][]): INodeProperties[] {
	const next = lists
		.flatMap((list) => list.slice(0, 1))
		.find((field) => lists.every((list) => list.indexOf(field) <= 0));
	if (!next) return [];
	return [next, ...merged(lists.map((list) => (list[0] === next ? list.slice(1) : list)))];
}

function operationOption(operation: Operation): INodePropertyOptions {
	const { name, value, action, description, endpoint } = operation;
	return {
		name,
		value,
		action,
		description,
		routing: {
			request: endpoint,
			send: { paginate: true },
			operations: { pagination: send(operation) },
			output: { postReceive: [wholeResponse] },
		},
	};
}

/**
 * Shows a property for these operations only, besides the conditions of its own.
 *
 * @param path of the operation, from where the property stands
 */
function shownFor(
	operations: Operation[],
	property: INodeProperties,
	path = 'operation',
): INodeProperties {
	const { displayOptions } = property;
	const show = { [path]: operations.map(({ value }) => value), ...displayOptions?.show };
	return { ...property, displayOptions: { ...displayOptions, show } };
}
