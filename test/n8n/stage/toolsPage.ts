/** A tool as an MCP client lists it. */
export interface Tool {
	name: string;
	description: string;
	inputSchema: {
		properties?: Record<string, { type?: string; description: string }>;
		required?: string[];
	};
}

/** docs/tools.md: what a model reads of each tool. */
export function toolsPage(tools: Tool[]): string {
	return `# The nodes as tools of an AI agent

What a model reads of each operation: name, description and parameters, as an MCP client got them from n8n. Every field of the form was left to the model here; in your workflow you choose which are. The name is that of the node on the canvas, and Tool Description changes the description. [How to use them](recipes.md#let-an-ai-agent-use-the-nodes).

This page is made by \`npm run test:n8n\`.

${tools.map(section).join('\n\n')}
`;
}

function section({ name, description, inputSchema: { properties = {} } }: Tool): string {
	const rows = Object.entries(properties).map(
		([parameter, { type = 'json', description: says }]) =>
			`| \`${parameter}\` | ${type} | ${says} |`,
	);
	const table = ['| parameter | type | description |', '| --- | --- | --- |', ...rows].join('\n');
	return `## \`${name}\`\n\n${description}\n\n${rows.length ? table : 'No parameters.'}`;
}
