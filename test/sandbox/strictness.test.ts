import { DIALECT_NAMES } from '../../tools/sandbox';
import { account, ask, sandboxForTests } from './support';

interface Breach {
	what: string;
	method: string;
	path: string;
	body?: unknown;
	headers?: Record<string, string>;
	problem: string;
}

function filterWith(item: Record<string, unknown>): { payload: unknown[] } {
	return {
		payload: [
			{
				attribute_key: 'name',
				filter_operator: 'contains',
				values: ['a'],
				query_operator: null,
				...item,
			},
		],
	};
}

const FILTER = { method: 'POST', path: account('contacts/filter') };
const CREATE = { method: 'POST', path: account('contacts') };
const RULE = { method: 'PATCH', path: account('automation_rules/1') };
const MOVE = { method: 'POST', path: account('appointments/1/reschedule') };
const FLOW = { method: 'POST', path: account('messaging_flows') };

const BREACHES: Breach[] = [
	{
		...CREATE,
		what: 'an unknown body field',
		body: { name: 'A', nickname: 'B' },
		problem: 'body must not have "nickname"',
	},
	{
		...CREATE,
		what: 'a body field that is null',
		body: { email: null },
		problem: 'body.email must be string',
	},
	{
		...CREATE,
		what: 'a text where an integer belongs',
		body: { inbox_id: '1' },
		problem: 'body.inbox_id must be integer',
	},
	{
		...CREATE,
		what: 'a fraction where an integer belongs',
		body: { inbox_id: 1.5 },
		problem: 'body.inbox_id must be integer',
	},
	{
		...CREATE,
		what: 'JSON sent as a text',
		body: { custom_attributes: '{"plan":"gold"}' },
		problem: 'body.custom_attributes must be object',
	},
	{
		...CREATE,
		what: 'another content type',
		body: '{"name":"A"}',
		headers: { 'content-type': 'text/plain' },
		problem: 'Content-Type must be application/json or multipart/form-data, not "text/plain"',
	},
	{
		...CREATE,
		what: 'malformed JSON',
		body: '{"name":',
		headers: { 'content-type': 'application/json' },
		problem: 'body is not JSON: Unexpected end of JSON input',
	},
	{
		...CREATE,
		what: 'JSON inside a JSON text',
		body: '"{\\"name\\":\\"A\\"}"',
		headers: { 'content-type': 'application/json' },
		problem: 'body must be a JSON object',
	},
	{ ...CREATE, what: 'a missing body', problem: 'body is missing' },
	{
		...FILTER,
		what: 'a filter that is not wrapped in payload',
		body: [],
		problem: 'body must be a JSON object',
	},
	{
		...FILTER,
		what: 'an unknown operator',
		body: filterWith({ filter_operator: 'like' }),
		problem:
			'body.payload[0].filter_operator must be one of equal_to, not_equal_to, contains, does_not_contain; ' +
			'body.payload[0].filter_operator must be one of starts_with, is_present, is_not_present, ' +
			'is_greater_than, is_less_than, days_before',
	},
	{
		...FILTER,
		what: 'values that are not a list',
		body: filterWith({ values: 'a' }),
		problem: 'body.payload[0].values must be array',
	},
	{
		...FILTER,
		what: 'values that are not texts',
		body: filterWith({ values: [7] }),
		problem: 'body.payload[0].values[0] must be string',
	},
	{
		...FILTER,
		what: 'a query operator in lower case',
		body: filterWith({ query_operator: 'and' }),
		problem: 'body.payload[0].query_operator must be one of AND, OR, null',
	},
	{
		...FILTER,
		what: 'a blank query operator',
		body: filterWith({ query_operator: '' }),
		problem: 'body.payload[0].query_operator must be one of AND, OR, null',
	},
	{
		...RULE,
		what: 'an unknown event',
		body: { event_name: 'contact_created' },
		problem:
			'body.event_name must be one of conversation_created, conversation_updated, ' +
			'conversation_resolved, message_created; body.event_name must be one of conversation_opened',
	},
	{
		...RULE,
		what: 'a boolean as text',
		body: { active: 'true' },
		problem: 'body.active must be boolean',
	},
	{
		...MOVE,
		what: 'a time without an offset',
		body: { appointment_at: '2027-03-01T10:00:00' },
		problem: 'body.appointment_at must match format "date-time"',
	},
	{
		...MOVE,
		what: 'a missing time',
		body: { notes: 'Later' },
		problem: 'body must have "appointment_at"',
	},
	{
		...FLOW,
		what: 'a flow definition as text',
		body: { flow_json: '{}' },
		problem: 'body.flow_json must be object',
	},
	{
		method: 'POST',
		path: account('appointments/1/complete'),
		what: 'a body where none is taken',
		body: {},
		problem: 'this operation takes no body',
	},
	{
		method: 'DELETE',
		path: account('labels/1'),
		what: 'a body on a delete',
		body: {},
		problem: 'this operation takes no body',
	},
	{
		method: 'DELETE',
		path: account('labels/vip'),
		what: 'a title where an ID belongs',
		problem: 'path.id must be an integer, not "vip"',
	},
	{
		method: 'DELETE',
		path: account('labels/1e3'),
		what: 'an exponent where an ID belongs',
		problem: 'path.id must be an integer, not "1e3"',
	},
	{
		method: 'GET',
		path: account('contacts/search?q=a&query=b'),
		what: 'an unknown query parameter',
		problem: 'query must not have "query"',
	},
	{
		method: 'GET',
		path: account('contacts/search?q=a&page=two'),
		what: 'a page that is no number',
		problem: 'query.page must be number',
	},
	{
		method: 'GET',
		path: account('integrations/apps?limit=5'),
		what: 'a query where none is specified',
		problem: 'query must not have "limit"',
	},
	{
		method: 'POST',
		path: account('catalogs/1/push_to_partner'),
		what: 'a catalog ID as text',
		body: { source_catalog_id: '2' },
		problem: 'body.source_catalog_id must be integer',
	},
];

describe.each(DIALECT_NAMES)('the %s dialect refuses and records', (dialect) => {
	const sandbox = sandboxForTests({ dialect });

	test.each(BREACHES)('$what', async ({ method, path, problem, ...asking }) => {
		const { status, text } = await ask(sandbox(), method, path, asking);

		expect(status).toBe(400);
		expect(text).toContain(JSON.stringify(problem).slice(1, -1));
		expect(sandbox().requests[0].problem).toBe(problem);
		expect(sandbox().counts.problems).toBe(1);
	});

	test('a path that the contract lacks', async () => {
		const { status } = await ask(sandbox(), 'GET', account('conversations'));

		expect(status).toBe(404);
		expect(sandbox().requests[0]).toMatchObject({
			operation: null,
			problem: 'the contract has no such method and path',
		});
	});
});

describe('the errors of a breach', () => {
	const sandbox = sandboxForTests();

	test('are a list of texts for messaging flows', async () => {
		const { json } = await ask(sandbox(), 'POST', account('messaging_flows'), {
			body: { name: 7 },
		});

		expect(json).toEqual({
			errors: ['The request breaks the contract: body.name must be string'],
		});
	});

	test('are a single text for catalogs', async () => {
		const path = account('catalogs/1/push_to_partner');
		const { json } = await ask(sandbox(), 'POST', path, { body: { id: 7 } });

		expect(json).toEqual({ error: 'The request breaks the contract: body must not have "id"' });
	});

	test('have the standard shape for contacts', async () => {
		const { json } = await ask(sandbox(), 'POST', account('contacts'), { body: { name: 7 } });

		const message = 'The request breaks the contract: body.name must be string';
		expect(json).toEqual({
			description: message,
			errors: [{ field: '', message, code: 'breach' }],
		});
	});
});

describe('what the family accepts beyond the contract', () => {
	const sandbox = sandboxForTests({ dialect: 'upstream' });

	test.each([
		['numbers as values of a rule', { conditions: [condition([1])] }],
		['from and to as values of a rule', { conditions: [condition({ from: ['open'], to: [] })] }],
		[
			'numbers as parameters of an action',
			{ actions: [{ action_name: 'assign_team', action_params: [1] }] },
		],
		[
			'an object as parameter of an action',
			{
				actions: [
					{ action_name: 'send_email_to_team', action_params: [{ team_ids: [1], message: 'Hi' }] },
				],
			},
		],
		['the event conversation_opened', { event_name: 'conversation_opened' }],
	])('is let through: %s', async (_what, body) => {
		const { status } = await ask(sandbox(), 'PATCH', account('automation_rules/1'), { body });

		expect(status).toBe(200);
		expect(sandbox().counts.problems).toBe(0);
	});

	test('is let through: any query parameter of the report', async () => {
		const path = '/api/v2/accounts/1/outbound_reports/by_template?since=1&until=2';

		expect((await ask(sandbox(), 'GET', path)).status).toBe(200);
	});
});

function condition(values: unknown): Record<string, unknown> {
	return { attribute_key: 'status', filter_operator: 'equal_to', values, query_operator: null };
}
