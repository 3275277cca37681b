import { itemsOf } from '../stage/executions';
import { createsOf, stageForTests } from '../stage/stage';
import { byId, chain, list, n8nNode, start } from '../stage/workflows';

const people = (count: number, label: string) =>
	list(`Array.from({ length: ${count} }, (_, i) => ({ email: 'p' + i + '@${label}.example' }))`);
/** A node that gives each item with these fields only. */
const fields = (name: string, values: Record<string, string>) => {
	const each = Object.entries(values).map(([field, value], id) => ({
		id: `${id}`,
		name: field,
		type: 'string',
		value,
	}));
	return n8nNode('set', 3.4, { assignments: { assignments: each } }, name);
};
const numbers = (count: number) => Array.from({ length: count }, (_, number) => number);

describe('a node of the package', () => {
	const stage = stageForTests();
	beforeEach(() => stage().sandbox.reset());

	const create = (more = {}) =>
		stage().node('contact', { operation: 'create', email: '={{ $json.email }}' }, more);
	const emailsCreated = () => createsOf(stage());

	test('runs when the schedule fires', async () => {
		const rule = { interval: [{ field: 'seconds', secondsInterval: 1 }] };
		const everySecond = n8nNode('scheduleTrigger', 1.2, { rule }, 'Schedule');
		const report = stage().node('outboundReport', { operation: 'getByTemplate' });
		const workflow = await stage().store('Scheduled report', everySecond, report);
		await stage().session.activate(workflow);
		const execution = await stage().executions.firstOf(workflow);
		await stage().session.deactivate(workflow);
		expect(execution).toMatchObject({ status: 'success', mode: 'trigger' });
		expect(itemsOf(execution, 'Service').length).toBeGreaterThan(1);
	});

	test('gives its contacts from a sub-workflow to the parent that waits', async () => {
		const entrance = n8nNode('executeWorkflowTrigger', 1.1, { inputSource: 'passthrough' });
		const sub = await stage().store('Sub', entrance, create());
		await stage().session.activate(sub);
		const call = n8nNode('executeWorkflow', 1.2, { workflowId: byId(sub.id) }, 'Call');
		const parent = await stage().store('Parent', start, people(3, 'sub'), call);
		const execution = await stage().executions.run(parent);
		expect(itemsOf(execution, 'Call').map(({ json }) => json)).toEqual(
			numbers(3).map((i) =>
				expect.objectContaining({ id: expect.any(Number), email: `p${i}@sub.example` }),
			),
		);
	});

	test('takes 200 items from Loop Over Items in batches of 50, each once and paired to its own', async () => {
		const loop = n8nNode('splitInBatches', 3, { batchSize: 50, options: {} }, 'Loop');
		const done = fields('Done', {
			created: '={{ $json.email }}',
			from: '={{ $("List").item.json.email }}',
		});
		const workflow = chain('Loop', [start, people(200, 'loop'), loop]);
		workflow.nodes.push(create({ name: 'Create' }), done);
		const to = (node: string) => [{ node, type: 'main', index: 0 }];
		workflow.connections.Loop = { main: [to('Done'), to('Create')] };
		workflow.connections.Create = { main: [to('Loop')] };
		const execution = await stage().executions.run(await stage().session.createWorkflow(workflow));
		const emails = numbers(200).map((i) => `p${i}@loop.example`);
		expect(itemsOf(execution, 'Done').map(({ json }) => json)).toEqual(
			emails.map((email) => ({ created: email, from: email })),
		);
		expect(execution.data?.resultData.runData.Create).toHaveLength(4);
		expect([...emailsCreated()].sort()).toEqual([...emails].sort());
	});
});
