import { DIALECT_NAMES } from '../../tools/sandbox';
import { ask, sandboxForTests, type Asking } from './support';

const sandbox = sandboxForTests({ contacts: 40, now: () => Date.UTC(2030, 0, 1) });

const APPS = 'GET integrations/apps';
const RULE = 'PATCH automation_rules/2';
const MOVE = { appointment_at: '2027-03-01T10:00:00+01:00' };
const FLOW = { name: 'New', inbox_id: 3, flow_json: {} };
const UNAUTHORIZED = { error: 'You are not authorized to do this action' };

function filterBy(attribute_key: string, filter_operator: string, values: string[], join?: string) {
	const item = { attribute_key, filter_operator, values, query_operator: join ?? null };
	return { body: { payload: [item] } };
}

function joined(first: string | null) {
	const item = { attribute_key: 'status', filter_operator: 'equal_to', values: ['open'] };
	return { conditions: [first, null].map((query_operator) => ({ ...item, query_operator })) };
}

/** The status, and a part of the body: of its JSON, or of its text. */
type Answer = [status: number, part: object | string];

/** How the dialects answer: the second as the first where it is left out. */
const ANSWERS: [request: string, asking: Asking, documented: Answer, upstream?: Answer][] = [
	[
		APPS,
		{ token: null },
		[401, 'is missing'],
		[401, { errors: ['You need to sign in or sign up before continuing.'] }],
	],
	[APPS, { token: 'wrong' }, [401, 'Invalid Access Token']],
	[APPS, { token: 'sandbox-token-outsider' }, [401, 'not authorized to access this account']],
	[APPS, { token: 'sandbox-token-agent' }, [200, '"hooks"'], [200, '"hooks"']],
	['GET /api/v1/accounts/2/integrations/apps', {}, [401, 'not authorized']],
	['GET /api/v1/accounts/77/integrations/apps', {}, [404, 'could not be found']],
	['DELETE labels/1', { token: 'sandbox-token-agent' }, [204, ''], [401, UNAUTHORIZED]],
	[
		'GET automation_rules',
		{ token: 'sandbox-token-agent' },
		[200, 'Spam out'],
		[401, UNAUTHORIZED],
	],
	['GET inbox_members/3', { token: 'sandbox-token-agent' }, [403, ''], [401, UNAUTHORIZED]],
	['POST catalogs/1/push_to_partner', { token: 'sandbox-token-bot' }, [403, 'bots'], [401, 'bots']],

	[
		'GET contacts/search?q=example&page=3',
		{},
		[200, { meta: { count: 40, current_page: 3 } }],
		[200, { meta: { count: 10, current_page: '3', has_more: false } }],
	],
	['GET contacts/search?q=example&page=4', {}, [200, { payload: [] }]],
	['GET contacts/search?q=', {}, [422, 'Specify search string'], [200, { payload: [] }]],
	[
		'GET contacts/search?q=visitor',
		{},
		[200, { meta: { count: 0 } }],
		[200, { meta: { count: 2 } }],
	],
	['GET contacts/search?q=.1%25exa', {}, [200, { payload: [] }], [200, { meta: { count: 10 } }]],
	['GET contacts/search?q=EXAMPLE-000010', {}, [200, '"id":10,'], [200, { payload: [] }]],
	[
		'POST contacts/filter',
		filterBy('identifier', 'equal_to', ['example-000003', 'example-000006']),
		[200, { meta: { count: 2 } }],
		[200, { meta: { count: 1 } }],
	],
	[
		'POST contacts/filter',
		filterBy('name', 'contains', ['a'], 'AND'),
		[400, 'must carry null'],
		[500, { error: 'Internal Server Error' }],
	],
	[
		'POST contacts/filter',
		filterBy('size', 'equal_to', ['9']),
		[400, 'Invalid attribute key - [size]'],
		[422, 'Invalid attribute key - [size]'],
	],

	[
		'POST contacts',
		{ body: { name: 'Ada', inbox_id: 1 } },
		[200, { payload: [{ id: 43, created_at: 1893456000 }], id: 43 }],
		[200, { payload: { contact: { id: 43 }, contact_inbox: { inbox: { id: 1 } } } }],
	],
	[
		'POST contacts',
		{ body: { identifier: 'example-000003', phone_number: '12' } },
		[422, { errors: [{ field: 'identifier', code: 'taken' }, { field: 'phone_number' }] }],
		[422, { attributes: ['identifier', 'phone_number'] }],
	],
	['POST contacts', { body: { inbox_id: 2 } }, [422, 'value is empty: contact email']],
	['POST contacts', { body: { inbox_id: 5 } }, [422, 'Channel::Telegram'], [500, '"Internal']],
	['POST contacts', { body: { inbox_id: 99 } }, [404, 'could not be found']],
	['POST contacts', { body: { avatar: 'aGVsbG8=' } }, [200, '"id":43'], [500, '"Internal']],
	[
		'POST contacts',
		{ body: { custom_attributes: { size: 9 } } },
		[422, { errors: [{ code: 'undefined_attribute' }] }],
		[200, { payload: { contact: { custom_attributes: { size: 9 } } } }],
	],

	[
		RULE,
		{ body: joined('AND') },
		[200, { payload: [{ conditions: [{ query_operator: 'and' }, {}] }] }],
		[200, { payload: { id: 2, conditions: [{ query_operator: 'AND' }, {}] } }],
	],
	[RULE, { body: joined(null) }, [422, 'should have query operator']],
	[
		RULE,
		{ body: { actions: [{ action_name: 'bar' }] } },
		[200, { payload: [{ actions: [{ action_name: 'bar', action_params: [] }] }] }],
		[422, { error: { actions: ['Automation actions bar not supported.'] } }],
	],
	['PATCH automation_rules/99', { body: { active: true } }, [404, ''], [500, '"Internal']],
	['POST messaging_flows', { body: FLOW }, [200, { status: 'draft' }], [201, { status: 'draft' }]],
	[
		'POST messaging_flows',
		{ body: { inbox_id: 99 } },
		[422, { errors: ["Name can't be blank", 'Inbox must exist', "Flow json can't be blank"] }],
		[422, { attributes: ['name', 'inbox', 'flow_json'] }],
	],
	[
		'POST appointments/1/reschedule',
		{ body: MOVE },
		[200, { id: 1, ...MOVE }],
		[200, { payload: { id: 1, ...MOVE } }],
	],
	['POST appointments/13/reschedule', { body: MOVE }, [422, 'Current status: completed']],
	['POST appointments/999/complete', {}, [404, 'could not be found']],
	['POST catalogs/1/push_to_partner', {}, [200, { products: 12 }], [202, '']],
	['POST catalogs/3/push_to_partner', {}, [422, '{"error":"Catalog is not connected']],
	['DELETE agent_bots/3', {}, [404, 'could not be found']],
	['DELETE agent_bots/1', {}, [204, ''], [200, '']],
	['GET inbox_members/1', {}, [200, '"available"'], [200, '"online"']],
	['GET inbox_members/4', {}, [200, { payload: [] }]],
	[
		'GET /api/v2/accounts/1/outbound_reports/by_template',
		{},
		[200, '"delivery_rate":0,'],
		[200, '"delivery_rate":null'],
	],
	['GET nothing', {}, [404, 'Not Found']],
];

describe.each(DIALECT_NAMES)('the %s dialect', (dialect) => {
	beforeEach(() => sandbox().setDialect(dialect));

	const answers = ANSWERS.map(([request, asking, documented, upstream = documented]) => ({
		...{ request, asking },
		answer: dialect === 'upstream' ? upstream : documented,
	}));

	test.each(answers)('answers $request with $asking', async ({ request, asking, answer }) => {
		const [status, part] = answer;
		const reply = await ask(sandbox(), request, asking);

		expect(reply.status).toBe(status);
		if (typeof part === 'string') expect(reply.text).toContain(part);
		else expect(reply.json).toMatchObject(part);
	});

	test.each([
		['POST appointments/1/complete', 422],
		['DELETE agent_bots/1', 404],
		['DELETE labels/1', 404],
	])('lets %s work once and then answers %i', async (request, status) => {
		expect((await ask(sandbox(), request)).status).toBeLessThan(300);
		expect((await ask(sandbox(), request)).status).toBe(status);
	});

	test('sorts contacts up and down, those without a value last', async () => {
		const emails = async (sort: string) => {
			const pages = [1, 2, 3].map((page) => `contacts/search?q=e&sort=${sort}&page=${page}`);
			const replies = await Promise.all(pages.map((page) => ask(sandbox(), `GET ${page}`)));
			const records = replies.flatMap(({ json }) => (json as { payload: object[] }).payload);
			return records.map((record) => (record as { email: string | null }).email);
		};
		const up = (await emails('email')).filter((email) => email !== null);

		expect(up).toEqual([...up].sort());
		expect((await emails('-email')).slice(0, up.length)).toEqual([...up].reverse());
		expect((await emails('email')).at(-1)).toBeNull();
	});

	test('reads AND before OR in a filter', async () => {
		const [three, six, nobody] = [
			['identifier', 'equal_to', 'example-000003', 'OR'],
			['identifier', 'equal_to', 'example-000006', 'AND'],
			['email', 'contains', 'nobody', undefined],
		].map(
			([key, operator, value, join]) =>
				filterBy(String(key), String(operator), [String(value)], join).body.payload[0],
		);
		const body = { payload: [three, six, nobody] };

		expect((await ask(sandbox(), 'POST contacts/filter', { body })).json).toMatchObject({
			payload: [{ id: 3 }],
		});
	});

	test('takes form data with an avatar and nested attributes', async () => {
		const form = new FormData();
		form.append('blocked', 'true');
		form.append('custom_attributes[tags][]', 'a');
		form.append('custom_attributes[tags][]', 'b');
		form.append('additional_attributes[social_profiles][github]', 'ada');
		form.append('avatar', new Blob(['picture'], { type: 'IMAGE/PNG' }));
		await ask(sandbox(), 'POST contacts', { body: form });

		expect(sandbox().state.contacts.created).toMatchObject([
			{
				blocked: true,
				thumbnail: '/avatars/43',
				custom_attributes: { tags: ['a', 'b'] },
				additional_attributes: { social_profiles: { github: 'ada' } },
			},
		]);
		expect(sandbox().requests[0].files).toMatchObject([{ field: 'avatar', size: 7 }]);
	});

	test('shows the secrets of inboxes to administrators only', async () => {
		const textFor = async (token: string) => (await ask(sandbox(), 'GET inboxes', { token })).text;

		expect(await textFor(sandbox().tokens.administrator)).toContain('sandbox-secret-imap-password');
		expect(await textFor(sandbox().tokens.agent)).not.toContain('secret');
	});
});
