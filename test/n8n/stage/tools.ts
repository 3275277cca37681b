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

/** The tool of an operation, named after its action. */
export function toolOf({ operation: { action, fields }, resource }: NamedCase): Tool {
	return {
		name: action.replaceAll(' ', '_'),
		description: `${action} in Customer Conversation ${resource}`,
		parameters: fields.flatMap(({ name: field, displayName, type, description = '' }) => {
			const given = TYPES[type];
			if (!given || SET_BEFORE.test(field)) return [];
			const name = displayName.replace(/[^\w-]+/g, '_');
			const [sentence] = description.replaceAll('`', "'").split(/(?<=\.) /);
			return [{ name, field, type: given, description: sentence }];
		}),
	};
}
