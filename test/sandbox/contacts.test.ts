import { DIALECT_NAMES, type Sandbox } from '../../tools/sandbox';
import { askFor, sandboxForTests, type Reply } from './support';

interface ContactList {
	meta: Record<string, unknown>;
	payload: { id: number; name: string; email: string | null }[];
}

type Condition = [attribute: string, operator: string, values: string[], join?: 'AND' | 'OR'];

async function search(sandbox: Sandbox, query: string): Promise<ContactList> {
	return (await askFor(sandbox, `GET contacts/search?${query}`)).json as ContactList;
}

function filter(sandbox: Sandbox, conditions: Condition[], query = ''): Promise<Reply> {
	const payload = conditions.map(([attribute_key, filter_operator, values, join]) => ({
		attribute_key,
		filter_operator,
		values,
		query_operator: join ?? null,
	}));
	return askFor(sandbox, `POST contacts/filter${query}`, { body: { payload } });
}

function create(sandbox: Sandbox, body: unknown): Promise<Reply> {
	return askFor(sandbox, 'POST contacts', { body });
}

describe.each(DIALECT_NAMES)('contact lists in the %s dialect', (dialect) => {
	const sandbox = sandboxForTests({ dialect, contacts: 50 });

	test('have fifteen records a page, end with a shorter one and are empty past the end', async () => {
		const pages = await Promise.all(
			[1, 2, 3, 4, 5].map((page) => search(sandbox(), `q=example&sort=name&page=${page}`)),
		);

		expect(pages.map((page) => page.payload.length)).toEqual([15, 15, 15, 5, 0]);
		expect(new Set(pages.flatMap((page) => page.payload.map(({ id }) => id))).size).toBe(50);
	});

	test('have pages of another size where it is set', async () => {
		sandbox().configure({ pageSize: 7 });

		expect((await search(sandbox(), 'q=example')).payload).toHaveLength(7);
	});

	test('are sorted up and down, records without a value last', async () => {
		const emails = async (sort: string) => {
			const pages = [1, 2, 3, 4].map((page) => search(sandbox(), `q=e&sort=${sort}&page=${page}`));
			return (await Promise.all(pages)).flatMap(({ payload }) => payload.map(({ email }) => email));
		};
		const up = (await emails('email')).filter((email) => email !== null);

		expect(up).toEqual([...up].sort());
		expect((await emails('-email')).slice(0, up.length)).toEqual([...up].reverse());
		expect((await emails('email')).at(-1)).toBeNull();
	});

	test.each<[string, Condition[], number]>([
		['no condition', [], 50],
		['a part that must not be there', [['email', 'does_not_contain', ['@']]], 4],
		['the dates of the family', [['created_at', 'is_greater_than', ['2025-01-01']]], 50],
		['presence', [['labels', 'is_present', []]], 8],
		[
			'AND before OR',
			[
				['identifier', 'equal_to', ['example-000003'], 'OR'],
				['identifier', 'equal_to', ['example-000006'], 'AND'],
				['email', 'contains', ['nobody']],
			],
			1,
		],
	])('are filtered by %s', async (_what, conditions, count) => {
		expect((await filter(sandbox(), conditions)).json).toMatchObject({ meta: { count } });
	});

	test('include a contact as soon as it was created', async () => {
		await search(sandbox(), 'q=newcomer');
		await create(sandbox(), { email: 'newcomer@test.example' });

		expect((await search(sandbox(), 'q=NEWCOMER')).payload).toHaveLength(1);
	});

	test('leave out the inboxes of contacts on demand', async () => {
		const { payload } = await search(sandbox(), 'q=example&include_contact_inboxes=false');

		expect(payload[0]).not.toHaveProperty('contact_inboxes');
	});
});

describe('what the dialects do differently with contact lists', () => {
	const sandbox = sandboxForTests({ contacts: 40 });
	const both: Condition = ['identifier', 'equal_to', ['example-000003', 'example-000006']];

	test.each([
		['documented', { count: 40, current_page: 3 }],
		['upstream', { count: 10, current_page: '3', has_more: false }],
	] as const)('%s describes a page of a search', async (dialect, meta) => {
		sandbox().setDialect(dialect);

		expect((await search(sandbox(), 'q=example&page=3')).meta).toEqual(meta);
	});

	test.each([
		['documented', 0],
		['upstream', 2],
	] as const)('%s finds %i contacts that are not resolved', async (dialect, count) => {
		sandbox().setDialect(dialect);

		expect((await search(sandbox(), 'q=visitor')).payload).toHaveLength(count);
	});

	test.each([
		['documented', 422],
		['upstream', 200],
	] as const)('%s answers a blank search with %i', async (dialect, status) => {
		sandbox().setDialect(dialect);

		expect((await askFor(sandbox(), 'GET contacts/search?q=')).status).toBe(status);
	});

	test.each([
		['documented', 2],
		['upstream', 1],
	] as const)('%s finds %i of two values', async (dialect, count) => {
		sandbox().setDialect(dialect);

		expect((await filter(sandbox(), [both])).json).toMatchObject({ meta: { count } });
	});

	test.each<['documented' | 'upstream', string, Condition, number, string]>([
		['documented', 'a last operator', ['name', 'contains', ['a'], 'AND'], 400, 'must carry null'],
		['upstream', 'a last operator', ['name', 'contains', ['a'], 'AND'], 500, 'Internal Server'],
		['documented', 'an unknown attribute', ['size', 'equal_to', ['9']], 400, 'unknown_attribute'],
		[
			'upstream',
			'an operator',
			['country_code', 'contains', ['D']],
			422,
			'[equal_to,not_equal_to]',
		],
		['upstream', 'no values', ['country_code', 'equal_to', []], 422, 'are invalid'],
	])('%s refuses %s', async (dialect, _what, condition, status, words) => {
		sandbox().setDialect(dialect);
		const reply = await filter(sandbox(), [condition]);

		expect(reply.status).toBe(status);
		expect(reply.text).toContain(words);
	});

	test('upstream takes percent as a wildcard and matches identifiers by case', async () => {
		sandbox().setDialect('upstream');

		expect((await search(sandbox(), 'q=.1%25example')).payload.length).toBeGreaterThan(1);
		expect((await search(sandbox(), 'q=EXAMPLE-000010')).payload).toEqual([]);
	});
});

function formWith(fields: Record<string, string | Blob>): FormData {
	const form = new FormData();
	for (const [name, value] of Object.entries(fields)) form.append(name, value);
	return form;
}

describe.each(DIALECT_NAMES)('contact creation in the %s dialect', (dialect) => {
	const sandbox = sandboxForTests({ dialect, contacts: 20, now: () => Date.UTC(2030, 0, 1) });

	test('keeps what was sent, dated by the clock that the header Date shows', async () => {
		const custom_attributes = { plan: 'gold', score: 7, vip: true, tags: ['a'] };
		const sent = { name: 'Ada', blocked: true, custom_attributes };
		const { headers } = await create(sandbox(), sent);

		const created_at = Date.UTC(2030, 0, 1) / 1000;
		expect(sandbox().state.contacts.created).toMatchObject([{ id: 23, ...sent, created_at }]);
		expect(headers.get('date')).toBe('Tue, 01 Jan 2030 00:00:00 GMT');
	});

	test.each([
		['email', { email: 'twin@test.example' }, { email: 'TWIN@test.example' }],
		['identifier', { identifier: 'x-1' }, { identifier: 'x-1' }],
		['phone_number', { phone_number: '+4930123' }, { phone_number: '+4930123' }],
	])('refuses a second contact with the same %s', async (field, first, second) => {
		await create(sandbox(), first);
		const { status, text } = await create(sandbox(), second);

		expect(status).toBe(422);
		expect(text).toContain(`"${field}"`);
		expect(sandbox().state.contacts.created).toHaveLength(1);
	});

	test.each([
		['a bad phone number', { phone_number: '0301234' }, 422, 'should be in e164 format'],
		['an e-mail inbox without an e-mail', { inbox_id: 2 }, 422, 'contact email'],
		['an unknown inbox', { inbox_id: 99 }, 404, 'could not be found'],
		[
			'a file that is no image',
			formWith({ avatar: new Blob(['x'], { type: 'application/pdf' }) }),
			422,
			'Avatar filetype not supported',
		],
		[
			'a file in another field',
			formWith({ picture: new Blob(['x']) }),
			400,
			'body.picture must not be a file',
		],
		[
			'JSON in a form field',
			formWith({ custom_attributes: '{}' }),
			400,
			'body.custom_attributes must be object',
		],
	])('refuses %s', async (_what, body, status, words) => {
		const reply = await create(sandbox(), body);

		expect(reply.status).toBe(status);
		expect(reply.text).toContain(words);
		expect(sandbox().state.contacts.created).toEqual([]);
	});

	test('takes form data with an avatar and nested attributes', async () => {
		const form = formWith({
			inbox_id: '1',
			blocked: 'true',
			'custom_attributes[plan]': 'gold',
			'additional_attributes[social_profiles][github]': 'ada',
			avatar: new Blob(['picture'], { type: 'IMAGE/PNG' }),
		});
		form.append('custom_attributes[tags][]', 'a');
		form.append('custom_attributes[tags][]', 'b');
		await create(sandbox(), form);

		expect(sandbox().state.contacts.created).toMatchObject([
			{
				blocked: true,
				thumbnail: '/avatars/23',
				custom_attributes: { plan: 'gold', tags: ['a', 'b'] },
				additional_attributes: { social_profiles: { github: 'ada' } },
			},
		]);
		expect(sandbox().requests[0].files).toMatchObject([{ field: 'avatar', size: 7 }]);
	});
});

describe('what the dialects do differently with new contacts', () => {
	const sandbox = sandboxForTests();

	test.each<['documented' | 'upstream', string, object, number, object]>([
		['documented', 'a name', { name: 'Ada' }, 200, { payload: [{ id: 63 }], id: 63 }],
		[
			'upstream',
			'an inbox',
			{ inbox_id: 1 },
			200,
			{ payload: { contact: { id: 63 }, contact_inbox: { inbox: { id: 1 } } } },
		],
		[
			'documented',
			'an undefined attribute',
			{ custom_attributes: { size: 9 } },
			422,
			{ errors: [{ code: 'undefined_attribute' }] },
		],
		['upstream', 'an undefined attribute', { custom_attributes: { size: 9 } }, 200, {}],
		[
			'upstream',
			'two mistakes',
			{ email: 'nobody', phone_number: '12' },
			422,
			{
				message: 'Email Invalid email, Phone number should be in e164 format',
				attributes: ['email', 'phone_number'],
			},
		],
		['upstream', 'an avatar as text', { avatar: 'aGVsbG8=' }, 500, {}],
		['upstream', 'a channel that needs a source', { inbox_id: 5 }, 500, {}],
	])('%s with %s', async (dialect, _what, body, status, json) => {
		sandbox().setDialect(dialect);

		expect(await create(sandbox(), body)).toMatchObject({ status, json });
	});
});
