import type { INodeProperties, INodePropertyOptions, INodeType } from 'n8n-workflow';

import { placedProperties } from '../fixtures/properties';

/** What a saved workflow relies on: n8n writes into it what differs from the defaults. */
export interface PublicParameter {
	type: string;
	default: unknown;
	/** Of a list to choose from. */
	values?: unknown[];
}

/** By operation and by path of the parameter. */
export type PublicNode = Record<string, Record<string, PublicParameter>>;

/** n8n adds this one itself. */
const OF_N8N = 'requestOptions';

/** The public interface of a node, by its operations. */
export function publicNames({ description }: INodeType): PublicNode {
	const { properties } = description;
	const operation = properties.find(({ name }) => name === 'operation');
	const operations = (operation?.options ?? []) as INodePropertyOptions[];
	return Object.fromEntries(
		operations.map(({ value }) => [value, parametersOf(properties, String(value))]),
	);
}

function parametersOf(
	properties: INodeProperties[],
	operation: string,
): Record<string, PublicParameter> {
	const shown = properties.filter(
		({ name, type, displayOptions }) =>
			name !== OF_N8N &&
			type !== 'notice' &&
			(displayOptions?.show?.operation ?? [operation]).includes(operation),
	);
	return Object.fromEntries(
		placedProperties(shown).map(({ path, property }) => [path, publicParameter(property)]),
	);
}

function publicParameter({ type, default: usual, options = [] }: INodeProperties): PublicParameter {
	const parameter = { type, default: usual };
	if (type !== 'options' && type !== 'multiOptions') return parameter;
	const values = (options as INodePropertyOptions[]).map(({ value }) => value);
	return { ...parameter, values };
}
