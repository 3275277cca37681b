import type { Browser } from 'playwright-core';
import { readExamples, withCredential } from '../../../tools/editor/examples';
import type { Stored } from '../../../tools/editor/session';
import { CASES } from '../../cases';
import { EditorPage, openBrowser } from '../stage/editorPage';
import { openStage, owner, type Stage } from '../stage/stage';
import { chain, packageNode, start, store } from '../stage/workflows';

interface Task {
	node: string;
	action: string;
	/** Fills the form of the open node. */
	fill: (editor: EditorPage) => Promise<void>;
	/** Texts of the output panel. */
	shows: string[];
}

const tasks: Task[] = [
	{
		node: 'Contact',
		action: 'Create contact',
		fill: async (editor) => {
			await editor.pickFromList('inboxId', 'Website chat');
			await editor.type('name', 'Ada Lovelace');
			await editor.type('email', 'ada@example.com');
		},
		shows: ['1 item', 'ada@example.com'],
	},
	{
		node: 'Contact',
		action: 'Filter contacts',
		fill: async (editor) => {
			await editor.addCondition();
			await editor.choose('attribute', 'Email');
			await editor.choose('operator', 'Contains');
			await editor.type('value', '@');
		},
		shows: ['items'],
	},
	{
		node: 'Contact',
		action: 'Search contacts',
		fill: async (editor) => await editor.type('query', '@'),
		shows: ['items', '@'],
	},
	{
		node: 'Automation Rule',
		action: 'Update automation rule',
		fill: async (editor) => {
			await editor.pickFromList('automationRuleId', 'Label billing questions');
			await editor.addTo('Add field', 'Active');
		},
		shows: ['1 item', 'active'],
	},
	{
		node: 'Messaging Flow',
		action: 'Create messaging flow',
		fill: async (editor) => {
			await editor.type('name', 'Survey');
			await editor.pickFromList('inboxId', 'Website chat');
			await editor.type('endpointUri', 'https://flows.example.com/survey');
			await editor.type('flowJson', '{"version":"3.0"}');
		},
		shows: ['1 item', 'draft'],
	},
	{
		node: 'Appointment',
		action: 'Reschedule appointment',
		fill: async (editor) => {
			await editor.type('appointmentId', '1');
			await editor.field('appointmentAt').locator('input').click();
			await editor.page.getByRole('button', { name: 'Now' }).click();
		},
		shows: ['1 item', 'appointment_at'],
	},
	{
		node: 'Appointment',
		action: 'Complete appointment',
		fill: async (editor) => await editor.type('appointmentId', '2'),
		shows: ['1 item', 'completed'],
	},
	{
		node: 'Inbox',
		action: 'Get agents of inbox',
		fill: async (editor) => await editor.pickFromList('inboxId', 'Website chat'),
		shows: ['item', 'agent'],
	},
	{
		node: 'Integration',
		action: 'Get integration apps',
		fill: async () => {},
		shows: ['items', 'hook_type'],
	},
	{
		node: 'Agent Bot',
		action: 'Delete agent bot',
		fill: async (editor) => {
			await editor.pickFromList('agentBotId', 'Concierge');
		},
		shows: ['1 item', 'deleted'],
	},
	{
		node: 'Label',
		action: 'Delete label',
		fill: async (editor) => await editor.pickFromList('labelId', 'billing'),
		shows: ['1 item', 'deleted'],
	},
	{
		node: 'Outbound Report',
		action: 'Get outbound report by template',
		fill: async () => {},
		shows: ['items', 'template_name'],
	},
	{
		node: 'Catalog',
		action: 'Push catalog to partner',
		fill: async (editor) => await editor.type('catalogId', '1'),
		shows: ['1 item'],
	},
];

describe("n8n's editor with the packed package", () => {
	let stage: Stage;
	let browser: Browser;
	let editor: EditorPage;

	beforeAll(async () => {
		[stage, browser] = await Promise.all([openStage(), openBrowser()]);
		editor = await EditorPage.signIn(browser, stage.n8n.url, owner);
	});
	afterAll(async () => {
		await browser?.close();
		await stage?.close();
	});

	test('finds all nodes in the node panel', async () => {
		await editor.newWorkflow();
		await editor.searchNodes('customer conversation');
		await editor.foundNodes().nth(9).waitFor();
		const names = await editor.foundNodes().allTextContents();
		const own = new Set(tasks.map(({ node }) => `Customer Conversation ${node}`));
		expect(new Set(names.map((name) => name.trim()))).toEqual(own);
		await editor.screenshot('node-panel');
	});

	test.each(tasks)(
		'$action: fits the screen, configured by clicking, run, seen',
		async ({ node, action, fill, shows }) => {
			await editor.newWorkflow();
			await editor.add(`Customer Conversation ${node}`, action);
			const addOption = editor.byId('node-parameters').getByPlaceholder('Add option').first();
			expect(await editor.bottomOf(addOption)).toBeLessThan(875);
			await fill(editor);
			await editor.screenshotOfForm(
				CASES.find(({ operation }) => operation.action === action)?.id ?? action,
			);
			await editor.execute();
			for (const text of shows) await editor.output().getByText(text).first().waitFor();
		},
	);

	test('shows the fields of a node before it ever ran, and lets them be dragged', async () => {
		await editor.openWorkflow(await searchThenCreate());
		await editor.openNode('Create');
		await editor.input().getByText('Usually outputs the following fields').waitFor();
		await editor.drag('email', 'email');
		await editor.field('email').getByText('$json.email').waitFor();
	});

	test('drags an expression from one node into the next', async () => {
		await editor.openWorkflow(await searchThenCreate());
		await editor.openNode('Search');
		await editor.execute();
		await editor.closeNode();
		await editor.openNode('Create');
		await editor.drag('name', 'name');
		await editor.field('name').getByText('{{ $json.name }}').waitFor();
		await editor.byId('inline-expression-editor-output').getByText('Dmitri Eriksen').waitFor();
		await editor.screenshot('node');
	});

	test('builds a filter of two conditions by clicking', async () => {
		await editor.newWorkflow();
		await editor.add('Customer Conversation Contact', 'Filter contacts');
		await editor.addCondition();
		await editor.choose('attribute', 'City');
		await editor.type('value', 'Berlin');
		await editor.addCondition();
		await editor.choose('attribute', 'Email', 1);
		await editor.choose('operator', 'Contains', 1);
		await editor.type('value', '@', 1);
		await editor.field('attribute').scrollIntoViewIfNeeded();
		await editor.screenshot('filter-builder');
		await editor.execute();
		await editor.output().getByText('@example.com').first().waitFor();
	});

	test('gives each condition of a filter the operator and the value that fit it, empty', async () => {
		await editor.newWorkflow();
		await editor.add('Customer Conversation Contact', 'Filter contacts');
		for (const [row, attribute] of ['Email', 'Email', 'Created At', 'Blocked'].entries()) {
			await editor.addCondition();
			await editor.choose('attribute', attribute, row);
		}
		expect([await editor.textOf('value', 0), await editor.textOf('value', 1)]).toEqual(['', '']);
		await editor.field('date').waitFor();
		await editor.field('blocked').waitFor();
		expect(await editor.byId('parameter-issues').count()).toBe(0);
	});

	test('says in a list that cannot be loaded what to do about it', async () => {
		const { url } = stage.sandbox;
		const data = { baseUrl: url, apiAccessToken: 'wrong', accountId: '1' };
		const type = 'customerConversationApi';
		const wrong = await stage.session.saveCredential({ name: 'Wrong', type, data });
		const labelId = { __rl: true, mode: 'list', value: '' };
		const node = packageNode('label', { labelId }, wrong);
		await editor.openWorkflow(await store(stage.session, 'Picker', start, node));
		await editor.openNode('Service');
		await editor.openList('labelId');
		await editor.page.getByText("Check 'API Access Token' in the credential").waitFor();
	});

	test('shows on the screen what the service refused', async () => {
		await editor.openWorkflow(
			await store(stage.session, 'Refused', start, deletion('999999', 'stopWorkflow')),
		);
		await editor.openNode('Service');
		await editor.execute();
		await editor.byId('node-error-message').getByText('could not be found').waitFor();
		await editor.byId('node-error-description').getByText('Check').waitFor();
	});

	test('follows the error branch', async () => {
		const labels = {
			...start,
			id: 'labels',
			name: 'Labels',
			type: 'n8n-nodes-base.code',
			typeVersion: 2,
			parameters: { jsCode: 'return [{ json: { label: 4 } }, { json: { label: 999999 } }]' },
		};
		const end = (name: string) => ({ ...start, id: name, name, type: 'n8n-nodes-base.noOp' });
		const deleting = deletion('={{ $json.label }}', 'continueErrorOutput');
		const workflow = chain('Branches', [start, labels, deleting]);
		const branches = ['Deleted', 'Failed'].map((node) => [{ node, type: 'main', index: 0 }]);
		workflow.connections[deleting.name] = { main: branches };
		workflow.nodes.push(
			{ ...end('Deleted'), position: [660, -100] },
			{ ...end('Failed'), position: [660, 120] },
		);
		await editor.openWorkflow(await stage.session.createWorkflow(workflow));
		await editor.executeWorkflow();
		await editor.screenshot('execution');
		await editor.openNode('Failed');
		await editor.input().getByText('999999').first().waitFor();
		await editor.input().getByText('could not be found').first().waitFor();
	});

	test('runs the report recipe', async () => {
		const report = readExamples().find(({ name }) => /delivered badly/.test(name));
		if (!report) throw new Error('the report recipe has another name now');
		await editor.openWorkflow(
			await stage.session.createWorkflow(withCredential(report, stage.credential)),
		);
		await editor.executeWorkflow();
		await editor.screenshot('report-recipe');
	});

	test('tests the credential, and says what is wrong with a wrong token', async () => {
		await editor.createCredential('Customer Conversation API');
		await editor.type('baseUrl', stage.sandbox.url);
		await editor.type('apiAccessToken', 'wrong');
		await editor.type('accountId', '1');
		await editor.byId('credential-save-button').click();
		await editor.page.getByText('More details').click();
		await editor.page.getByText('did not accept the token').first().waitFor();
		await editor.type('apiAccessToken', stage.sandbox.tokens.administrator);
		await editor.byId('credential-save-button').click();
		await editor.page.getByText('Connection tested successfully').waitFor();
	});
	afterEach(async () => {
		const stored = await stage.session.request<Stored[]>('GET', '/rest/credentials');
		for (const { id } of stored.filter((each) => each.id !== stage.credential.id)) {
			await stage.session.request('DELETE', `/rest/credentials/${id}`);
		}
	});

	const deletion = (value: string, onError: string) =>
		packageNode(
			'label',
			{ operation: 'delete', labelId: { __rl: true, mode: 'id', value } },
			stage.credential,
			{ onError },
		);

	async function searchThenCreate(): Promise<Stored> {
		const search = { operation: 'search', query: '@', limit: 5 };
		return await store(
			stage.session,
			'Search, then create',
			start,
			packageNode('contact', search, stage.credential, { id: 'search', name: 'Search' }),
			packageNode('contact', { operation: 'create' }, stage.credential, { name: 'Create' }),
		);
	}
});
