import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { randomUUID } from 'node:crypto';
import axios from 'axios';
import { readExample, type Workflow } from '../../../tools/editor/examples';
import { openExample } from '../stage/example';
import { callWebhook, type Execution, until } from '../stage/executions';
import { type Model, openModel, type ToolCall } from '../stage/model';
import { stageForTests } from '../stage/stage';
import { byId } from '../stage/workflows';

/** A node's parameters, in a copy of the workflow. */
function withParameters(workflow: Workflow, name: string, parameters: object): Workflow {
	const nodes = workflow.nodes.map((node) =>
		node.name === name ? { ...node, parameters: { ...node.parameters, ...parameters } } : node,
	);
	return { ...workflow, nodes };
}

function webhookIdOf({ nodes }: Workflow, name: string): string {
	return nodes.find((node) => node.name === name)?.webhookId as string;
}

describe('the example of an MCP server', () => {
	const stage = stageForTests();
	let url: string;

	beforeAll(async () => {
		const { session, n8n } = stage();
		const httpBearerAuth = await session.saveCredential({
			name: 'MCP clients',
			type: 'httpBearerAuth',
			data: { token: 'secret of the clients' },
		});
		const name = 'Let an MCP client read from your customer conversation service';
		const example = openExample(stage(), readExample(name), { httpBearerAuth });
		await session.activate(await session.createWorkflow(example));
		const server = example.nodes.find((node) => node.name === 'MCP server');
		url = `${n8n.url}/mcp/${server?.parameters?.path as string}`;
	}, 60_000);

	async function connect(token: string): Promise<Client> {
		const client = new Client({ name: 'test', version: '1.0.0' });
		const requestInit = { headers: { Authorization: `Bearer ${token}` } };
		const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit });
		try {
			await client.connect(transport);
		} catch (error) {
			await client.close();
			throw error;
		}
		return client;
	}

	test('offers five tools that read, and each of them answers', async () => {
		const client = await until(
			async () => await connect('secret of the clients').catch(() => undefined),
		);
		const { tools } = await client.listTools();
		const inputs: Record<string, Record<string, unknown>> = {
			Search_contacts: { query: 'kenji.bauer.2@example.com' },
			Filter_contacts: {
				conditions: [
					{
						attribute_key: 'city',
						filter_operator: 'equal_to',
						values: ['Osaka'],
						query_operator: null,
					},
				],
			},
			Get_inbox_agents: { inbox: '1' },
			Get_integration_apps: {},
			Get_report_by_template: {},
		};
		expect(tools.map(({ name }) => name).sort()).toEqual(Object.keys(inputs).sort());
		for (const [name, args] of Object.entries(inputs)) {
			const { content, isError } = await client.callTool({ name, arguments: args });
			const [{ text }] = content as [{ text: string }];
			expect({ name, isError, count: (JSON.parse(text) as unknown[]).length }).toEqual({
				name,
				isError: undefined,
				count: expect.any(Number),
			});
			expect(text).toContain('"');
		}
		await client.close();
		const { operations } = stage().sandbox.counts;
		expect(Object.keys(operations).sort()).toEqual([
			'contactFilter',
			'contactSearch',
			'inboxGetAgents',
			'integrationGetApps',
			'outboundReportGetByTemplate',
		]);
	});

	test('refuses a client without the token', async () => {
		await expect(connect('guessed')).rejects.toThrow(/40[13]|Authorization|Forbidden/i);
	});
});

describe('an example of an agent', () => {
	const stage = stageForTests();
	let model: Model;
	let plan: ToolCall[] = [];

	beforeAll(async () => void (model = await openModel(() => plan)));
	beforeEach(() => {
		stage().sandbox.reset();
		model.toolResults.splice(0);
	});
	afterAll(async () => await model?.close());

	/** Publishes an example with the mock model. Returns the address of its chat. */
	async function publish(name: string, trigger: string): Promise<string> {
		const { session, n8n } = stage();
		const openAiApi = await session.saveCredential({
			name: 'Model',
			type: 'openAiApi',
			data: { apiKey: 'none', url: model.url },
		});
		let example = openExample(stage(), readExample(name), { openAiApi });
		example = withParameters(example, 'Model', { model: byId('model') });
		// So that the test needs no signed-in browser.
		example = withParameters(example, trigger, { public: true });
		await session.activate(await session.createWorkflow(example));
		return `${n8n.url}/webhook/${webhookIdOf(example, trigger)}/chat`;
	}

	test('finds contacts by a part of their name and by their city', async () => {
		const chat = await publish(
			'Answer questions about contacts with an AI agent',
			'Question asked',
		);
		const osaka = { attribute_key: 'city', filter_operator: 'equal_to', values: ['Osaka'] };
		plan = [
			{ tool: 'Search_contacts', input: { query: 'Kenji' } },
			{ tool: 'Filter_contacts', input: { conditions: [{ ...osaka, query_operator: null }] } },
		];
		const asked = { action: 'sendMessage', sessionId: 'question', chatInput: 'Who is Kenji?' };
		const { data } = await callWebhook(chat, asked);
		const results = Object.fromEntries(model.toolResults.map((one) => [one.tool, one.result]));
		expect(data).toMatchObject({ output: 'Done.' });
		expect(results.Search_contacts).toMatch(/"name": ?"Kenji/);
		expect(results.Filter_contacts).toMatch(/"city": ?"Osaka"/);
	});

	describe('that deletes a label after approval', () => {
		let chat: string;

		beforeAll(async () => {
			chat = await publish(
				'Delete labels with an AI agent after your approval',
				'Request received',
			);
		}, 60_000);

		const labels = () => stage().sandbox.state.labels.map(({ id, title }) => `${id} ${title}`);

		/** Lets the model ask for a delete, and selects a button of the approval. Returns the tool's result. */
		async function decide(button: string, input: Record<string, unknown>) {
			plan = [{ tool: 'Delete_label', input: { toolParameters: input, hitlParameters: {} } }];
			const sent = {
				action: 'sendMessage',
				// A session of its own, for the agent remembers what was said before.
				sessionId: randomUUID(),
				chatInput: 'Delete it',
			};
			const { data } = await callWebhook(chat, sent);
			const { executionId } = data as { executionId: string };
			const waiting = await stage().executions.when(
				executionId,
				(one) => messageOf(one) !== undefined,
			);
			const { text, buttons } = messageOf(waiting) ?? { text: '', buttons: [] };
			const { link } = buttons.find((each) => each.text === button) ?? { link: '' };
			await axios.get(link, {
				headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux) Firefox/145.0' },
			});
			// The reply itself waits for a browser.
			await until(async () => (model.toolResults.length > 0 ? true : undefined));
			return { asked: text, result: model.toolResults[0].result };
		}

		test('deletes it after you have approved, and shows you its title and ID before', async () => {
			const deletion = { label_id: 7, title: 'follow-up' };
			const { asked, result } = await decide('Approve', deletion);
			expect(asked).toContain('"follow-up" with the ID 7');
			expect(result).toContain('"deleted"');
			expect(labels()).not.toContain('7 follow-up');
		});

		test('deletes nothing if you decline', async () => {
			const { result } = await decide('Decline', { label_id: 7, title: 'follow-up' });
			expect(result).toMatch(/den|reject|declin|not approved/i);
			expect(labels()).toContain('7 follow-up');
			expect(stage().sandbox.counts.operations).toEqual({});
		});

		test('refuses a delete that was approved if the title belongs to another ID', async () => {
			const { result } = await decide('Approve', { label_id: 7, title: 'spam' });
			expect(result).toContain('the label 7 has the title \\"follow-up\\", not \\"spam\\"');
			expect(labels()).toEqual(expect.arrayContaining(['6 spam', '7 follow-up']));
		});

		test('deletes no label that does not exist', async () => {
			const { result } = await decide('Approve', { label_id: 999, title: 'spam' });
			expect(result).toContain('the label 999 has the title \\"unknown\\"');
		});

		test('lists the labels with their IDs for the model', async () => {
			plan = [{ tool: 'List_labels', input: {} }];
			await callWebhook(chat, { action: 'sendMessage', sessionId: 'list', chatInput: 'Which?' });
			await until(async () => (model.toolResults.length > 0 ? true : undefined));
			expect(model.toolResults[0].result).toContain('follow-up');
		});
	});
});

interface Approval {
	text: string;
	buttons: Array<{ text: string; link: string }>;
}

/** The message that waits for an approval. */
function messageOf({ data }: Execution): Approval | undefined {
	const [run] = data?.resultData.runData['Approve the delete'] ?? [];
	const items = run?.data?.ai_tool?.[0] as Array<{ sendMessage?: Approval }> | null | undefined;
	return items?.[0]?.sendMessage;
}
