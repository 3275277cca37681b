import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Workflow, WorkflowNode } from '../../../tools/editor/session';
import { until } from '../stage/executions';
import { openStage, type Stage } from '../stage/stage';
import { packageNode } from '../stage/workflows';

const path = 'service-tools';

const fromModel = (name: string, description: string) =>
	`={{ $fromAI('${name}', '${description}') }}`;

const server: WorkflowNode = {
	id: 'server',
	name: 'MCP Server',
	type: '@n8n/n8n-nodes-langchain.mcpTrigger',
	typeVersion: 2,
	position: [0, 0],
	webhookId: path,
	parameters: { path },
};

function workflowOf(tools: WorkflowNode[]): Workflow {
	const connection = { ai_tool: [[{ node: server.name, type: 'ai_tool', index: 0 }]] };
	return {
		name: 'Tools',
		nodes: [server, ...tools],
		connections: Object.fromEntries(tools.map(({ name }) => [name, connection])),
	};
}

describe('the nodes as tools of an MCP client', () => {
	let stage: Stage;
	let client: Client;

	const tool = (name: string, type: string, parameters: Record<string, unknown>) =>
		packageNode(`${type}Tool`, parameters, stage.credential, { id: name, name });

	beforeAll(async () => {
		stage = await openStage();
		const workflow = await stage.session.createWorkflow(
			workflowOf([
				tool('Search contacts', 'contact', {
					operation: 'search',
					query: fromModel('query', 'Name, email or phone number to look for'),
					limit: 3,
				}),
				tool('Create contact', 'contact', {
					operation: 'create',
					inboxId: { __rl: true, mode: 'id', value: '1' },
					name: fromModel('name', 'Full name'),
					email: fromModel('email', 'Email address'),
				}),
				tool('Template report', 'outboundReport', { operation: 'getByTemplate' }),
			]),
		);
		await stage.session.activate(workflow);
		client = await connect(`${stage.n8n.url}/mcp/${path}`);
	});
	afterAll(async () => {
		await client?.close();
		await stage?.close();
	});

	/** Calls a tool; returns the items that it answers. */
	async function call(name: string, args: Record<string, string>): Promise<unknown[]> {
		const { content, isError } = await client.callTool({ name, arguments: args });
		const [{ text }] = content as [{ text: string }];
		if (isError) throw new Error(text);
		return JSON.parse(text) as unknown[];
	}

	test('are listed with what the model fills in, and nothing else', async () => {
		const { tools } = await client.listTools();
		const parameters = tools.map(({ name, inputSchema }) => [
			name,
			Object.keys(inputSchema.properties ?? {}),
		]);
		expect(Object.fromEntries(parameters)).toEqual({
			Search_contacts: ['query'],
			Create_contact: ['name', 'email'],
			Template_report: [],
		});
	});

	test('are described in few and clear words', async () => {
		const { tools } = await client.listTools();
		for (const { description, inputSchema } of tools) {
			expect(JSON.stringify(inputSchema).length).toBeLessThan(500);
			expect(description).toMatch(/contact|report/);
		}
	});

	test('search contacts', async () => {
		expect(await call('Search_contacts', { query: '@' })).toHaveLength(3);
	});

	test('create a contact', async () => {
		const person = { name: 'Joan', email: 'joan@example.com' };
		expect(await call('Create_contact', person)).toEqual([expect.objectContaining(person)]);
	});

	test('get the report', async () => {
		const [row] = await call('Template_report', {});
		expect(row).toHaveProperty('delivery_rate');
	});

	test('tell the model in the words of the service what went wrong', async () => {
		const twice = { name: 'Joan', email: 'joan.twice@example.com' };
		await call('Create_contact', twice);
		await expect(call('Create_contact', twice)).rejects.toThrow(/already|taken/i);
	});
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
