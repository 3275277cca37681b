import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Workflow, WorkflowNode } from '../../../tools/editor/examples';
import { CASES, type NamedCase, nodeOf } from '../../../cases';
import { until } from '../stage/executions';
import { type Model, openModel } from '../stage/model';
import { stageForTests } from '../stage/stage';
import { SETTINGS, type ToolParameter, toolOf } from '../stage/tools';
import { byId, chain, n8nNode, start } from '../stage/workflows';

const path = 'service-tools';

const fromModel = (name: string, description: string, type = 'string') =>
	`={{ $fromAI('${name}', \`${description}\`, '${type}') }}`;

/** A tool as an MCP client lists it. */
interface ListedTool {
	name: string;
	description: string;
	inputSchema: { properties?: Record<string, { description: string }> };
}

/** The operation as a tool whose every field the model fills in, each with a description added. */
function parametersOf(one: NamedCase): Record<string, unknown> {
	const filled = toolOf(one).parameters.map((parameter) => [
		parameter.field,
		valueFromModel(one, parameter),
	]);
	return { ...nodeOf(one, Object.fromEntries(filled)).parameters, ...SETTINGS };
}

function valueFromModel(
	{ operation }: NamedCase,
	{ name, field, type, description }: ToolParameter,
) {
	const value = fromModel(name, description, type);
	const isLocator = operation.fields.some(
		(each) => each.name === field && each.type === 'resourceLocator',
	);
	return isLocator ? byId(value) : value;
}

const server: WorkflowNode = {
	...n8nNode('mcpTrigger', 2, { path }, 'MCP Server'),
	type: '@n8n/n8n-nodes-langchain.mcpTrigger',
	webhookId: path,
};

function workflowOf(tools: WorkflowNode[]): Workflow {
	const connection = { ai_tool: [[{ node: server.name, type: 'ai_tool', index: 0 }]] };
	return {
		name: 'Tools',
		nodes: [server, ...tools],
		connections: Object.fromEntries(tools.map(({ name }) => [name, connection])),
	};
}

describe('the nodes as tools', () => {
	const stage = stageForTests();
	let client: Client;
	let tools: ListedTool[];

	const tool = (name: string, type: string, parameters: Record<string, unknown>) =>
		stage().node(`${type}Tool`, parameters, { id: name, name });

	beforeAll(async () => {
		const workflow = await stage().session.createWorkflow(
			workflowOf(CASES.map((one) => tool(one.operation.action, one.node, parametersOf(one)))),
		);
		await stage().session.activate(workflow);
		client = await connect(`${stage().n8n.url}/mcp/${path}`);
		const listed = (await client.listTools()).tools as ListedTool[];
		tools = CASES.flatMap(({ operation }) =>
			listed.filter(({ name }) => name.replaceAll('_', ' ') === operation.action),
		);
	});
	afterAll(async () => await client?.close());

	/** Calls a tool and returns its items. */
	async function call(name: string, args: Record<string, unknown>): Promise<unknown[]> {
		const { content, isError } = await client.callTool({ name, arguments: args });
		const [{ text }] = content as [{ text: string }];
		if (isError) throw new Error(text);
		return JSON.parse(text) as unknown[];
	}

	test('are called and described by what they do', () => {
		const said = tools.map(({ name, description, inputSchema: { properties = {} } }) => ({
			name,
			description,
			parameters: Object.entries(properties)
				.map(([parameter, { description: text }]) => `${parameter}: ${text}`)
				.sort(),
		}));
		const documented = CASES.map(toolOf).map((one) => ({
			...one,
			parameters: one.parameters.map(({ name, description }) => `${name}: ${description}`).sort(),
		}));
		expect(said).toEqual(documented);
	});

	test('search contacts', async () => {
		expect(await call('Search_contacts', { Query: '@' })).toHaveLength(5);
	});

	test('tell the model in the words of the service what went wrong', async () => {
		await expect(call('Delete_label', { Label: '999999' })).rejects.toThrow(
			/not be found \(HTTP 404\)\. /,
		);
	});

	test('answer each call of two agents that an agent calls in parallel', async () => {
		const people = ['ada', 'bo', 'cy', 'di'].map((name) => `${name}@parallel.example`);
		const pairs = [people.slice(0, 2), people.slice(2)].map((pair) => pair.join(' '));
		const both = (email: string) =>
			['Create', 'Search'].map((name) => ({ tool: name, input: { email } }));
		const toolResults = await askAgents((available, text) =>
			available.includes('Researcher')
				? pairs.map((question) => ({ tool: 'Researcher', input: { question } }))
				: text.split(' ').flatMap(both),
		);
		const results = toolResults.filter(({ tool: name }) => name !== 'Researcher');
		expect(results).toHaveLength(people.length * 2);
		for (const { input, result } of results) expect(result).toContain(`"${input.email as string}"`);
		expect(stage().sandbox.counts.operations.contactCreate).toBe(people.length);
	});

	// Relied on in run/run.ts: n8n sets `rewireOutputLogTo` on a node that an agent calls, or gives it the agent's
	// execution data.
	test('tell an agent what to do about what went wrong', async () => {
		const toolResults = await askAgents((available) =>
			available.includes('Researcher')
				? [{ tool: 'Researcher', input: { question: 'Which label?' } }]
				: [{ tool: 'Delete', input: { label: '999999' } }],
		);
		const [{ result }] = toolResults.filter(({ tool: name }) => name === 'Delete');
		expect(result).toMatch(/not be found \(HTTP 404\)\. Check 'Label'/);
		expect(result).not.toContain('<a ');
	});

	/** Lets a model call the tools of the two agents and returns their results. */
	async function askAgents(plan: Parameters<typeof openModel>[0]): Promise<Model['toolResults']> {
		const model = await openModel(plan);
		const { session, executions } = stage();
		const openAiApi = await session.saveCredential({
			name: 'Model',
			type: 'openAiApi',
			data: { apiKey: 'none', url: model.url },
		});
		await executions.run(await session.createWorkflow(agents({ openAiApi })));
		await model.close();
		return model.toolResults;
	}

	/** An agent whose only tool is an agent, with three tools of the package. */
	function agents(credentials: WorkflowNode['credentials']): Workflow {
		const langchain = (type: string, version: number, name: string, parameters = {}) => ({
			...n8nNode(type, version, parameters, name),
			type: `@n8n/n8n-nodes-langchain.${type}`,
		});
		const model = (name: string) => ({
			...langchain('lmChatOpenAi', 1.2, name, { model: byId('model') }),
			credentials,
		});
		const email = fromModel('email', 'Email address');
		const labelId = byId(fromModel('label', 'ID of the label'));
		const question = fromModel('question', 'What to find out');
		const main = langchain('agent', 3.1, 'Agent', { promptType: 'define', text: 'Begin' });
		const parts: Array<[node: WorkflowNode, type: string, of: string]> = [
			[model('Model'), 'ai_languageModel', 'Agent'],
			[
				langchain('agentTool', 3, 'Researcher', { toolDescription: 'Knows', text: question }),
				'ai_tool',
				'Agent',
			],
			[model('Model of the researcher'), 'ai_languageModel', 'Researcher'],
			[tool('Create', 'contact', { operation: 'create', email }), 'ai_tool', 'Researcher'],
			[tool('Search', 'contact', { operation: 'search', query: email }), 'ai_tool', 'Researcher'],
			[tool('Delete', 'label', { operation: 'delete', labelId }), 'ai_tool', 'Researcher'],
		];
		const workflow = chain('Agents', [start, main]);
		for (const [node, type, of] of parts) {
			workflow.nodes.push(node);
			workflow.connections[node.name] = { [type]: [[{ node: of, type, index: 0 }]] };
		}
		return workflow;
	}
});

/** Connects as soon as n8n has registered the server, a moment after the activation. */
async function connect(url: string): Promise<Client> {
	return await until(async () => {
		const client = new Client({ name: 'test', version: '1.0.0' });
		return await client.connect(new StreamableHTTPClientTransport(new URL(url))).then(
			() => client,
			() => undefined,
		);
	});
}
