import { packageName } from '../../../tools/editor/places';
import { CASES, nodeOf } from '../../cases';
import { callWebhook, Executions, itemsOf } from '../stage/executions';
import { openStage, type Stage } from '../stage/stage';
import { byId, list, n8nNode, packageNode, start, store, webhookAt } from '../stage/workflows';

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

	test('knows all nodes and their tools', async () => {
		const types = await stage.session.answer<Array<{ name: string }>>('GET', '/types/nodes.json');
		const own = types.map(({ name }) => name).filter((name) => name.startsWith(`${packageName}.`));
		const nodes = own.filter((name) => !name.endsWith('Tool'));
		expect(nodes).toHaveLength(10);
		expect(own).toEqual(expect.arrayContaining(nodes.map((name) => `${name}Tool`)));
	});

	test.each(CASES)('runs $title', async (one) => {
		const { node, parameters } = nodeOf(one, one.example.parameters);
		const workflow = await store(stage.session, one.title, start, service(node, parameters));
		stage.sandbox.reset();
		const execution = await executions.run(workflow);
		expect(execution.data?.resultData.error?.message).toBeUndefined();
		expect(itemsOf(execution, 'Service')).not.toHaveLength(0);
		const seen = stage.sandbox.requests.map(({ operation, problem }) => [operation, problem]);
		expect(new Set(seen.map(String))).toEqual(new Set([String([one.id, undefined])]));
	});

	test('sends what fails down the error branch, with its input', async () => {
		const labels = list('[{ label: 3 }, { label: 999999 }]');
		const parameters = { operation: 'delete', labelId: byId('={{ $json.label }}') };
		const more = { onError: 'continueErrorOutput' };
		const workflow = await store(
			stage.session,
			'Branch',
			start,
			labels,
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
		const rule = { interval: [{ field: 'seconds', secondsInterval: 1 }] };
		const everySecond = n8nNode('scheduleTrigger', 1.2, { rule }, 'Schedule');
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
			inboxId: byId('1'),
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
