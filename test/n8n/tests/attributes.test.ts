import { mapped } from '../../../cases/operationCase';
import { customAttributesField } from '../../../nodes/Contact/customAttributes';
import { editorForTests } from '../stage/editorPage';
import { until } from '../stage/executions';
import { fill } from '../stage/form';
import { stageForTests } from '../stage/stage';
import { start } from '../stage/workflows';

const LIST = 'customAttributeDefinitionList';

describe('custom attributes of a contact', () => {
	const stage = stageForTests();
	const editor = editorForTests(stage);
	beforeEach(() => stage().sandbox.reset());

	/** Opens a node that creates a contact with this mapping. */
	async function openCreate(customAttributes?: unknown): Promise<void> {
		const mapping = customAttributes === undefined ? {} : { customAttributes };
		const parameters = { operation: 'create', name: 'Ada', ...mapping };
		const node = stage().node('contact', parameters);
		await editor().openWorkflow(await stage().store('Attributes', start, node));
		await editor().openNode('Service');
	}

	const add = () => editor().byId('add-fields-select').getByRole('button');
	const notice = () => editor().byId('empty-fields-notice');

	/** Waits until the editor has loaded the list of attributes this many times. */
	async function listLoaded(times: number): Promise<void> {
		const loads = () => stage().sandbox.requests.filter(({ operation }) => operation === LIST);
		await until(async () => loads().length >= times || undefined);
		// The editor has drawn its result when the menu is there again.
		await editor().byId('mapping-fields-container').waitFor();
	}

	/** Runs the open node, and returns the custom attributes that the service receives. */
	async function sent(): Promise<unknown> {
		await editor().execute();
		// The output of an earlier run looks like that of this one.
		const create = await until(async () =>
			stage().sandbox.requests.find(({ operation }) => operation === 'contactCreate'),
		);
		return (create.body as { custom_attributes?: unknown }).custom_attributes;
	}

	test('are not sent because a form was opened, even twice', async () => {
		await openCreate();
		await add().waitFor();
		await editor().closeNode();
		await editor().openNode('Service');
		await add().waitFor();
		expect(await sent()).toBeUndefined();
	});

	test('are mapped one by one, each with a control of its own', async () => {
		const types = {
			plan: ['free', 'gold'],
			score: 'number',
			signed_up_at: 'dateTime',
			vip: 'boolean',
			website: 'string',
		};
		const value = {
			plan: 'gold',
			score: 7,
			signed_up_at: '2026-01-31 00:00:00',
			vip: true,
			website: 'https://example.com',
		};
		await openCreate();
		await add().waitFor();
		await fill(editor(), [customAttributesField], {
			customAttributes: mapped(value, types),
		});
		expect(await sent()).toEqual({ ...value, signed_up_at: '2026-01-31' });
	});

	test('are not sent because all were added, but a checkbox of which False is chosen is', async () => {
		await openCreate();
		await add().waitFor();
		await editor().attributesMenu('Add All Attributes');
		await editor().field('vip').waitFor();
		expect(await sent()).toBeUndefined();
		stage().sandbox.reset();
		await editor().choose('vip', 'False');
		expect(await sent()).toEqual({ vip: false });
	});

	const STORED = mapped(
		{ plan: '={{ "Gold" }}', vip: true, score: 5 },
		{ plan: ['free', 'gold'], vip: 'boolean', score: 'number' },
	);

	// Relied on in Contact/mapperFields.ts: n8n deletes a mapped value in the editor if its field isn't in the list
	// that is loaded.
	test('are kept if the list cannot be loaded again', async () => {
		stage().sandbox.setFault({ kind: 'status', status: 503, operation: LIST });
		await openCreate(STORED);
		await listLoaded(1);
		await editor().attributesMenu('Refresh Attribute List');
		await listLoaded(2);
		stage().sandbox.setFault(null);
		expect(await sent()).toEqual({ plan: 'gold', vip: true, score: 5 });
	});

	test('are kept if the service no longer has them, and the service decides', async () => {
		await openCreate(mapped({ gone: 'x', vip: true }, { gone: 'string', vip: 'boolean' }));
		await listLoaded(1);
		await editor().attributesMenu('Refresh Attribute List');
		await listLoaded(2);
		expect(await sent()).toEqual({ gone: 'x', vip: true });
		await editor().output().getByText('Custom attribute gone is not defined').first().waitFor();
	});

	test('of a workflow that was written by hand are sent by their keys, and nothing else', async () => {
		await openCreate({ mappingMode: 'defineBelow', value: { score: 5, gone: 'x' } });
		await editor().field('gone').waitFor();
		await editor().field('newsletter').waitFor();
		expect(await sent()).toEqual({ score: 5, gone: 'x' });
	});

	test('have the reason in their place if the list cannot be loaded', async () => {
		stage().sandbox.setFault({ kind: 'status', status: 503, operation: LIST });
		await openCreate();
		await notice().getByText("couldn't be loaded").waitFor();
		expect(await sent()).toBeUndefined();
		stage().sandbox.setFault(null);
		await editor().closeNode();
		await editor().openNode('Service');
		await add().waitFor();
	});
});
