import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { NamedCase } from '../../../cases';

/** An operation as a tool of a language model, with all fields left to the model. */
interface Tool {
	name: string;
	description: string;
	parameters: ToolParameter[];
}

export interface ToolParameter {
	/** The parameter name, which n8n makes from the label. */
	name: string;
	/** The name of the field. */
	field: string;
	type: string;
	/** The first sentence of the field's description. */
	description: string;
}

/** Parameter types by field type. The user sets fields of other types in the node. */
const TYPES: Partial<Record<string, string>> = {
	string: 'string',
	dateTime: 'string',
	number: 'number',
	boolean: 'boolean',
	json: 'json',
	resourceLocator: 'string',
};

/** Fields that control the amount of output. The user sets them in the node, too. */
const SET_BEFORE = /^(limit|returnAll|simplify|.*Notice)$/;

/** Set by who builds the tool, not by the model: which fields there are, and how much comes out. */
export const SETTINGS: IDataObject = { specifyConditions: 'json', limit: 5, period: 'between' };

/** Whether the form shows a field with these settings. */
function isShown({ displayOptions: { show = {} } = {} }: INodeProperties): boolean {
	return Object.entries(show).every(
		([name, values = []]) => !(name in SETTINGS) || values.includes(SETTINGS[name] as string),
	);
}

/** The tool of an operation, named after its action. */
export function toolOf({ operation: { action, fields }, resource }: NamedCase): Tool {
	return {
		name: action.replaceAll(' ', '_'),
		description: `${action} in Customer Conversation ${resource}`,
		parameters: fields
			.filter(isShown)
			.flatMap(({ name: field, displayName, type, description = '' }) => {
				const given = TYPES[type];
				if (!given || SET_BEFORE.test(field)) return [];
				const name = displayName.replace(/[^\w-]+/g, '_');
				const [sentence] = description.replaceAll('`', "'").split(/(?<=\.) /);
				return [{ name, field, type: given, description: sentence }];
			}),
	};
}
