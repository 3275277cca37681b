import type {
	INodeProperties,
	INodePropertyOptions,
	INodeTypeDescription,
	NodeHint,
} from 'n8n-workflow';
import { NodeConnectionTypes, updateDisplayOptions } from 'n8n-workflow';

import { optionsField, optionsOf } from './form/fields';
import type { Operation } from './operation';
import { withExpressionMarker } from './input/wholeExpressions';
import { runItem, wholeResponse } from './run/runItem';
import { requestDefaults } from './http/sendOnce';

/** The subtitle of a node on the canvas: its operation in words, behind "Preview: " if Preview Only is on. */
export const subtitle =
	'={{ ($parameter.options?.previewOnly === true ? "Preview: " : "") + $parameter.operation.replace(/[A-Z]/g, (letter) => " " + letter.toLowerCase()) }}';

/** The hint of a tool. Only the node as a tool has this parameter of n8n. */
const toolHint: NodeHint = {
	message: 'To let the AI model fill in a field, select the stars beside it.',
	location: 'outputPane',
	whenToDisplay: 'beforeExecution',
	displayCondition: '={{ !!$parameter.descriptionType }}',
};

/**
 * The hint beside the output that nothing is sent. It is not a notice in the form, because the engine
 * evaluates notices for each item. Only the editor evaluates hints.
 */
const previewHint: NodeHint = {
	message:
		"'Preview Only' is on, so nothing is sent. The service may still refuse it, such as a record that was deleted.",
	location: 'outputPane',
	// Before the editor knows the result of an expression, it shows the hint.
	displayCondition: '={{ !!$parameter.options.previewOnly }}',
};

/** What all nodes share. n8n's linter wants icon, subtitle and usableAsTool in the class of a node. */
const COMMON = {
	inputs: [NodeConnectionTypes.Main],
	outputs: [NodeConnectionTypes.Main],
	requestDefaults,
} satisfies Partial<INodeTypeDescription>;

/**
 * Builds the form of a node. n8n uses resource and operation to name nodes, tools and actions; the first operation is the
 * default. The fields of an item that n8n shows before a run come from the folder `__schema__` of the node, which
 * `npm run docs` generates (tools/docs/schemaFiles.ts).
 */
export function nodeForm(
	resource: INodePropertyOptions,
	...operations: Operation[]
): Pick<INodeTypeDescription, keyof typeof COMMON | 'properties' | 'hints'> {
	const { value: onlyResource } = resource;
	const [{ value: defaultOperation }] = operations;
	const properties: INodeProperties[] = [
		{
			displayName: 'Resource',
			name: 'resource',
			type: 'options',
			noDataExpression: true,
			options: [resource],
			default: onlyResource,
		},
		{
			displayName: 'Operation',
			name: 'operation',
			type: 'options',
			noDataExpression: true,
			displayOptions: { show: { resource: [onlyResource] } },
			options: operations.map(operationOption).sort((a, b) => a.name.localeCompare(b.name)),
			default: defaultOperation,
		},
		...fieldsOf(operations),
		optionsOfAll(operations),
	];
	return {
		...COMMON,
		properties: properties.map(withExpressionMarker),
		hints: hintsOf(operations),
	};
}

function hintsOf(operations: Operation[]): NodeHint[] {
	const writes = operations.some(({ safety }) => safety !== 'safe');
	const special = new Set(operations.flatMap(({ hints = [] }) => hints));
	return [toolHint, ...(writes ? [previewHint] : []), ...special];
}

/**
 * The fields of all operations, in the order of each operation. A field that operations share is there only
 * once, because the engine evaluates all properties of a node for each item, even hidden ones.
 */
function fieldsOf(operations: Operation[]): INodeProperties[] {
	const place = (field: INodeProperties) =>
		Math.max(...operations.map(({ fields }) => fields.indexOf(field)));
	return [...new Set(operations.flatMap(({ fields }) => fields))]
		.sort((a, b) => place(a) - place(b))
		.map((field) =>
			shownFor(
				operations.filter(({ fields }) => fields.includes(field)),
				field,
			),
		);
}

/**
 * One collection for all operations, in which each operation shows its own entries. The collection itself
 * has no display condition: with one, the editor would empty it, including Preview Only, when the user
 * changes the operation.
 */
function optionsOfAll(operations: Operation[]): INodeProperties {
	const entries = new Set(operations.flatMap(optionsOf));
	const shown = [...entries].map((entry) => {
		const having = operations.filter((operation) => optionsOf(operation).includes(entry));
		return having.length === operations.length ? entry : shownFor(having, entry, '/operation');
	});
	return optionsField(shown);
}

function operationOption(operation: Operation): INodePropertyOptions {
	const { name, value, action, description, endpoint, inChatwoot } = operation;
	return {
		name,
		value,
		action,
		description: inChatwoot ? description : `${description} (not in Chatwoot)`,
		routing: {
			request: endpoint,
			send: { paginate: true },
			operations: { pagination: runItem(operation) },
			output: { postReceive: [wholeResponse] },
		},
	};
}

/** Shows a property only for these operations, in addition to its own display conditions. */
function shownFor(
	operations: Operation[],
	property: INodeProperties,
	path = 'operation',
): INodeProperties {
	const show = { [path]: operations.map(({ value }) => value) };
	return updateDisplayOptions({ show }, [property])[0];
}
