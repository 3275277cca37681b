import type { StoredWorkflow } from '../stage/session';

import { EditorPage, openBrowser } from '../stage/editorPage';
import { callWebhook, itemsOf, until } from '../stage/executions';
import { owner, stageForTests } from '../stage/stage';
import { byId, chain, list, n8nNode, start, webhookAt } from '../stage/workflows';

const windowMs = 8000;
const gone = 999999;
const emails = (name: string, count: number) =>
	Array.from({ length: count }, (_, i) => `${name}${i}@example.com`);
const persons = (of: string[]) => list(`${JSON.stringify(of)}.map((email) => ({ email }))`);

describe('a node of the package', () => {
	const stage = stageForTests();
	beforeEach(() => stage().sandbox.reset());

	const create = (options = {}) =>
		stage().node('contact', {
			operation: 'create',
			email: '={{ $json.email }}',
			onDuplicate: 'continue',
			options,
		});
	const deletion = (label: string, options = {}) =>
		stage().node('label', { operation: 'delete', labelId: byId(label), options });
	/** The contacts that the service has of an import, even if the response was lost. */
	const created = (name: string) =>
		stage()
			.sandbox.state.contacts.all.map(({ email }) => `${email}`)
			.filter((email) => email.startsWith(name))
			.sort();

	describe('while it rests because of a rate limit', () => {
		async function resting(settings = {}): Promise<StoredWorkflow> {
			stage().sandbox.configure({ rateLimit: { requests: 2, windowMs } });
			const chained = chain('Rest', [start, persons(emails('rest', 40)), create()]);
			return await stage().session.createWorkflow({ ...chained, settings });
		}

		/** Nothing arrives in the next window, in which the service would let requests through. */
		async function expectQuiet(): Promise<void> {
			const { total } = stage().sandbox.counts;
			const open = (Math.floor(Date.now() / windowMs) + 1) * windowMs + 1500;
			await until(async () => (Date.now() > open ? true : undefined));
			expect(stage().sandbox.counts.total).toBe(total);
		}

		test('ends at once when the Stop button is clicked, and sends nothing more', async () => {
			const browser = await openBrowser();
			const editor = await EditorPage.signIn(browser, stage().n8n.url, owner);
			await editor.openWorkflow(await resting());
			await editor.byId('execute-workflow-button').click();
			await until(async () => (stage().sandbox.counts.statuses['429'] ? true : undefined));
			await editor.byId('stop-execution-button').click();
			const clicked = Date.now();
			await editor.byId('stop-execution-button').waitFor({ state: 'hidden' });
			expect(Date.now() - clicked).toBeLessThan(3000);
			await expectQuiet();
			await browser.close();
		});

		test('ends at the time-out of the workflow with what was done, and sends nothing more', async () => {
			const execution = await stage().executions.run(await resting({ executionTimeout: 3 }));
			expect(execution.status).toBe('canceled');
			const done = itemsOf(execution, 'Service').map(({ json }) => json.email);
			expect(done.sort()).toEqual(created('rest'));
			await expectQuiet();
		});
	});

	test('tells the error workflow what the service said, of which item, and what to do', async () => {
		const handler = await stage().store('Handler', n8nNode('errorTrigger', 1, {}));
		await stage().session.activate(handler);
		const workflow = await stage().session.createWorkflow({
			...chain('Fails', [webhookAt('fails'), deletion(`${gone}`)]),
			settings: { errorWorkflow: handler.id },
		});
		await stage().session.activate(workflow);
		await callWebhook(`${stage().n8n.url}/webhook/fails`, {});
		const execution = await stage().executions.firstOf(handler);
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
		expect(JSON.stringify(json)).not.toContain(stage().sandbox.tokens.administrator);
	});

	describe('when n8n ends in the middle', () => {
		const all = emails('again', 60);

		async function runHalf() {
			stage().sandbox.configure({ latencyMs: 100 });
			const options = { maxConcurrentRequests: 2 };
			const workflow = await stage().store('Half', start, persons(all), create(options));
			const id = await stage().executions.start(workflow);
			await until(async () => (created('again').length > 10 ? true : undefined));
			return { workflow, id };
		}

		test('by a restart, all contacts are created before it stops', async () => {
			const { id } = await runHalf();
			await stage().n8n.stop();
			await stage().startAgain();
			expect((await stage().executions.ended(id)).status).toBe('success');
			expect(created('again')).toEqual([...all].sort());
		});

		test('by a crash, nothing is sent by itself, and a second run creates only what is missing', async () => {
			const { id, workflow } = await runHalf();
			await stage().n8n.kill();
			const { total } = stage().sandbox.counts;
			await stage().startAgain();
			expect((await stage().executions.ended(id)).status).toBe('crashed');
			expect(stage().sandbox.counts.total).toBe(total);
			const second = await stage().executions.run(workflow);
			expect(itemsOf(second, 'Service').map(({ json }) => json.email)).toEqual(all);
			expect(created('again')).toEqual([...all].sort());
		});
	});
});
