import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { wholeResponse } from './answer';
import { accountIdField, optionsField } from './fields';
import type { Operation } from './operation';
import { send } from './send';

/** All properties of a node: the choice of its operation, and what each of them shows. */
export function nodeProperties(...operations: Operation[]): INodeProperties[] {
	const [{ value: usual }] = operations;
	return [
		{
			displayName: 'Operation',
			name: 'operation',
			type: 'options',
			noDataExpression: true,
			options: operations.map(operationOption),
			default: usual,
		},
		...operations.flatMap((operation) => shownFor(operation, operation.fields)),
		accountIdField,
		...operations.flatMap((operation) => shownFor(operation, [optionsField(operation.options)])),
	];
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

/** Shows properties for their operation only, besides the conditions of their own. */
function shownFor({ value }: Operation, properties: INodeProperties[]): INodeProperties[] {
	return properties.map((property) => {
		const { displayOptions } = property;
		const show = { operation: [value], ...displayOptions?.show };
		return { ...property, displayOptions: { ...displayOptions, show } };
	});
}
