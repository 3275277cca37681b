import type { INodeParameters, INodeProperties } from 'n8n-workflow';

import { InvalidRow, isObject } from './values';

/**
 * A collection that is given by one expression, such as `options: "={{ {previewOnly: true} }}"`.
 *
 * When n8n loads a workflow, it replaces such an expression by an empty collection before a node can see it:
 * this one would delete. n8n takes the text for an object then, and keeps the only field of it that the
 * collection knows: `length`.
 */
const lengthField: INodeProperties = {
	displayName: 'Expression for All Fields',
	name: 'length',
	type: 'hidden',
	default: '',
	description: 'An expression for all fields has no effect in n8n. Set each field on its own.',
};

/** A property that, as a collection, keeps what n8n leaves of an expression for all of it. */
export function withExpressionMarker(property: INodeProperties): INodeProperties {
	if (property.type !== 'collection') return property;
	const options = [...(property.options as INodeProperties[]), lengthField];
	options.sort((one, other) => one.displayName.localeCompare(other.displayName));
	return { ...property, options };
}

/**
 * Refuses a parameter in a collection that is given by one expression.
 *
 * @param typed the node's parameters before expressions are evaluated
 * @param name of the collection, or of another parameter
 */
export function refuseWholeExpression(
	fields: INodeProperties[],
	typed: INodeParameters,
	name: string,
): void {
	const entered: unknown = typed[name];
	if (!isObject(entered) || !entered[lengthField.name]) return;
	const field = fields.find((each) => each.name === name);
	throw new InvalidRow(
		`'${field?.displayName ?? name}' can't be set by one expression, because n8n ignores it. Set each field in it on its own. If the editor doesn't show the expression, add the node again`,
	);
}
