import type { INodeParameters, INodeProperties } from 'n8n-workflow';

import { isObject } from '../values';
import { InvalidRow } from './invalidValue';

/**
 * A hidden field that notices one expression for a whole collection, such as `options: "={{ {previewOnly: true} }}"`. When
 * n8n loads a workflow, it makes a collection of that text, with the fields that are properties of the text. Without this
 * field there are none, and Preview Only would be off. But each text has a `length`.
 */
const lengthField: INodeProperties = {
	displayName: 'Expression for All Fields',
	name: 'length',
	type: 'hidden',
	default: '',
	description: 'An expression for all fields has no effect in n8n. Set each field on its own.',
};

/** Adds the hidden field to a property that is a collection. */
export function withExpressionMarker(property: INodeProperties): INodeProperties {
	if (property.type !== 'collection') return property;
	const options = [...(property.options as INodeProperties[]), lengthField];
	options.sort((a, b) => a.displayName.localeCompare(b.displayName));
	return { ...property, options };
}

/** Rejects a collection for which one expression was entered. */
export function rejectWholeExpression(
	fields: INodeProperties[],
	rawParameters: INodeParameters,
	name: string,
): void {
	const raw: unknown = rawParameters[name];
	if (!isObject(raw) || !raw[lengthField.name]) return;
	const field = fields.find((candidate) => candidate.name === name);
	throw new InvalidRow(
		`'${field?.displayName ?? name}' can't be set by one expression, because n8n ignores it. Set each field in it on its own. If the editor doesn't show the expression, add the node again`,
	);
}
