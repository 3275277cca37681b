import type { RunningN8n } from '../../../tools/editor/n8n';
import { Session } from '../../../tools/editor/session';
import { callWebhook, Executions, itemsOf, until } from '../stage/executions';
import { openStage, owner, type Stage } from '../stage/stage';
import {
	byId,
	chain,
	list,
	n8nNode,
	packageNode,
	start,
	store,
	webhookAt,
} from '../stage/workflows';

const windowMs = 8000;
const gone = 999999;
const emails = (name: string, count: number) =>
	Array.from({ length: count }, (_, i) => `${name}${i}@example.com`);
const persons = (of: string[]) => list(`${JSON.stringify(of)}.map((email) => ({ email }))`);

describe('a node of the package', () => {
	let stage: Stage;
	let session: Session;
	let executions: Executions;

	beforeAll(async () => {
		stage = await openStage();
		session = stage.session;
		executions = await Executions.open(session, stage.n8n.url);
	}, 300_000);
	afterAll(async () => await stage?.close());
	beforeEach(() => stage.sandbox.reset());

	const create = (options = {}) => {
		const parameters = {
			resource: 'contact',
			operation: 'create',
			email: '={{ $json.email }}',
			options,
		};
		return packageNode('contact', parameters, stage.credential);
	};
	const deletion = (label: string, options = {}) => {
		const parameters = { resource: 'label', operation: 'delete', labelId: byId(label), options };
		return packageNode('label', parameters, stage.credential);
	};
	/** The contacts that the service has of an import, also if the answer was lost. */
	const created = (name: string) =>
		stage.sandbox.state.contacts.all
			.map(({ email }) => `${email}`)
			.filter((email) => email.startsWith(name))
			.sort();

	describe('while it rests because of a rate limit', () => {
		async function rest(settings: Record<string, unknown>): Promise<string> {
			stage.sandbox.configure({ rateLimit: { requests: 2, windowMs } });
			const chained = chain('Rest', [start, persons(emails('rest', 40)), create()]);
			const id = await executions.start(await session.createWorkflow({ ...chained, settings }));
			await until(async () => (stage.sandbox.counts.statuses['429'] ? true : undefined));
			return id;
		}

		/** Nothing arrives in the next window, in which the service would let requests through. */
		async function expectQuiet(): Promise<void> {
			const { total } = stage.sandbox.counts;
			const open = (Math.floor(Date.now() / windowMs) + 1) * windowMs + 1500;
			await until(async () => (Date.now() > open ? true : undefined));
			expect(stage.sandbox.counts.total).toBe(total);
		}

		test('ends at once when the Stop button is clicked, and sends nothing more', async () => {
			const id = await rest({});
			const clicked = Date.now();
			await executions.stop(id);
			expect((await executions.ended(id)).status).toBe('canceled');
			expect(Date.now() - clicked).toBeLessThan(3000);
			await expectQuiet();
		});

		test('ends at the time-out of the workflow with what was done, and sends nothing more', async () => {
			const execution = await executions.ended(await rest({ executionTimeout: 3 }));
			expect(execution.status).toBe('canceled');
			const done = itemsOf(execution, 'Service').map(({ json }) => json.email);
			expect(done.sort()).toEqual(created('rest'));
			await expectQuiet();
		});
	});

	test('tells the error workflow what the service said, of which item, and what to do', async () => {
		const handler = await store(session, 'Handler', n8nNode('errorTrigger', 1, {}));
		await session.activate(handler);
		const workflow = await session.createWorkflow({
			...chain('Fails', [webhookAt('fails'), deletion(`${gone}`)]),
			settings: { errorWorkflow: handler.id },
		});
		await session.activate(workflow);
		await callWebhook(`${stage.n8n.url}/webhook/fails`, {});
		const execution = await executions.firstOf(handler);
		expect(execution.mode).toBe('error');
		const [{ json }] = itemsOf(execution, 'errorTrigger');
		expect(json).toMatchObject({
			execution: {
				error: {
					message: expect.stringContaining(`${gone} could not be found`),
					description: expect.stringContaining('Check '),
					context: { itemIndex: 0 },
				},
				lastNodeExecuted: 'Service',
			},
			workflow: { name: 'Fails' },
		});
		expect(JSON.stringify(json)).not.toContain(stage.sandbox.tokens.administrator);
	});

	// n8n repeats the whole node: under Continue only where its first item has failed.
	test.each([
		{ onError: 'stopWorkflow', labels: [3, gone], seen: [3, gone, 3], failed: 3 },
		{ onError: 'continueRegularOutput', labels: [3, gone], seen: [3, gone], failed: gone },
		{ onError: 'continueErrorOutput', labels: [3, gone], seen: [3, gone], failed: gone },
		{ onError: 'stopWorkflow', labels: [gone, 3], seen: [gone, gone], failed: gone },
		{ onError: 'continueRegularOutput', labels: [gone, 3], seen: [gone, 3, gone, 3], failed: 3 },
		{ onError: 'continueErrorOutput', labels: [gone, 3], seen: [gone, 3, gone, 3], failed: 3 },
	])(
		'is asked by Retry On Fail beside $onError for the labels $labels: $seen',
		async ({ onError, labels, seen, failed }) => {
			const node = {
				...deletion('={{ $json.label }}', { maxConcurrentRequests: 1 }),
				...{ onError, retryOnFail: true, maxTries: 2, waitBetweenTries: 10 },
			};
			const ids = list(`${JSON.stringify(labels)}.map((label) => ({ label }))`);
			const execution = await executions.run(await store(session, 'Retry', start, ids, node));
			const asked = stage.sandbox.requests.map(({ path }) => Number(path.split('/').pop()));
			expect(asked).toEqual(seen);
			expect(execution.status).toBe(onError === 'stopWorkflow' ? 'error' : 'success');
			const { runData } = execution.data?.resultData ?? {};
			expect(JSON.stringify(runData?.Service)).toContain(`Label ${failed} could not be found`);
		},
	);

	// The last tests: another n8n runs on the stage's folder after them.
	describe('when n8n ends in the middle', () => {
		const all = emails('again', 60);
		let n8n: RunningN8n;

		beforeAll(() => (n8n = stage.n8n));
		afterAll(async () => await n8n.stop());

		async function runHalf() {
			stage.sandbox.configure({ latencyMs: 100 });
			const options = { onDuplicate: 'continue', maxConcurrentRequests: 2 };
			const workflow = await store(session, 'Half', start, persons(all), create(options));
			const id = await executions.start(workflow);
			await until(async () => (created('again').length > 10 ? true : undefined));
			return { workflow, id };
		}

		async function startAgain(): Promise<void> {
			n8n = await stage.startAnother({});
			session = await Session.open(n8n.url, owner);
			executions = await Executions.open(session, n8n.url);
		}

		test('by a restart, all contacts are created before it stops', async () => {
			const { id } = await runHalf();
			await n8n.stop();
			await startAgain();
			expect((await executions.ended(id)).status).toBe('success');
			expect(created('again')).toEqual([...all].sort());
		});

		test('by a crash, nothing is sent by itself, and a second run creates only what is missing', async () => {
			const { id, workflow } = await runHalf();
			await n8n.kill();
			const { total } = stage.sandbox.counts;
			await startAgain();
			expect((await executions.ended(id)).status).toBe('crashed');
			expect(stage.sandbox.counts.total).toBe(total);
			const second = await executions.run(workflow);
			expect(itemsOf(second, 'Service').map(({ json }) => json.email)).toEqual(all);
			expect(created('again')).toEqual([...all].sort());
		});
	});
});
