import { ask, sandboxForTests } from './support';

const FILTER = 'POST contacts/filter';
const CREATE = 'POST contacts';
const MOVE = 'POST appointments/1/reschedule';

function filterBy(item: object): object {
	const valid = { attribute_key: 'name', filter_operator: 'contains', values: ['a'] };
	return { payload: [{ ...valid, query_operator: null, ...item }] };
}

/** What breaks the contract, and what the sandbox says of it. */
const BREACHES: [request: string, body: unknown, problem: string][] = [
	[CREATE, { nickname: 'B' }, 'body must not have "nickname"'],
	[CREATE, { email: null }, 'body.email must be string'],
	[CREATE, { inbox_id: '1' }, 'body.inbox_id must be integer'],
	[CREATE, undefined, 'body is missing'],
	[CREATE, [], 'body must be a JSON object'],
	[FILTER, filterBy({ filter_operator: 'like' }), 'filter_operator must be one of equal_to, not_'],
	[FILTER, filterBy({ values: [7] }), 'body.payload[0].values[0] must be string'],
	[FILTER, { payload: [{ values: [] }] }, 'body.payload[0] must have "attribute_key"'],
	[
		MOVE,
		{ appointment_at: '2027-03-01T10:00:00' },
		'body.appointment_at must match format "date-time"',
	],
	['DELETE labels/1', {}, 'this operation takes no body'],
	['DELETE labels/vip', undefined, 'path.id must be integer'],
	['GET integrations/apps?limit=5', undefined, 'query must not have "limit"'],
	['GET contacts/search?q=a&page=two', undefined, 'query.page must be number'],
];

describe('the mock server refuses and records', () => {
	const sandbox = sandboxForTests();

	test.each(BREACHES)('%s with %j', async (request, body, problem) => {
		const { status, text } = await ask(sandbox(), request, { body });

		expect(status).toBe(400);
		expect(text).toContain(JSON.stringify(problem).slice(1, -1));
		expect(sandbox().requests[0].problem).toContain(problem);
	});

	test('a path that the contract lacks', async () => {
		await ask(sandbox(), 'GET nothing');

		const problem = 'the contract has no such method and path';
		expect(sandbox().requests).toMatchObject([{ operation: null, status: 404, problem }]);
	});

	test('malformed JSON, other content types and files in other fields', async () => {
		const form = new FormData();
		form.append('picture', new Blob(['x']));
		const headers = { 'content-type': 'application/json' };
		await ask(sandbox(), CREATE, { body: '{"name":', headers });
		await ask(sandbox(), CREATE, { body: 'name=A', headers: { 'content-type': 'text/plain' } });
		await ask(sandbox(), CREATE, { body: form });

		expect(sandbox().requests.map(({ problem }) => problem)).toEqual([
			'body is not JSON: Unexpected end of JSON input',
			'Content-Type must be application/json or multipart/form-data, not "text/plain"',
			'body.picture must not be a file',
		]);
	});
});
