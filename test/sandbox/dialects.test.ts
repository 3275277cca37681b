import type { DialectName } from '../../tools/sandbox';
import { ask, sandboxForTests, type Asking } from './support';

const sandbox = sandboxForTests({ contacts: 40, now: () => Date.UTC(2030, 0, 1) });

const RULE = 'PATCH automation_rules/2';
const AGENT = { token: 'sandbox-token-agent' };
const BOT = { token: 'sandbox-token-bot' };
const MOVE = { appointment_at: '2027-03-01T10:00:00+01:00' };
const FLOW = { name: 'New', inbox_id: 3, flow_json: {} };
const TAKEN = { identifier: 'example-000003', phone_number: '12' };
const UNAUTHORIZED = { error: 'You are not authorized to do this action' };
const NOT_SIGNED_IN = { errors: ['You need to sign in or sign up before continuing.'] };
const NO_FLOW = ["Name can't be blank", 'Inbox must exist', "Flow json can't be blank"];
const BAR = { actions: [{ action_name: 'bar' }] };
const UNKNOWN = { custom_attributes: { size: 9 } };

function filterBy(attribute_key: string, filter_operator: string, values: string[], join?: string) {
	return { payload: [{ attribute_key, filter_operator, values, query_operator: join ?? null }] };
}

function joined(first: string | null) {
	const item = { attribute_key: 'status', filter_operator: 'equal_to', values: ['open'] };
	return { conditions: [first, null].map((query_operator) => ({ ...item, query_operator })) };
}

const NOBODY = filterBy('name', 'equal_to', ['nobody']);
const SIZE = filterBy('size', 'equal_to', ['9']);
const LATE_NAME = filterBy('name', 'is_greater_than', ['m']);
const LONG_AGO = filterBy('created_at', 'days_before', ['30']);
const MONEY = filterBy('revenue', 'is_present', []);
const LATE_PLAN = filterBy('plan', 'is_greater_than', ['m']);
const PART_OF_SCORE = filterBy('score', 'contains', ['4']);
const MANY = filterBy('score', 'equal_to', ['many']);
const YESTERDAY = filterBy('created_at', 'is_less_than', ['yesterday']);
const OTHER_PLAN = filterBy('plan', 'not_equal_to', ['gold'], 'OR');
const OTHER_PLAN_OR_NAME = {
	payload: [...OTHER_PLAN.payload, ...filterBy('name', 'contains', ['a']).payload],
};
const NO_LABEL = filterBy('labels', 'equal_to', ['no such label']);
const WITH_SIGN = filterBy('phone_number', 'equal_to', ['+902120000003']);
const WITHOUT_SIGN = filterBy('phone_number', 'equal_to', ['902120000003']);
const CRASHED = { status: 500, error: 'Internal Server Error' };
const TWO = filterBy('identifier', 'equal_to', ['example-000003', 'example-000006']);

const REPORT = 'GET /api/v2/accounts/1/outbound_reports/by_template';
const NO_BODY = /^$/;

/** The status, and a part of the body: of its JSON, or of its text. */
type Answer = [status: number, part: object | string];

/** How the dialects answer: each as the one before it where it is left out. */
const ANSWERS: [
	request: string,
	asking: Asking,
	documented: Answer,
	upstream?: Answer,
	voxys?: Answer,
][] = [
	['GET inboxes', { token: null }, [401, 'is missing'], [401, NOT_SIGNED_IN]],
	['GET /api/v1/accounts/77/inboxes', {}, [404, 'could not be found']],
	['DELETE labels/1', AGENT, [204, ''], [401, UNAUTHORIZED]],
	['GET automation_rules', AGENT, [200, 'Spam out'], [401, UNAUTHORIZED]],
	['GET inbox_members/3', AGENT, [403, ''], [401, UNAUTHORIZED]],
	['GET inboxes', {}, [200, 'Support mail'], [200, 'sandbox-secret-imap-password']],
	['POST catalogs/1/push_to_partner', BOT, [403, 'bots'], [401, 'bots'], [401, NO_BODY]],
	[
		'POST appointments/1/complete',
		{ token: 'wrong' },
		[401, 'Invalid Access'],
		[401, 'Invalid Access'],
		[401, NO_BODY],
	],
	['GET contacts/search?q=', {}, [422, 'Specify search string'], [200, { payload: [] }]],
	['GET contacts/search?q=visitor', {}, [200, '"count":2']],
	['GET contacts/search?q=.1%25exa', {}, [200, '"count":10']],
	['GET contacts/search?q=.1%5C%25exa', {}, [200, '"count":0']],
	['GET contacts/search?q=%5C.1%25%5Cexa', {}, [200, '"count":10']],
	['GET contacts/search?q=EXAMPLE-000010', {}, [200, { payload: [] }]],
	['POST contacts/filter', { body: TWO }, [200, '"count":1']],
	[
		'POST contacts/filter',
		{ body: filterBy('name', 'contains', ['a'], 'AND') },
		[400, 'must carry null'],
		[500, 'Internal Server Error'],
	],
	['POST contacts/filter', { body: SIZE }, [400, 'attribute key'], [422, 'attribute key']],
	['POST contacts/filter', { body: LATE_NAME }, [400, ''], [422, 'Invalid operator']],
	['POST contacts/filter', { body: LONG_AGO }, [400, ''], [500, CRASHED]],
	['POST contacts/filter', { body: MONEY }, [400, ''], [500, CRASHED]],
	['POST contacts/filter', { body: LATE_PLAN }, [400, ''], [422, 'Invalid value']],
	['POST contacts/filter', { body: PART_OF_SCORE }, [400, ''], [500, CRASHED]],
	['POST contacts/filter', { body: MANY }, [400, ''], [500, CRASHED]],
	['POST contacts/filter', { body: YESTERDAY }, [400, ''], [422, 'Invalid value']],
	['POST contacts/filter', { body: OTHER_PLAN_OR_NAME }, [400, ''], [500, CRASHED]],
	['POST contacts/filter', { body: NO_LABEL }, [200, '"count":0']],
	['POST contacts/filter', { body: WITH_SIGN }, [200, '"count":1']],
	['POST contacts/filter', { body: WITHOUT_SIGN }, [200, '"count":1']],
	['POST contacts/filter?sort=name', { body: NOBODY }, [400, 'sort'], [200, '"count":0']],
	['GET contacts/search?q=x&sort=-name', {}, [200, '']],
	['GET contacts/search?q=x&sort=name,email', {}, [422, 'sort'], [200, '']],
	['POST contacts/filter?page=1', { body: { payload: [] } }, [200, '"current_page":1}']],
	[
		'GET contacts/search?q=example&page=2',
		{},
		[200, '"current_page":2'],
		[200, '"current_page":"2"'],
	],
	['POST contacts', { body: TAKEN }, [422, '"taken"'], [422, '["identifier","phone_number"]']],
	['POST contacts', { body: { inbox_id: 5 } }, [422, 'Channel::Telegram'], [500, '"Internal']],
	['POST contacts', { body: { avatar: 'aGVsbG8=' } }, [200, '"id":43'], [500, '"Internal']],
	['POST contacts', { body: UNKNOWN }, [422, '"undefined_attribute"'], [200, '{"size":9}']],
	[RULE, { body: joined('AND') }, [200, '"and"'], [200, '"AND"']],
	[RULE, { body: joined(null) }, [422, 'should have query operator']],
	[RULE, { body: BAR }, [422, 'actions bar not']],
	['PATCH automation_rules/99', { body: { active: true } }, [404, ''], [500, CRASHED]],
	[
		'POST messaging_flows',
		{ body: FLOW },
		[200, '"partner_flow_id"'],
		[201, '"partner_flow_id"'],
		[201, { status: 'draft', meta_flow_id: 'flow-1002' }],
	],
	[
		'POST messaging_flows',
		{ body: {} },
		[422, { errors: NO_FLOW }],
		[422, '"inbox"'],
		[422, { errors: NO_FLOW.slice(0, 2) }],
	],
	[
		'POST appointments/1/reschedule',
		{ body: MOVE },
		[200, MOVE],
		[200, { payload: MOVE }],
		[200, MOVE],
	],
	[
		'POST appointments/99/complete',
		{},
		[404, 'could not be found'],
		[404, 'could not be found'],
		[404, NO_BODY],
	],
	['POST appointments/13/reschedule', { body: MOVE }, [422, 'Current status: completed']],
	['POST catalogs/1/push_to_partner', {}, [200, { products: 12 }], [202, NO_BODY], [200, NO_BODY]],
	['POST catalogs/3/push_to_partner', {}, [422, '{"error":"Catalog is not connected']],
	[REPORT, {}, [200, '"total_sent":1840'], [200, '"read_rate":null'], [200, '"read_rate":0}']],
	[
		`${REPORT}?until=1893456000&since=1892592000`,
		{},
		[200, '"total_sent":613'],
		[200, '"total_sent":1840'],
		[200, '"total_sent":613'],
	],
	[`${REPORT}?since=4102444800`, {}, [200, /^\[\]$/], [200, '1840'], [200, /^\[\]$/]],
	[`${REPORT}?since=2030-01-01`, {}, [200, '1840'], [200, '1840'], [400, 'since must be']],
	['DELETE agent_bots/3', {}, [404, 'could not be found']],
	['GET inbox_members/1', {}, [200, '"available"'], [200, '"online"']],
	['GET nothing', {}, [404, 'Not Found']],
];

/** All answers of Chatwoot's dialect, and those of the others that differ from it. */
const ASKED = ANSWERS.flatMap(
	([request, asking, documented, upstream = documented, voxys = upstream]) =>
		Object.entries({ documented, upstream, voxys })
			.filter(([dialect, answer]) => dialect === 'upstream' || answer !== upstream)
			.map(([dialect, answer]) => ({
				dialect: dialect as DialectName,
				...{ request, asking, answer },
			})),
);

test.each(ASKED)('the $dialect dialect answers $request with $asking', async (asked) => {
	const [status, part] = asked.answer;
	sandbox().setDialect(asked.dialect);
	const reply = await ask(sandbox(), asked.request, asked.asking);

	expect(reply.status).toBe(status);
	if (part instanceof RegExp) expect(reply.text).toMatch(part);
	else if (typeof part === 'string') expect(reply.text).toContain(part);
	else expect(reply.json).toMatchObject(part);
});

test.each([
	['POST appointments/1/complete', 422],
	['DELETE agent_bots/1', 404],
	['DELETE labels/1', 404],
])('%s works once, and is then answered with %i', async (request, status) => {
	expect((await ask(sandbox(), request)).status).toBeLessThan(300);
	expect((await ask(sandbox(), request)).status).toBe(status);
});

test.each<[DialectName, number, string | undefined]>([
	['documented', 204, undefined],
	['upstream', 200, 'application/json; charset=utf-8'],
])('the %s dialect answers a delete with %i and without a body', async (dialect, status, type) => {
	sandbox().setDialect(dialect);
	const reply = await ask(sandbox(), 'DELETE labels/1');

	expect([reply.status, reply.text, reply.headers['content-type']]).toEqual([status, '', type]);
});
