import { Executions, itemsOf } from '../stage/executions';
import { openStage, type Stage } from '../stage/stage';
import { byId, chain, list, n8nNode, packageNode, start, store } from '../stage/workflows';

const people = (count: number, label: string) =>
	list(`Array.from({ length: ${count} }, (_, i) => ({ email: 'p' + i + '@${label}.example' }))`);
const numbers = (count: number) => Array.from({ length: count }, (_, number) => number);

describe('a node of the package', () => {
	let stage: Stage;
	let executions: Executions;

	beforeAll(async () => {
		stage = await openStage();
		executions = await Executions.open(stage.session, stage.n8n.url);
	}, 300_000);
	afterAll(async () => await stage?.close());
	beforeEach(() => stage.sandbox.reset());

	const service = (parameters: Record<string, unknown>, more = {}) =>
		packageNode('contact', parameters, stage.credential, more);
	const create = (more = {}) =>
		service({ resource: 'contact', operation: 'create', email: '={{ $json.email }}' }, more);
	const emailsCreated = () =>
		stage.sandbox.requests
			.filter(({ operation }) => operation === 'contactCreate')
			.map(({ body }) => (body as { email: string }).email);
	const searches = () => stage.sandbox.counts.operations.contactSearch ?? 0;

	describe('in a sub-workflow', () => {
		const entrance = n8nNode('executeWorkflowTrigger', 1.1, { inputSource: 'passthrough' });

		async function callSub(parameters: Record<string, unknown>, more = {}) {
			const sub = await store(stage.session, 'Sub', entrance, create());
			await stage.session.activate(sub);
			const call = {
				...n8nNode('executeWorkflow', 1.2, { workflowId: byId(sub.id), ...parameters }, 'Call'),
				...more,
			};
			const parent = await store(stage.session, 'Parent', start, people(3, 'sub'), call);
			return { sub, parent: await executions.run(parent) };
		}

		test('gives its contacts to the parent that waits', async () => {
			const { parent } = await callSub({});
			expect(itemsOf(parent, 'Call').map(({ json }) => json)).toEqual(
				numbers(3).map((i) =>
					expect.objectContaining({ id: expect.any(Number), email: `p${i}@sub.example` }),
				),
			);
		});

		test('runs on by itself for a parent that does not wait', async () => {
			stage.sandbox.configure({ latencyMs: 1000 });
			const { sub, parent } = await callSub({ options: { waitForSubWorkflow: false } });
			expect(itemsOf(parent, 'Call').map(({ json }) => json.id)).toEqual([
				undefined,
				undefined,
				undefined,
			]);
			expect(emailsCreated().length).toBeLessThan(3);
			expect(await executions.firstOf(sub)).toMatchObject({
				status: 'success',
				mode: 'integrated',
			});
			expect(emailsCreated()).toHaveLength(3);
		});

		test('says in the parent what the service refused', async () => {
			stage.sandbox.setFault({ kind: 'noApiAccess' });
			const { parent } = await callSub({}, { onError: 'continueErrorOutput' });
			expect(itemsOf(parent, 'Call', 1).map(({ json }) => json.error)).toEqual([
				expect.stringMatching(/API access is not enabled/),
			]);
		});
	});

	test('goes on behind a Wait that was resumed, with the items from before it', async () => {
		const before = service(
			{ resource: 'contact', operation: 'search', query: '@', limit: 1 },
			{ name: 'Before', id: 'before' },
		);
		const link = n8nNode(
			'set',
			3.4,
			{
				assignments: {
					assignments: [
						{ id: '1', name: 'link', type: 'string', value: '={{ $execution.resumeUrl }}' },
					],
				},
				includeOtherFields: true,
			},
			'Link',
		);
		const wait = {
			...n8nNode('wait', 1.1, { resume: 'webhook', options: {} }, 'Wait'),
			webhookId: 'wait',
		};
		const after = service(
			{
				resource: 'contact',
				operation: 'search',
				query: '={{ $("Before").item.json.email }}',
				limit: 1,
			},
			{ name: 'After' },
		);
		const workflow = await store(stage.session, 'Wait', start, before, link, wait, after);
		const id = await executions.start(workflow);
		const waiting = await executions.when(id, ({ status }) => status === 'waiting');
		expect(searches()).toBe(1);
		const [{ json }] = itemsOf(waiting, 'Link');
		const answer = await fetch(json.link as string);
		expect(answer.status).toBe(200);
		const ended = await executions.ended(id);
		const emails = (node: string) => itemsOf(ended, node).map((item) => item.json.email);
		expect(emails('After')).toEqual(emails('Before'));
		expect(searches()).toBe(2);
	});

	test('is run alone with what an earlier execution gave, and sends nothing for the nodes before it', async () => {
		const search = service(
			{ resource: 'contact', operation: 'search', query: '@', limit: 3 },
			{ name: 'Search', id: 'search' },
		);
		const copy = service(
			{ resource: 'contact', operation: 'create', email: '={{ "copy." + $json.email }}' },
			{ name: 'Create' },
		);
		const workflow = await store(stage.session, 'Partial', start, search, copy);
		const first = await executions.run(workflow);
		stage.sandbox.reset();
		const second = await executions.runOnly(workflow, 'Create', first);
		const emails = (node: string) => itemsOf(second, node).map(({ json }) => json.email);
		expect(emails('Create')).toEqual(emails('Search').map((email) => `copy.${email}`));
		expect(searches()).toBe(0);
		expect(emailsCreated()).toHaveLength(3);
	});

	test('sends nothing where its data is pinned, and the next node works on that', async () => {
		const pinned = [{ json: { email: 'pinned@example.com' } }];
		const search = service(
			{ resource: 'contact', operation: 'search', query: '@' },
			{ name: 'Search', id: 'search' },
		);
		const workflow = {
			...chain('Pinned', [start, search, create({ name: 'Create' })]),
			pinData: { Search: pinned },
		};
		await executions.run(await stage.session.createWorkflow(workflow));
		expect(searches()).toBe(0);
		expect(emailsCreated()).toEqual(['pinned@example.com']);
	});

	test('takes 1,000 items from Loop Over Items in batches of 50, each once and paired to its own', async () => {
		const loop = n8nNode('splitInBatches', 3, { batchSize: 50, options: {} }, 'Loop');
		const done = n8nNode(
			'set',
			3.4,
			{
				assignments: {
					assignments: [
						{ id: '1', name: 'created', type: 'string', value: '={{ $json.email }}' },
						{ id: '2', name: 'from', type: 'string', value: '={{ $("List").item.json.email }}' },
					],
				},
			},
			'Done',
		);
		const workflow = chain('Loop', [start, people(1000, 'loop'), loop]);
		workflow.nodes.push(create({ name: 'Create' }), done);
		const to = (node: string) => [{ node, type: 'main', index: 0 }];
		workflow.connections.Loop = { main: [to('Done'), to('Create')] };
		workflow.connections.Create = { main: [to('Loop')] };
		const execution = await executions.run(await stage.session.createWorkflow(workflow));
		const emails = numbers(1000).map((i) => `p${i}@loop.example`);
		expect(itemsOf(execution, 'Done').map(({ json }) => json)).toEqual(
			emails.map((email) => ({ created: email, from: email })),
		);
		expect(execution.data?.resultData.runData.Create).toHaveLength(20);
		expect([...emailsCreated()].sort()).toEqual([...emails].sort());
	});
});
