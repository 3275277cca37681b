import { DIALECT_NAMES } from '../../tools/sandbox';
import { askFor, sandboxForTests } from './support';

const FILTER = 'POST contacts/filter';
const CREATE = 'POST contacts';
const RULE = 'PATCH automation_rules/1';
const MOVE = 'POST appointments/1/reschedule';
const PUSH = 'POST catalogs/1/push_to_partner';

function filterBy(item: object): object {
	const valid = { attribute_key: 'name', filter_operator: 'contains', values: ['a'] };
	return { payload: [{ ...valid, query_operator: null, ...item }] };
}

/** What breaks the contract, and what the sandbox says of it. */
const BREACHES: [what: string, request: string, body: unknown, problem: string][] = [
	['an unknown field', CREATE, { nickname: 'B' }, 'body must not have "nickname"'],
	['a null', CREATE, { email: null }, 'body.email must be string'],
	['a text for an integer', CREATE, { inbox_id: '1' }, 'body.inbox_id must be integer'],
	['a fraction for an integer', CREATE, { inbox_id: 1.5 }, 'body.inbox_id must be integer'],
	[
		'JSON as a text',
		CREATE,
		{ custom_attributes: '{"plan":"gold"}' },
		'body.custom_attributes must be object',
	],
	['a body without its wrapper', FILTER, [], 'body must be a JSON object'],
	['a missing body', CREATE, undefined, 'body is missing'],
	[
		'an unknown operator',
		FILTER,
		filterBy({ filter_operator: 'like' }),
		'body.payload[0].filter_operator must be one of equal_to, not_equal_to, contains, does_not_contain; ' +
			'body.payload[0].filter_operator must be one of starts_with, is_present, is_not_present, ' +
			'is_greater_than, is_less_than, days_before',
	],
	[
		'values that are no list',
		FILTER,
		filterBy({ values: 'a' }),
		'body.payload[0].values must be array',
	],
	[
		'values that are no texts',
		FILTER,
		filterBy({ values: [7] }),
		'body.payload[0].values[0] must be string',
	],
	[
		'a lower-case query operator',
		FILTER,
		filterBy({ query_operator: 'and' }),
		'body.payload[0].query_operator must be one of AND, OR, null',
	],
	['a boolean as text', RULE, { active: 'true' }, 'body.active must be boolean'],
	[
		'a time without an offset',
		MOVE,
		{ appointment_at: '2027-03-01T10:00:00' },
		'body.appointment_at must match format "date-time"',
	],
	['a missing time', MOVE, { notes: 'Later' }, 'body must have "appointment_at"'],
	['a body where none is taken', 'DELETE labels/1', {}, 'this operation takes no body'],
	['a title as an ID', 'DELETE labels/vip', undefined, 'path.id must be an integer, not "vip"'],
	[
		'an unknown query parameter',
		'GET integrations/apps?limit=5',
		undefined,
		'query must not have "limit"',
	],
	[
		'a page that is no number',
		'GET contacts/search?q=a&page=two',
		undefined,
		'query.page must be number',
	],
	['an ID as text', PUSH, { source_catalog_id: '2' }, 'body.source_catalog_id must be integer'],
];

describe.each(DIALECT_NAMES)('the %s dialect refuses and records', (dialect) => {
	const sandbox = sandboxForTests({ dialect });

	test.each(BREACHES)('%s', async (_what, request, body, problem) => {
		const { status, text } = await askFor(sandbox(), request, { body });

		expect(status).toBe(400);
		expect(text).toContain(JSON.stringify(problem).slice(1, -1));
		expect(sandbox().requests[0].problem).toBe(problem);
	});

	test('a path that the contract lacks', async () => {
		expect((await askFor(sandbox(), 'GET nothing')).status).toBe(404);
		expect(sandbox().requests[0]).toMatchObject({
			operation: null,
			problem: 'the contract has no such method and path',
		});
	});

	test('malformed JSON and other content types', async () => {
		const headers = { 'content-type': 'application/json' };
		await askFor(sandbox(), CREATE, { body: '{"name":', headers });
		await askFor(sandbox(), CREATE, { body: 'name=A', headers: { 'content-type': 'text/plain' } });

		expect(sandbox().requests.map(({ problem }) => problem)).toEqual([
			'body is not JSON: Unexpected end of JSON input',
			'Content-Type must be application/json or multipart/form-data, not "text/plain"',
		]);
	});
});

describe('a breach in the documented dialect', () => {
	const sandbox = sandboxForTests();
	const message = 'The request breaks the contract: body.name must be string';

	test.each([
		['a list of texts for flows', 'POST messaging_flows', { errors: [message] }],
		[
			'the standard error for contacts',
			CREATE,
			{ description: message, errors: [{ field: '', message, code: 'breach' }] },
		],
	])('is told as %s', async (_what, request, json) => {
		expect((await askFor(sandbox(), request, { body: { name: 7 } })).json).toEqual(json);
	});

	test('is told as a single text for catalogs', async () => {
		const { json } = await askFor(sandbox(), PUSH, { body: { id: 7 } });

		expect(json).toEqual({ error: 'The request breaks the contract: body must not have "id"' });
	});
});

describe('what the family accepts beyond the contract', () => {
	const sandbox = sandboxForTests({ dialect: 'upstream' });
	const condition = (values: unknown) => ({
		conditions: [{ attribute_key: 'status', filter_operator: 'equal_to', values }],
	});

	test.each([
		['numbers as values', condition([1])],
		['from and to as values', condition({ from: ['open'], to: [] })],
		['numbers as parameters', { actions: [{ action_name: 'assign_team', action_params: [1] }] }],
		[
			'an object as parameter',
			{ actions: [{ action_name: 'send_email_to_team', action_params: { team_ids: [1] } }] },
		],
		['the event conversation_opened', { event_name: 'conversation_opened' }],
	])('is let through: %s', async (_what, body) => {
		expect((await askFor(sandbox(), RULE, { body })).status).toBe(200);
		expect(sandbox().counts.problems).toBe(0);
	});
});
