import { packageNodes } from '../../../tools/editor/install';
import type { Stored } from '../../../tools/editor/examples';
import { propertiesOf } from '../../../nodes/shared/form/fields';
import { CASES, type NamedCase } from '../../../cases';
import { editorForTests } from '../stage/editorPage';
import { until } from '../stage/executions';
import { fill, type Field } from '../stage/form';
import { stageForTests } from '../stage/stage';
import { byId, chain, list, n8nNode, packageNode, start } from '../stage/workflows';

const nodeName = ({ title }: NamedCase) => `Customer Conversation ${title.split(':')[0]}`;

describe("n8n's editor with the packed package", () => {
	const stage = stageForTests();
	const editor = editorForTests(stage);
	afterEach(async () => {
		const stored = await stage().session.request<Stored[]>('GET', '/rest/credentials');
		for (const { id } of stored.filter((each) => each.id !== stage().credential.id)) {
			await stage().session.request('DELETE', `/rest/credentials/${id}`);
		}
	});

	test('finds all nodes in the node panel', async () => {
		await editor().newWorkflow();
		await editor().searchNodes('customer conversation');
		const last = editor()
			.foundNodes()
			.nth(packageNodes.length - 1);
		await last.waitFor();
		const names = await editor().foundNodes().allTextContents();
		expect(new Set(names.map((name) => name.trim()))).toEqual(new Set(CASES.map(nodeName)));
	});

	describe.each(CASES)('$title', (one) => {
		const { fields, action } = one.operation;

		test('fits the screen, is filled in by clicking, and runs', async () => {
			stage().sandbox.reset();
			await editor().newWorkflow();
			await editor().add(nodeName(one), action);
			// Behind Additional Fields come only Simplify and Options, which few need.
			const hasMore = fields.some(({ name }) => name === 'additionalFields');
			const last = hasMore ? 'Add Field' : 'Add Option';
			const button = editor().byId('node-parameters').getByPlaceholder(last).first();
			expect(await editor().bottomOf(button)).toBeLessThan(875);
			await fill(editor(), fields, one.example);
			await editor().execute();
			const sent = stage().sandbox.requests.filter(({ operation }) => operation === one.id);
			expect(new Set(sent.map(({ problem }) => problem))).toEqual(new Set([undefined]));
		});

		test('shows all names whole and no red mark before anything is typed, with all that can be added', async () => {
			await editor().anyWorkflow();
			await editor().add(nodeName(one), action);
			for (const { type, placeholder = '', options: entries = [] } of propertiesOf(one.operation)) {
				const added = type === 'collection' ? (entries as Field[]) : [];
				for (const { displayName } of added) await editor().addTo(placeholder, displayName);
			}
			// Nothing is left to add: the other operations of the node have options of their own.
			const more = editor().byId('node-parameters').getByPlaceholder('Add Option');
			expect(await more.locator('visible=true').count()).toBe(0);
			expect(await editor().byId('parameter-issues').count()).toBe(0);
			expect(await editor().cutTexts()).toEqual([]);
		});
	});

	test('shows the fields of a node before it ever ran, and lets them be dragged', async () => {
		await editor().openWorkflow(await searchThenCreate());
		await editor().openNode('Create');
		await editor().input().getByText('Usually outputs the following fields').waitFor();
		await editor().drag('email', 'email');
		await editor().field('email').getByText('$json.email').waitFor();
	});

	test('warns before the run of a column that no row has', async () => {
		const rows = list("[{ name: 'Ann Lee', e_mail: 'ann@example.com' }]");
		const parameters = {
			operation: 'create',
			name: '={{ $json.name }}',
			email: '={{ $json.email }}',
		};
		await editor().openWorkflow(
			await stage().store('Misspelled', start, rows, stage().node('contact', parameters)),
		);
		await editor().openNode('List');
		await editor().execute();
		await editor().closeNode();
		await editor().openNode('Service');
		await editor().output().getByText("'Email' is blank: no input item has the column").waitFor();
		expect(await editor().output().getByText('has the column').count()).toBe(1);
	});

	test('drags an expression from one node into the next, which runs alone with what is there', async () => {
		await editor().openWorkflow(await searchThenCreate());
		await editor().openNode('Search');
		await editor().execute();
		await editor().closeNode();
		await editor().openNode('Create');
		await editor().drag('name', 'name');
		await editor().field('name').getByText('{{ $json.name }}').waitFor();
		await editor().byId('inline-expression-editor-output').getByText('Dmitri Eriksen').waitFor();
		stage().sandbox.reset();
		await editor().execute();
		expect(stage().sandbox.counts.operations).toEqual({ contactCreate: 5 });
	});

	test('builds a filter of two conditions by clicking', async () => {
		await editor().newWorkflow();
		await editor().add('Customer Conversation Contact', 'Filter contacts');
		await editor().addTo('Add Condition', '');
		await editor().choose('attribute', 'Email');
		await editor().choose('operator', 'Contains');
		await editor().type('value', '@example.com');
		await editor().addTo('Add Condition', '');
		await editor().choose('attribute', 'Blocked', 1);
		await editor().choose('blocked', 'No');
		await editor()
			.field('match')
			.evaluate((field) => field.scrollIntoView());
		await editor().execute();
		await editor().output().getByText('@example.com').first().waitFor();
	});

	test('chooses a choice of a list attribute in a filter, and another attribute empties it', async () => {
		await editor().newWorkflow();
		await editor().add('Customer Conversation Contact', 'Filter contacts');
		await editor().addTo('Add Condition', '');
		await editor().choose('attribute', 'Custom Attribute');
		await editor().pickFromList('customAttribute', 'Plan');
		await editor().pickFromList('choice');
		stage().sandbox.reset();
		await editor().execute();
		expect(await filtered()).toMatchObject([{ attribute_key: 'plan', values: ['free'] }]);
		await editor().openList('customAttribute');
		// The list of choices stays in the page, hidden.
		await editor().byId('rlc-item').getByText('Score · number').locator('visible=true').click();
		await editor().field('value').waitFor();
		expect(await editor().byId('resource-locator-choice').count()).toBe(0);
	});

	test('says that a typed value of a list attribute is not checked', async () => {
		await editor().newWorkflow();
		await editor().add('Customer Conversation Contact', 'Filter contacts');
		await editor().addTo('Add Condition', '');
		await editor().choose('attribute', 'Custom Attribute');
		await editor().pickFromList('customAttribute', 'Plan');
		await editor().enterByHand('choice', 'By Value', 'platinum');
		await editor().output().getByText("was typed and isn't checked").waitFor();
	});

	test('links the conditions of a filter one by one, saves, loads and sends the links', async () => {
		await editor().newWorkflow();
		await editor().add('Customer Conversation Contact', 'Filter contacts');
		for (const [row, value] of ['a', 'b', 'c'].entries()) {
			await editor().addTo('Add Condition', '');
			await editor().choose('operator', 'Contains', row);
			await editor().type('value', value, row);
		}
		expect(await editor().byId('parameter-input-queryOperator').count()).toBe(0);
		await editor().choose('match', 'Mixed: Set It in Each Condition');
		await editor().choose('queryOperator', 'Or', 0);
		await editor().closeNode();
		await until(async () => {
			const id = new URL(editor().page.url()).pathname.split('/').at(-1);
			const stored = await stage().session.request<unknown>('GET', `/rest/workflows/${id}`);
			return JSON.stringify(stored).includes('"queryOperator":"OR"') || undefined;
		});
		await editor().page.reload();
		await editor().openNode('Filter contacts');
		expect(await editor().textOf('queryOperator', 0)).toBe('Or');
		expect(await editor().textOf('queryOperator', 1)).toBe('And');
		stage().sandbox.reset();
		await editor().execute();
		const links = (await filtered()).map(({ query_operator }) => query_operator);
		expect(links).toEqual(['OR', 'AND', null]);
	});

	/** The conditions that the service receives. */
	async function filtered(): Promise<Array<Record<string, unknown>>> {
		const { body } = await until(async () =>
			stage().sandbox.requests.find(({ operation }) => operation === 'contactFilter'),
		);
		return (body as { payload: Array<Record<string, unknown>> }).payload;
	}

	test('gives each condition of a filter the operator and the value that fit it, empty', async () => {
		await editor().newWorkflow();
		await editor().add('Customer Conversation Contact', 'Filter contacts');
		for (const [row, attribute] of ['Email', 'Email', 'Created At', 'Blocked'].entries()) {
			await editor().addTo('Add Condition', '');
			await editor().choose('attribute', attribute, row);
		}
		expect([await editor().textOf('value', 0), await editor().textOf('value', 1)]).toEqual([
			'',
			'',
		]);
		await editor().field('date').waitFor();
		await editor().field('blocked').waitFor();
		expect(await editor().byId('parameter-issues').count()).toBe(0);
	});

	test('starts another attribute with an operator that fits it', async () => {
		await editor().newWorkflow();
		await editor().add('Customer Conversation Contact', 'Filter contacts');
		await editor().addTo('Add Condition', '');
		await editor().choose('operator', 'Contains');
		await editor().choose('attribute', 'Created At');
		expect(await editor().textOf('timeOperator')).toBe('Is After');
		await editor().choose('attribute', 'Blocked');
		expect(await editor().textOf('exactOperator')).toBe('Equals');
		expect(await editor().byId('parameter-issues').count()).toBe(0);
	});

	test('empties the record of a rule when another kind of record is wanted', async () => {
		await editor().newWorkflow();
		await editor().add('Customer Conversation Automation Rule', 'Update automation rule');
		await editor().addTo('Add Field', 'Replace All Actions');
		await editor().addTo('Add Action', '');
		await editor().choose('actionName', 'Assign Agent');
		await editor().pickFromList('id');
		await editor().choose('actionName', 'Assign Team');
		await editor().field('id').getByPlaceholder('Choose...').waitFor();
	});

	test('keeps the options that both operations have where the operation is changed', async () => {
		await editor().newWorkflow();
		await editor().add('Customer Conversation Appointment', 'Reschedule appointment');
		await editor().addTo('Add Option', 'Preview Only');
		await editor().addTo('Add Option', 'Account ID');
		await editor().type('accountId', '2');
		await editor().choose('operation', 'Complete');
		await editor().field('appointmentAt').waitFor({ state: 'detached' });
		expect(await editor().textOf('accountId')).toBe('2');
		await editor().page.getByText("'Preview Only' is on").waitFor();
	});

	test.each([
		['on', true],
		['an expression', '={{ true }}'],
	])(
		'says beside the output that nothing is sent while Preview Only is %s, from before it is run',
		async (_state, previewOnly) => {
			const preview = stage().node('label', { labelId: '4', options: { previewOnly } });
			await editor().openWorkflow(await stage().store('Preview', start, preview));
			await editor().openNode('Service');
			const hint = editor().output().getByText("'Preview Only' is on");
			await hint.waitFor();
			await editor().execute();
			await editor().output().getByText('DELETE').first().waitFor();
			await hint.waitFor();
		},
	);

	test('executes one step after the other of a workflow that was stored', async () => {
		const steps = ['First', 'Second'].map((name) => ({
			...stage().node('integration', { operation: 'getApps' }),
			id: name,
			name,
		}));
		await editor().openWorkflow(await stage().store('Steps', start, ...steps));
		for (const { name } of steps) {
			await editor().openNode(name);
			await editor().execute();
			await editor().closeNode();
		}
	});

	test('says in a list that cannot be loaded what to do about it', async () => {
		const { url } = stage().sandbox;
		const data = { baseUrl: url, apiAccessToken: 'wrong', accountId: '1' };
		const type = 'customerConversationApi';
		const wrong = await stage().session.saveCredential({ name: 'Wrong', type, data });
		const labelId = { __rl: true, mode: 'list', value: '' };
		const node = packageNode('label', { labelId }, wrong);
		await editor().openWorkflow(await stage().store('Picker', start, node));
		await editor().openNode('Service');
		await editor().openList('labelId');
		await editor().page.getByText("Check 'API Access Token' in the credential").waitFor();
	});

	test('shows on the screen what the service refused', async () => {
		await editor().openWorkflow(
			await stage().store('Refused', start, deletion('999999', 'stopWorkflow')),
		);
		await editor().openNode('Service');
		await editor().execute();
		await editor().byId('node-error-message').getByText('could not be found').waitFor();
		await editor().byId('node-error-description').getByText('Check').waitFor();
	});

	test('follows the error branch', async () => {
		const labels = list('[{ label: 4 }, { label: 999999 }]');
		const end = (name: string) => n8nNode('noOp', 1, {}, name);
		const deleting = deletion('={{ $json.label }}', 'continueErrorOutput');
		const workflow = chain('Branches', [start, labels, deleting]);
		const branches = ['Deleted', 'Failed'].map((node) => [{ node, type: 'main', index: 0 }]);
		workflow.connections[deleting.name] = { main: branches };
		workflow.nodes.push(
			{ ...end('Deleted'), position: [660, -100] },
			{ ...end('Failed'), position: [660, 120] },
		);
		await editor().openWorkflow(await stage().session.createWorkflow(workflow));
		await editor().executeWorkflow();
		await editor().openNode('Failed');
		await editor().input().getByText('999999').first().waitFor();
		await editor().input().getByText('could not be found').first().waitFor();
	});

	test('tests the credential, and says what is wrong with a wrong token', async () => {
		await editor().createCredential('Customer Conversation API');
		await editor().type('baseUrl', stage().sandbox.url);
		await editor().type('apiAccessToken', 'wrong');
		await editor().type('accountId', '1');
		await editor().byId('credential-save-button').click();
		await editor().page.getByText('More details').click();
		await editor().page.getByText('did not accept the token').first().waitFor();
		await editor().type('apiAccessToken', stage().sandbox.tokens.administrator);
		await editor().byId('credential-save-button').click();
		await editor().page.getByText('Connection tested successfully').waitFor();
	});

	const deletion = (label: string, onError: string) =>
		stage().node('label', { operation: 'delete', labelId: byId(label) }, { onError });

	async function searchThenCreate(): Promise<Stored> {
		const search = { operation: 'search', query: '@', limit: 5 };
		return await stage().store(
			'Search, then create',
			start,
			stage().node('contact', search, { id: 'search', name: 'Search' }),
			stage().node('contact', { operation: 'create' }, { name: 'Create' }),
		);
	}
});
