import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { wholeResponse } from './transport/answer';
import { optionsField } from './form/fields';
import { previewNotice, previewOnlyField } from './form/preview';
import type { Operation } from './operation';
import { send } from './run/send';

/**
 * All properties of a node: its resource, the choice of its operation, and what each of them shows.
 *
 * @param resource of the node; n8n names nodes, tools and actions by resource and operation
 * @param operations of the node, the one that a new node starts with first
 */
export function nodeProperties(
	resource: INodePropertyOptions,
	...operations: Operation[]
): INodeProperties[] {
	const { value: only } = resource;
	const [{ value: usual }] = operations;
	return [
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
		...previewNotices(operations),
		...fieldsOf(operations),
		...operations.map(({ value, options }) => shownFor([value], optionsField(options))),
	];
}

/** For all operations that can be previewed, one notice that says so when they are. */
function previewNotices(operations: Operation[]): INodeProperties[] {
	const previewed = operations.filter(({ options = [] }) => options.includes(previewOnlyField));
	if (previewed.length === 0) return [];
	return [
		shownFor(
			previewed.map(({ value }) => value),
			previewNotice,
		),
	];
}

/**
 * The fields of all operations. One that several of them share is there once, in its last place:
 * the engine evaluates what every property of a node holds, shown or not, for each item.
 */
function fieldsOf(operations: Operation[]): INodeProperties[] {
	const shownBy = new Map<INodeProperties, string[]>();
	for (const { value, fields } of operations) {
		for (const field of fields) {
			const others = shownBy.get(field) ?? [];
			shownBy.delete(field);
			shownBy.set(field, [...others, value]);
		}
	}
	return [...shownBy].map(([field, values]) => shownFor(values, field));
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

/** Shows a property for these operations only, besides the conditions of its own. */
function shownFor(operations: string[], property: INodeProperties): INodeProperties {
	const { displayOptions } = property;
	const show = { operation: operations, ...displayOptions?.show };
	return { ...property, displayOptions: { ...displayOptions, show } };
}
