import { readExample, readExamples } from '../../../tools/editor/examples';
import { ask } from '../../sandbox/support';
import { editorForTests } from '../stage/editorPage';
import { openExample } from '../stage/example';
import { itemsOf } from '../stage/executions';
import type { StoredWorkflow } from '../stage/session';
import { openSlack, type Slack } from '../stage/slack';
import { openStage, type Stage } from '../stage/stage';

describe('an example in a real n8n', () => {
	let slack: Slack;
	let stage: Stage;

	beforeAll(async () => {
		slack = await openSlack();
		stage = await openStage(slack.env);
	}, 300_000);
	beforeEach(() => void slack.messages.splice(0));
	afterAll(async () => {
		await stage?.close();
		slack?.close();
	});

	/** Stores an example with credentials for the mock servers. */
	async function imported(name: string): Promise<StoredWorkflow> {
		const slackApi = await stage.session.saveCredential({
			name: 'Slack',
			type: 'slackApi',
			data: { accessToken: 'xoxb-test' },
		});
		const example = openExample(stage, readExample(name), { slackApi });
		return await stage.session.createWorkflow(example);
	}

	/** Runs a workflow from its schedule; returns what its last node gives. */
	async function run(workflow: StoredWorkflow, trigger: string, last: string) {
		const execution = await stage.executions.run(workflow, trigger);
		expect(execution.data?.resultData.error?.message).toBeUndefined();
		return itemsOf(execution, last).map(({ json }) => json);
	}

	test('uses only nodes and versions that n8n has', async () => {
		const types = await stage.session.response<Array<{ name: string; version: number | number[] }>>(
			'GET',
			'/types/nodes.json',
		);
		const known = new Set(
			types.flatMap(({ name, version }) => [version].flat().map((each) => `${name} ${each}`)),
		);
		const used = readExamples()
			.flatMap(({ nodes }) => nodes)
			.map(({ type, typeVersion }) => `${type} ${typeVersion as number}`);
		expect(used.filter((each) => !known.has(each))).toEqual([]);
	});

	describe('on the canvas', () => {
		const editor = editorForTests(() => stage);

		test.each(readExamples())(
			'shows the whole text of each note: $name',
			async ({ name, nodes }) => {
				await editor().openWorkflow(await imported(name));
				const notes = await editor().notes();

				expect(notes).toHaveLength(nodes.filter(({ type }) => type.endsWith('stickyNote')).length);
				expect(notes.filter(({ cutOff }) => cutOff > 0)).toEqual([]);
			},
		);
	});

	test('hands each new contact on in one run, and in no later one', async () => {
		const workflow = await imported('Get only new contacts');
		// n8n looks for the contacts of the last two days.
		stage.sandbox.state.now = Date.now;
		const newContacts = async () =>
			(await run(workflow, 'Every 15 minutes', 'New contacts only')).map(({ email }) => email);
		const arrive = async (email: string) =>
			await ask(stage.sandbox, 'POST contacts', { body: { email } });
		await arrive('first@example.com');
		expect(await newContacts()).toEqual(['first@example.com']);
		expect(await newContacts()).toEqual([]);
		await arrive('second@example.com');
		await arrive('third@example.com');
		expect(await newContacts()).toEqual(['second@example.com', 'third@example.com']);
		expect(await newContacts()).toEqual([]);
	});

	test('sends an alert about the templates that fell below 90% since the run before, once', async () => {
		const workflow = await imported('Alert a Slack channel when message templates get worse');
		const { templateRows } = stage.sandbox.state;
		const alerts = async () => {
			slack.messages.splice(0);
			await run(workflow, 'Every morning at 8', 'Save for tomorrow');
			return slack.messages.map(({ text }) => text.split('\n').slice(1));
		};
		expect(await alerts()).toEqual([]);
		const row = templateRows.find(({ template_name: name }) => name === 'appointment_reminder');
		Object.assign(row ?? {}, { total_delivered: 200, delivery_rate: 0.46 });
		expect(await alerts()).toEqual([
			[expect.stringMatching(/^appointment_reminder \(en\): \d+% of/)],
		]);
		expect(await alerts()).toEqual([]);
	});
});
