import { CASES, type NamedCase } from '../../test/cases';
import { table } from './markdown';
import type { GeneratedFile } from './schemaFiles';

/** An operation as n8n offers it to a model, every field of its form left to the model. */
export interface Tool {
	name: string;
	description: string;
	parameters: ToolParameter[];
}

export interface ToolParameter {
	/** The label of the field, as n8n makes a name of it. */
	name: string;
	/** The field's own name. */
	field: string;
	type: string;
	/** The first sentence of the field's description. */
	description: string;
}

/** What a field is to a model, by its type; the other types are set by who builds the tool. */
const TYPES: Partial<Record<string, string>> = {
	string: 'string',
	dateTime: 'string',
	number: 'number',
	boolean: 'boolean',
	json: 'json',
	resourceLocator: 'string',
};

/** Fields that say how much comes out: set by who builds the tool, too. */
const SET_BEFORE = /^(limit|returnAll|simplify|.*Notice)$/;

/** The tool that an operation is, called by its action. */
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

/** docs/tools.md: what a model reads of each tool. */
export function toolsFile(): GeneratedFile {
	const rows = CASES.map(toolOf).map(({ name, description, parameters }) => [
		`\`${name}\``,
		description,
		parameters.map((one) => `\`${one.name}\` (${one.type}): ${one.description}`).join('<br>'),
	]);
	const text = `# The nodes as tools of an AI agent

What a model reads of each operation: name, description and parameters. Every field of the form is left to the model here; in your workflow you choose which are. The name is that of the node on the canvas, and n8n adds the type of the node to it: rename the node for a shorter one. Tool Description changes the description. [How to use them](recipes.md#let-an-ai-agent-use-the-nodes).

The sparkles beside a field leave it to the model: as a parameter with the name of the field, and without a description. Click Add a description below the field, and enter what stands behind its name here. It is the beginning of the field's own description.

This page is made by \`npm run docs\`. \`npm run test:n8n\` compares it with what an MCP client gets from n8n.

${table(['tool', 'description', 'parameters'], rows)}
`;
	return { path: 'docs/tools.md', text };
}
