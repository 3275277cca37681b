import { DIALECT_NAMES, type DialectName, type State } from '../../tools/sandbox';
import { ask, askFor, sandboxForTests } from './support';

const RULE = 'PATCH automation_rules/2';
const MOVE = { appointment_at: '2027-03-01T10:00:00+01:00' };
const FLOW = { name: 'New', inbox_id: 3, flow_json: {} };

function conditions(...joins: (string | null)[]): object {
	const item = { attribute_key: 'status', filter_operator: 'equal_to', values: ['open'] };
	return { conditions: joins.map((query_operator) => ({ ...item, query_operator })) };
}

describe.each(DIALECT_NAMES)('in the %s dialect', (dialect) => {
	const sandbox = sandboxForTests({ dialect });

	test.each<[string, string, object, (state: State) => unknown, unknown]>([
		[
			'a field of a rule is changed',
			RULE,
			{ active: false },
			({ automationRules: [, rule] }) => rule,
			{ active: false, name: 'Important customers first' },
		],
		[
			'a list of a rule is replaced as a whole',
			RULE,
			{ actions: [{ action_name: 'mute_conversation' }] },
			({ automationRules: [, rule] }) => rule.actions,
			[{ action_name: 'mute_conversation', action_params: [] }],
		],
		[
			'a flow begins as a draft',
			'POST messaging_flows',
			FLOW,
			({ messagingFlows: [, flow] }) => flow,
			{ id: 2, status: 'draft', flow_json: {} },
		],
		[
			'an appointment is moved',
			'POST appointments/2/reschedule',
			MOVE,
			({ appointments: [, appointment] }) => appointment,
			{ ...MOVE, notes: 'First visit' },
		],
		[
			'a catalog is pushed from its source',
			'POST catalogs/1/push_to_partner',
			{ source_catalog_id: 3 },
			({ catalogPushes }) => catalogPushes,
			[{ catalog_id: 1, source_catalog_id: 3, products: 5 }],
		],
	])('%s', async (_what, request, body, read, expected) => {
		expect((await askFor(sandbox(), request, { body })).status).toBeLessThan(300);
		expect(read(sandbox().state)).toMatchObject(expected as object);
	});

	test.each([
		['POST appointments/1/complete', 422],
		['DELETE agent_bots/1', 404],
		['DELETE labels/1', 404],
	])('%s works once and then answers %i', async (request, status) => {
		expect((await askFor(sandbox(), request)).status).toBeLessThan(300);
		expect((await askFor(sandbox(), request)).status).toBe(status);
	});

	test.each<[string, object | undefined, number, string]>([
		['PATCH automation_rules/1', conditions(null, null), 422, 'should have query operator'],
		['POST appointments/13/reschedule', MOVE, 422, 'Current status: completed'],
		['POST appointments/999/complete', undefined, 404, 'could not be found'],
		['POST catalogs/3/push_to_partner', undefined, 422, '{"error":"Catalog is not connected'],
		['GET inbox_members/99', undefined, 404, 'could not be found'],
		['DELETE agent_bots/3', undefined, 404, 'could not be found'],
	])('%s with %j is answered with %i', async (request, body, status, words) => {
		const reply = await askFor(sandbox(), request, { body });

		expect(reply.status).toBe(status);
		expect(reply.text).toContain(words);
	});

	test.each([
		['inbox_members/2', { payload: [{ id: 1 }, { id: 2 }, { id: 4 }] }],
		['inbox_members/4', { payload: [] }],
		['agent_bots', [{ system_bot: false }, { id: 2 }, { id: 3, system_bot: true }]],
		['agents', [{ id: 1, name: 'Ada Byron' }, { id: 2 }, { id: 3 }, { id: 4 }]],
		['teams', [{ id: 1, name: 'support' }, { id: 2 }]],
	])('GET %s lists records', async (path, json) => {
		expect((await askFor(sandbox(), `GET ${path}`)).json).toMatchObject(json);
	});

	test.each([
		['labels', 'vip'],
		['automation_rules', 'Spam out'],
		['custom_attribute_definitions?attribute_model=1', '"attribute_key":"plan"'],
		['inboxes', 'sandbox-secret-imap-password'],
	])('GET %s shows %s', async (path, text) => {
		expect((await askFor(sandbox(), `GET ${path}`)).text).toContain(text);
	});

	test('the inboxes of an agent carry no secrets', async () => {
		const { text } = await askFor(sandbox(), 'GET inboxes', { token: sandbox().tokens.agent });

		expect(text).not.toContain('secret');
	});
});

describe('what the dialects answer differently', () => {
	const sandbox = sandboxForTests();
	const lowered = [{ query_operator: 'and' }, {}];

	test.each<[DialectName, string, object | undefined, number, unknown]>([
		['documented', RULE, conditions('AND', null), 200, { payload: [{ conditions: lowered }] }],
		['upstream', RULE, conditions('AND', null), 200, { payload: { id: 2 } }],
		['documented', 'PATCH automation_rules/99', { active: true }, 404, {}],
		['upstream', 'PATCH automation_rules/99', { active: true }, 500, {}],
		[
			'upstream',
			RULE,
			{ actions: [{ action_name: 'bar' }] },
			422,
			{ error: { actions: ['Automation actions bar not supported.'] } },
		],
		[
			'documented',
			'POST messaging_flows',
			{},
			422,
			{ errors: ["Name can't be blank", 'Inbox must exist', "Flow json can't be blank"] },
		],
		['upstream', 'POST messaging_flows', FLOW, 201, { status: 'draft' }],
		[
			'upstream',
			'POST messaging_flows',
			{ ...FLOW, name: '' },
			422,
			{ message: "Name can't be blank", attributes: ['name'] },
		],
		['documented', 'POST appointments/1/reschedule', MOVE, 200, { id: 1 }],
		['upstream', 'POST appointments/1/reschedule', MOVE, 200, { payload: { id: 1 } }],
		['upstream', 'POST appointments/1/complete', undefined, 200, { id: 1 }],
		['documented', 'GET inbox_members/4', undefined, 200, { payload: [] }],
		['documented', 'DELETE labels/1', undefined, 204, undefined],
		['upstream', 'DELETE labels/1', undefined, 200, undefined],
		['documented', 'POST catalogs/1/push_to_partner', undefined, 200, { products: 12 }],
		['upstream', 'POST catalogs/1/push_to_partner', undefined, 202, undefined],
	])('%s: %s with %j', async (dialect, request, body, status, json) => {
		sandbox().setDialect(dialect);
		const reply = await askFor(sandbox(), request, { body });

		expect(reply.status).toBe(status);
		if (json === undefined) expect(reply.text).toBe('');
		else expect(reply.json).toMatchObject(json as object);
	});

	test.each([
		['documented', 'available', 0],
		['upstream', 'online', null],
	] as const)('%s members are %s, and rates may be %s', async (dialect, availability, rate) => {
		sandbox().setDialect(dialect);
		const members = await askFor(sandbox(), 'GET inbox_members/1');
		const report = await ask(sandbox(), 'GET', '/api/v2/accounts/1/outbound_reports/by_template');

		expect(members.json).toMatchObject({
			payload: [{ availability_status: availability }, {}, {}],
		});
		expect((report.json as unknown[])[6]).toMatchObject({ delivery_rate: rate });
	});

	test('upstream shows agents no secrets of an app', async () => {
		sandbox().setDialect('upstream');
		const textFor = async (token: string) =>
			(await askFor(sandbox(), 'GET integrations/apps', { token })).text;

		expect(await textFor(sandbox().tokens.administrator)).toContain('sandbox-secret-openai-key');
		expect(await textFor(sandbox().tokens.agent)).not.toMatch(/secret|reference_id/);
	});
});
