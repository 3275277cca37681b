import { DIALECT_NAMES, type Sandbox } from '../../tools/sandbox';
import { account, ask, sandboxForTests, type Asking, type Reply } from './support';

const REPORT = '/api/v2/accounts/1/outbound_reports/by_template';

function update(sandbox: Sandbox, id: number, body: unknown, asking: Asking = {}): Promise<Reply> {
	return ask(sandbox, 'PATCH', account(`automation_rules/${id}`), { body, ...asking });
}

function condition(query_operator: string | null, attribute_key = 'status') {
	return { attribute_key, filter_operator: 'equal_to', values: ['open'], query_operator };
}

describe.each(DIALECT_NAMES)('in the %s dialect', (dialect) => {
	const sandbox = sandboxForTests({ dialect });

	test('changing one field of a rule leaves the others', async () => {
		const before = structuredClone(sandbox().state.automationRules[0]);
		await update(sandbox(), 1, { active: false });

		expect(sandbox().state.automationRules[0]).toEqual({ ...before, active: false });
	});

	test('a list of a rule is replaced as a whole', async () => {
		await update(sandbox(), 2, { actions: [{ action_name: 'mute_conversation' }] });

		expect(sandbox().state.automationRules[1].actions).toEqual([
			{ action_name: 'mute_conversation', action_params: [] },
		]);
	});

	test('an empty list clears the conditions of a rule', async () => {
		await update(sandbox(), 2, { conditions: [] });

		expect(sandbox().state.automationRules[1].conditions).toEqual([]);
	});

	test('a rule whose conditions are not joined is refused', async () => {
		const { status, text } = await update(sandbox(), 1, {
			conditions: [condition(null), condition(null)],
		});

		expect(status).toBe(422);
		expect(text).toContain('Automation conditions should have query operator.');
	});

	test('a flow begins as a draft', async () => {
		const body = { name: 'New', inbox_id: 3, flow_json: { screens: [] }, categories: ['OTHER'] };
		const { json } = await ask(sandbox(), 'POST', account('messaging_flows'), { body });

		expect(json).toMatchObject({ id: 2, status: 'draft', partner_flow_id: 'flow-1002' });
		expect(json).not.toHaveProperty('flow_json');
		expect(sandbox().state.messagingFlows[1].flow_json).toEqual({ screens: [] });
	});

	test('an appointment is moved to the time that was sent', async () => {
		const appointment_at = '2027-03-01T10:00:00+01:00';
		await ask(sandbox(), 'POST', account('appointments/2/reschedule'), {
			body: { appointment_at },
		});

		expect(sandbox().state.appointments[1]).toMatchObject({ appointment_at, notes: 'First visit' });
	});

	test('an appointment is completed once', async () => {
		const complete = () => ask(sandbox(), 'POST', account('appointments/1/complete'));

		expect([(await complete()).status, (await complete()).status]).toEqual([200, 422]);
		expect(sandbox().state.appointments[0].status).toBe('completed');
	});

	test('a completed appointment is not moved', async () => {
		const { status, text } = await ask(sandbox(), 'POST', account('appointments/13/reschedule'), {
			body: { appointment_at: '2027-03-01T10:00:00Z' },
		});

		expect(status).toBe(422);
		expect(text).toContain('Cannot reschedule appointment. Current status: completed');
	});

	test.each(['reschedule', 'complete'])(
		'an unknown appointment is not found by %s',
		async (verb) => {
			const body = verb === 'reschedule' ? { appointment_at: '2027-03-01T10:00:00Z' } : undefined;
			const { status } = await ask(sandbox(), 'POST', account(`appointments/999/${verb}`), {
				body,
			});

			expect(status).toBe(404);
		},
	);

	test('the agents of an inbox are its members', async () => {
		const { json } = await ask(sandbox(), 'GET', account('inbox_members/2'));

		expect(json).toMatchObject({ payload: [{ id: 1 }, { id: 2 }, { id: 4 }] });
	});

	test('an inbox without members has no agents', async () => {
		const { json } = await ask(sandbox(), 'GET', account('inbox_members/4'));

		expect(json).toEqual({ payload: [] });
	});

	test('an unknown inbox is not found', async () => {
		expect((await ask(sandbox(), 'GET', account('inbox_members/99'))).status).toBe(404);
	});

	test.each([
		['agent_bots', 'agentBots'],
		['labels', 'labels'],
	] as const)('one of the %s is deleted once', async (path, records) => {
		const before = sandbox().state[records].length;
		const remove = () => ask(sandbox(), 'DELETE', account(`${path}/1`));
		const first = await remove();

		expect(first).toMatchObject({ text: '' });
		expect(first.status).toBeLessThan(300);
		expect((await remove()).status).toBe(404);
		expect(sandbox().state[records]).toHaveLength(before - 1);
	});

	test('the bot of the platform is not found', async () => {
		expect((await ask(sandbox(), 'DELETE', account('agent_bots/3'))).status).toBe(404);
		expect(sandbox().state.agentBots).toHaveLength(3);
	});

	test('the report is a list with templates below nine in ten', async () => {
		const rows = (await ask(sandbox(), 'GET', REPORT)).json as { delivery_rate: number | null }[];

		const low = rows.filter((row) => row.delivery_rate && row.delivery_rate < 0.9);
		expect(rows).toHaveLength(7);
		expect(low).toHaveLength(2);
	});

	test('a push without a body takes the catalog itself', async () => {
		await ask(sandbox(), 'POST', account('catalogs/1/push_to_partner'));

		expect(sandbox().state.catalogPushes).toEqual([
			{ catalog_id: 1, source_catalog_id: null, products: 12 },
		]);
	});

	test('a push takes the products of the source', async () => {
		const body = { source_catalog_id: 3 };
		await ask(sandbox(), 'POST', account('catalogs/1/push_to_partner'), { body });

		expect(sandbox().state.catalogPushes[0]).toMatchObject({ source_catalog_id: 3, products: 5 });
	});

	test('a push of a catalog without a partner is refused in one text', async () => {
		const { status, json } = await ask(sandbox(), 'POST', account('catalogs/3/push_to_partner'));

		expect(status).toBe(422);
		expect(json).toEqual({ error: 'Catalog is not connected to a partner catalog' });
	});

	test('the bots that a picker lists carry secrets and tell the platform apart', async () => {
		const { json } = await ask(sandbox(), 'GET', account('agent_bots'));

		expect(json).toEqual([
			expect.objectContaining({ id: 1, access_token: expect.any(String), system_bot: false }),
			expect.objectContaining({ id: 2, system_bot: false }),
			expect.objectContaining({ id: 3, system_bot: true, account_id: null }),
		]);
	});

	test('the labels that a picker lists have titles', async () => {
		const { json } = await ask(sandbox(), 'GET', account('labels'));

		expect(json).toMatchObject({
			payload: expect.arrayContaining([expect.objectContaining({ title: 'vip' })]),
		});
	});

	test('the inboxes that a picker lists carry secrets for administrators only', async () => {
		const listFor = async (token: string) =>
			(await ask(sandbox(), 'GET', account('inboxes'), { token })).text;

		expect(await listFor(sandbox().tokens.administrator)).toContain('sandbox-secret-imap-password');
		expect(await listFor(sandbox().tokens.agent)).not.toContain('secret');
	});

	test('the rules that a picker lists are the stored ones', async () => {
		const { json } = await ask(sandbox(), 'GET', account('automation_rules'));

		expect(json).toEqual({ payload: sandbox().state.automationRules });
	});

	test('the custom attributes that a picker lists have keys and types', async () => {
		const { json } = await ask(
			sandbox(),
			'GET',
			account('custom_attribute_definitions?attribute_model=1'),
		);

		expect(json).toEqual(
			expect.arrayContaining([
				expect.objectContaining({ attribute_key: 'plan', attribute_display_type: 'list' }),
			]),
		);
	});
});

describe('in the documented dialect', () => {
	const sandbox = sandboxForTests();

	test('a rule comes as a list, its operators in lower case', async () => {
		const { json } = await update(sandbox(), 1, {
			conditions: [condition('AND'), condition(null)],
		});

		expect(json).toMatchObject({
			payload: [{ id: 1, conditions: [{ query_operator: 'and' }, { query_operator: null }] }],
		});
	});

	test('an unknown rule is not found', async () => {
		expect((await update(sandbox(), 99, { active: true })).status).toBe(404);
	});

	test('the errors of a flow are a list of texts', async () => {
		const { status, json } = await ask(sandbox(), 'POST', account('messaging_flows'), { body: {} });

		expect(status).toBe(422);
		expect(json).toEqual({
			errors: ["Name can't be blank", 'Inbox must exist', "Flow json can't be blank"],
		});
	});

	test('both answers on appointments are the bare record', async () => {
		const body = { appointment_at: '2027-03-01T10:00:00Z' };
		const moved = await ask(sandbox(), 'POST', account('appointments/1/reschedule'), { body });
		const completed = await ask(sandbox(), 'POST', account('appointments/1/complete'));

		expect(moved.json).toMatchObject({ id: 1, status: 'pending' });
		expect(completed.json).toMatchObject({ id: 1, status: 'completed' });
	});

	test('members are available', async () => {
		const { json } = await ask(sandbox(), 'GET', account('inbox_members/1'));

		const [member] = (json as { payload: unknown[] }).payload;
		expect(member).toMatchObject({ availability_status: 'available', custom_role_id: 2 });
	});

	test('deletes answer 204', async () => {
		expect((await ask(sandbox(), 'DELETE', account('labels/1'))).status).toBe(204);
	});

	test('a push answers with an object', async () => {
		const { json } = await ask(sandbox(), 'POST', account('catalogs/1/push_to_partner'));

		expect(json).toEqual({ pushed: true, products: 12 });
	});
});

describe('in the upstream dialect', () => {
	const sandbox = sandboxForTests({ dialect: 'upstream' });

	test('a rule comes as an object, its operators as they were sent', async () => {
		const { json } = await update(sandbox(), 1, {
			conditions: [condition('AND'), condition(null)],
		});

		expect(json).toMatchObject({ payload: { id: 1, conditions: [{ query_operator: 'AND' }, {}] } });
	});

	test('an unknown rule is an internal error', async () => {
		expect((await update(sandbox(), 99, { active: true })).status).toBe(500);
	});

	test('the errors of a rule are an object of lists', async () => {
		const { json } = await update(sandbox(), 1, {
			conditions: [condition(null, 'foo')],
			actions: [{ action_name: 'bar' }],
		});

		expect(json).toEqual({
			error: {
				conditions: ['Automation conditions foo not supported.'],
				actions: ['Automation actions bar not supported.'],
			},
		});
	});

	test('a new flow answers 201, its errors as message and attributes', async () => {
		const path = account('messaging_flows');
		const body = { name: 'New', inbox_id: 3, flow_json: {} };

		expect((await ask(sandbox(), 'POST', path, { body })).status).toBe(201);
		expect((await ask(sandbox(), 'POST', path, { body: { ...body, name: '' } })).json).toEqual({
			message: "Name can't be blank",
			attributes: ['name'],
		});
	});

	test('a moved appointment is wrapped, a completed one is not', async () => {
		const body = { appointment_at: '2027-03-01T10:00:00Z' };
		const moved = await ask(sandbox(), 'POST', account('appointments/1/reschedule'), { body });
		const completed = await ask(sandbox(), 'POST', account('appointments/1/complete'));

		expect(moved.json).toMatchObject({ payload: { id: 1 } });
		expect(completed.json).toMatchObject({ id: 1 });
	});

	test('members are online and have no custom role', async () => {
		const { json } = await ask(sandbox(), 'GET', account('inbox_members/1'));
		const [member] = (json as { payload: Record<string, unknown>[] }).payload;

		expect(member.availability_status).toBe('online');
		expect(member).not.toHaveProperty('custom_role_id');
	});

	test('agents see less of an app and none of its secrets', async () => {
		const path = account('integrations/apps');
		const administrator = await ask(sandbox(), 'GET', path);
		const agent = await ask(sandbox(), 'GET', path, { token: sandbox().tokens.agent });

		expect(administrator.text).toContain('sandbox-secret-openai-key');
		expect(agent.text).not.toMatch(/secret|allow_multiple_hooks|reference_id/);
	});

	test('rates of a template that was never sent are null', async () => {
		const { json } = await ask(sandbox(), 'GET', REPORT);

		expect((json as unknown[])[6]).toMatchObject({ delivery_rate: null, read_rate: null });
	});

	test('deletes answer 200 without a body', async () => {
		expect(await ask(sandbox(), 'DELETE', account('labels/1'))).toMatchObject({
			status: 200,
			text: '',
		});
	});

	test('a push answers 202 without a body', async () => {
		expect(await ask(sandbox(), 'POST', account('catalogs/1/push_to_partner'))).toMatchObject({
			status: 202,
			text: '',
		});
	});
});
