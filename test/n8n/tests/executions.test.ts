import { packageName } from '../../../tools/editor/places';
import { callWebhook, Executions, itemsOf } from '../stage/executions';
import { openStage, type Stage } from '../stage/stage';
import { packageNode, start, store, webhookAt } from '../stage/workflows';

interface Run {
	node: string;
	parameters: Record<string, unknown>;
	/** Some of what the first item shows. */
	item: Record<string, unknown>;
	/** Method and path that the service saw. */
	request: string;
}

const id = (value: string) => ({ __rl: true, mode: 'id', value });
const account = '/api/v1/accounts/1';

const runs: Run[] = [
	{
		node: 'contact',
		parameters: { operation: 'create', inboxId: id('1'), name: 'Ada', email: 'ada@example.com' },
		item: { name: 'Ada', email: 'ada@example.com' },
		request: `POST ${account}/contacts`,
	},
	{
		node: 'contact',
		parameters: {
			operation: 'filter',
			specifyConditions: 'json',
			conditionsJson: '[{"attribute_key":"name","filter_operator":"contains","values":["a"]}]',
			limit: 1,
		},
		item: { name: expect.stringMatching(/a/i) },
		request: `POST ${account}/contacts/filter`,
	},
	{
		node: 'contact',
		parameters: { operation: 'search', query: '@', limit: 1 },
		item: { email: expect.stringContaining('@') },
		request: `GET ${account}/contacts/search`,
	},
	{
		node: 'automationRule',
		parameters: {
			operation: 'update',
			automationRuleId: id('1'),
			updateFields: { active: false },
		},
		item: { id: 1, active: false },
		request: `PATCH ${account}/automation_rules/1`,
	},
	{
		node: 'messagingFlow',
		parameters: {
			operation: 'create',
			name: 'Survey',
			inboxId: id('1'),
			endpointUri: 'https://flows.example.com/survey',
			flowJson: '{"version":"3.0","screens":[]}',
			categories: 'SURVEY',
		},
		item: { name: 'Survey', status: 'draft' },
		request: `POST ${account}/messaging_flows`,
	},
	{
		node: 'appointment',
		parameters: {
			operation: 'reschedule',
			appointmentId: '1',
			appointmentAt: '2027-01-15T09:30:00',
		},
		item: { id: 1 },
		request: `POST ${account}/appointments/1/reschedule`,
	},
	{
		node: 'appointment',
		parameters: { operation: 'complete', appointmentId: '2' },
		item: { id: 2 },
		request: `POST ${account}/appointments/2/complete`,
	},
	{
		node: 'inbox',
		parameters: { operation: 'getAgents', inboxId: id('1') },
		item: { role: expect.any(String) },
		request: `GET ${account}/inbox_members/1`,
	},
	{
		node: 'integration',
		parameters: { operation: 'getApps' },
		item: { hook_type: expect.any(String) },
		request: `GET ${account}/integrations/apps`,
	},
	{
		node: 'agentBot',
		parameters: { operation: 'delete', agentBotId: id('2') },
		item: { deleted: true, id: 2 },
		request: `DELETE ${account}/agent_bots/2`,
	},
	{
		node: 'label',
		parameters: { operation: 'delete', labelId: id('1') },
		item: { deleted: true, id: 1 },
		request: `DELETE ${account}/labels/1`,
	},
	{
		node: 'outboundReport',
		parameters: { operation: 'getByTemplate' },
		item: { template_name: expect.any(String), delivery_rate: expect.any(Number) },
		request: 'GET /api/v2/accounts/1/outbound_reports/by_template',
	},
	{
		node: 'catalog',
		parameters: { operation: 'pushToPartner', catalogId: '1' },
		item: { id: 1 },
		request: `POST ${account}/catalogs/1/push_to_partner`,
	},
];

describe('a real n8n with the packed package', () => {
	let stage: Stage;
	let executions: Executions;

	beforeAll(async () => {
		stage = await openStage();
		executions = await Executions.open(stage.session, stage.n8n.url);
	});
	afterAll(async () => await stage?.close());

	const service = (type: string, parameters: Record<string, unknown>, more = {}) =>
		packageNode(type, parameters, stage.credential, more);

	test('knows the ten nodes and their ten tools', async () => {
		const types = await stage.session.answer<Array<{ name: string }>>('GET', '/types/nodes.json');
		const own = types.map(({ name }) => name).filter((name) => name.startsWith(`${packageName}.`));
		const nodes = own.filter((name) => !name.endsWith('Tool'));
		expect(nodes).toHaveLength(10);
		expect(own).toEqual(expect.arrayContaining(nodes.map((name) => `${name}Tool`)));
	});

	test.each(runs)(
		'runs $node: $parameters.operation',
		async ({ node, parameters, item, request }) => {
			const workflow = await store(stage.session, request, start, service(node, parameters));
			stage.sandbox.clearRequests();
			const execution = await executions.run(workflow);
			expect(execution.data?.resultData.error?.message).toBeUndefined();
			expect(itemsOf(execution, 'Service')[0].json).toMatchObject(item);
			const seen = stage.sandbox.requests.map(({ method, path, problem }) => ({
				request: `${method} ${path}`,
				problem,
			}));
			expect(seen).toEqual([{ request, problem: undefined }]);
		},
	);

	test('sends what fails down the error branch, with its input', async () => {
		const list = {
			id: 'list',
			name: 'List',
			type: 'n8n-nodes-base.code',
			typeVersion: 2,
			position: [0, 0],
			parameters: { jsCode: 'return [{ label: 3 }, { label: 999999 }].map((json) => ({ json }))' },
		};
		const parameters = { operation: 'delete', labelId: id('={{ $json.label }}') };
		const more = { onError: 'continueErrorOutput' };
		const workflow = await store(
			stage.session,
			'Branch',
			start,
			list,
			service('label', parameters, more),
		);
		const execution = await executions.run(workflow);
		expect(itemsOf(execution, 'Service', 0).map(({ json }) => json)).toEqual([
			{ deleted: true, id: 3 },
		]);
		const [failed] = itemsOf(execution, 'Service', 1);
		expect(failed.json).toMatchObject({ label: 999999, error: expect.anything() });
		expect(failed.pairedItem).toEqual({ item: 1 });
	});

	test('pulls the report when the schedule fires', async () => {
		const everySecond = {
			id: 'schedule',
			name: 'Schedule',
			type: 'n8n-nodes-base.scheduleTrigger',
			typeVersion: 1.2,
			position: [0, 0],
			parameters: { rule: { interval: [{ field: 'seconds', secondsInterval: 1 }] } },
		};
		const report = service('outboundReport', { operation: 'getByTemplate' });
		const workflow = await store(stage.session, 'Scheduled report', everySecond, report);
		await stage.session.activate(workflow);
		const execution = await executions.firstOf(workflow);
		await stage.session.deactivate(workflow);
		expect(execution).toMatchObject({ status: 'success', mode: 'trigger' });
		expect(itemsOf(execution, 'Service').length).toBeGreaterThan(1);
	});

	test('creates the contact that a webhook brings', async () => {
		const webhook = webhookAt('new-contact', { responseMode: 'lastNode' });
		const create = service('contact', {
			operation: 'create',
			inboxId: id('1'),
			name: '={{ $json.body.name }}',
			email: '={{ $json.body.email }}',
		});
		const workflow = await store(stage.session, 'New contact', webhook, create);
		await stage.session.activate(workflow);
		const person = { name: 'Grace', email: 'grace@example.com' };
		const response = await callWebhook(`${stage.n8n.url}/webhook/new-contact`, person);
		expect(await response.json()).toMatchObject(person);
	});
});
