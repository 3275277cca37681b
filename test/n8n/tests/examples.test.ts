import type { Browser } from 'playwright-core';
import { readExample, readExamples, withCredential } from '../../../tools/editor/examples';
import type { StoredWorkflow } from '../stage/session';
import { ask } from '../../sandbox/support';
import { EditorPage, openBrowser } from '../stage/editorPage';
import { itemsOf } from '../stage/executions';
import { owner, stageForTests } from '../stage/stage';

describe('an example in a real n8n', () => {
	const stage = stageForTests();

	async function imported(name: string): Promise<StoredWorkflow> {
		return await stage().session.createWorkflow(
			withCredential(readExample(name), stage().credential),
		);
	}

	/** Runs a workflow from its schedule; returns what its last node gives. */
	async function run(workflow: StoredWorkflow, trigger: string, last: string) {
		const execution = await stage().executions.run(workflow, trigger);
		expect(execution.data?.resultData.error?.message).toBeUndefined();
		return itemsOf(execution, last).map(({ json }) => json);
	}

	test('uses only nodes and versions that n8n has', async () => {
		const types = await stage().session.response<
			Array<{ name: string; version: number | number[] }>
		>('GET', '/types/nodes.json');
		const known = new Set(
			types.flatMap(({ name, version }) => [version].flat().map((each) => `${name} ${each}`)),
		);
		const used = readExamples()
			.flatMap(({ nodes }) => nodes)
			.map(({ type, typeVersion }) => `${type} ${typeVersion as number}`);
		expect(used.filter((each) => !known.has(each))).toEqual([]);
	});

	describe('on the canvas', () => {
		let browser: Browser;
		let editor: EditorPage;

		beforeAll(async () => {
			browser = await openBrowser();
			editor = await EditorPage.signIn(browser, stage().n8n.url, owner);
		});
		afterAll(async () => await browser?.close());

		test.each(readExamples())(
			'shows the whole text of each note: $name',
			async ({ name, nodes }) => {
				await editor.openWorkflow(await imported(name));
				const notes = await editor.notes();

				expect(notes).toHaveLength(nodes.filter(({ type }) => type.endsWith('stickyNote')).length);
				expect(notes.filter(({ cutOff }) => cutOff > 0)).toEqual([]);
			},
		);
	});

	test('hands each new contact on in one run, and in no later one', async () => {
		const workflow = await imported('New contacts since the last run');
		// n8n looks for the contacts of the last two days.
		stage().sandbox.state.now = Date.now;
		const newContacts = async () =>
			(await run(workflow, 'Every 15 minutes', 'New contacts only')).map(({ email }) => email);
		const arrive = async (email: string) =>
			await ask(stage().sandbox, 'POST contacts', { body: { email } });
		await arrive('first@example.com');
		expect(await newContacts()).toEqual(['first@example.com']);
		expect(await newContacts()).toEqual([]);
		await arrive('second@example.com');
		await arrive('third@example.com');
		expect(await newContacts()).toEqual(['second@example.com', 'third@example.com']);
		expect(await newContacts()).toEqual([]);
	});

	test('hands on the templates that fell below 90 % since the run before, once', async () => {
		const workflow = await imported('Message templates that became worse');
		const { templateRows } = stage().sandbox.state;
		const worse = async () =>
			(await run(workflow, 'Every morning at 8', 'Above 90 % yesterday')).map(
				({ template_name: name, language }) => `${name as string} ${language as string}`,
			);
		expect(await worse()).toEqual([]);
		const row = templateRows.find(({ template_name: name }) => name === 'appointment_reminder');
		Object.assign(row ?? {}, { total_delivered: 200, delivery_rate: 0.46 });
		expect(await worse()).toEqual(['appointment_reminder en']);
		expect(await worse()).toEqual([]);
	});
});
