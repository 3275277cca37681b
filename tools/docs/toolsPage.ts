import { CASES, type NamedCase } from '../../cases';
import { table } from './markdown';
import type { GeneratedFile } from './schemaFiles';

/** An operation as a tool of a language model, with all fields left to the model. */
export interface Tool {
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

/** docs/tools.md: the tools as a language model sees them. */
export function toolsFile(): GeneratedFile {
	const rows = CASES.map(toolOf).map(({ name, description, parameters }) => [
		`\`${name}\``,
		description,
		parameters.map((one) => `\`${one.name}\` (${one.type}): ${one.description}`).join('<br>'),
	]);
	const text = `# Tools for AI agents

A language model reads the name of a tool, its description and its parameters.
This page lists them for each operation.
For the steps, see [Let an AI agent use the nodes](recipes.md#let-an-ai-agent-use-the-nodes).

- The name of the tool is the name of the node on the canvas. To change it, rename the node.
- To change the description, set **Tool Description** in the node.
- The model only fills in the fields whose sparkles you select. The table shows the parameters if you select all of them.
- n8n doesn't pass on the descriptions of fields by itself. To give them to the model, select **Add a description** below the field, and enter the text from the table.

\`npm run docs\` writes this page. \`npm run test:n8n\` compares the page with the tools that n8n's MCP server offers to a client.

${table(['Tool', 'Description', 'Parameters'], rows)}
`;
	return { path: 'docs/tools.md', text };
}
