import { DIALECT_NAMES, type Sandbox } from '../../tools/sandbox';
import { account, ask, sandboxForTests, type Reply } from './support';

interface ListedContact {
	id: number;
	name: string;
	email: string | null;
	phone_number: string | null;
	identifier: string | null;
	additional_attributes: Record<string, unknown>;
	contact_inboxes?: unknown[];
}

interface ContactList {
	meta: Record<string, unknown>;
	payload: ListedContact[];
}

interface Item {
	attribute_key: string;
	filter_operator: string;
	values: string[];
	query_operator: 'AND' | 'OR' | null;
}

function listOf(reply: Reply): ContactList {
	expect(reply.status).toBe(200);
	return reply.json as ContactList;
}

async function search(sandbox: Sandbox, query: string): Promise<ContactList> {
	return listOf(await ask(sandbox, 'GET', account(`contacts/search?${query}`)));
}

function filterReply(sandbox: Sandbox, payload: Item[], query = ''): Promise<Reply> {
	return ask(sandbox, 'POST', account(`contacts/filter${query}`), { body: { payload } });
}

async function filter(sandbox: Sandbox, payload: Item[], query = ''): Promise<ContactList> {
	return listOf(await filterReply(sandbox, payload, query));
}

function item(
	attribute_key: string,
	filter_operator: string,
	values: string[],
	query_operator: Item['query_operator'] = null,
): Item {
	return { attribute_key, filter_operator, values, query_operator };
}

function create(sandbox: Sandbox, body: unknown): Promise<Reply> {
	return ask(sandbox, 'POST', account('contacts'), { body });
}

function names(list: ContactList): string[] {
	return list.payload.map((contact) => contact.name.toLowerCase());
}

describe.each(DIALECT_NAMES)('contact lists in the %s dialect', (dialect) => {
	const sandbox = sandboxForTests({ dialect, contacts: 50 });

	test('have fifteen records a page and end with a shorter one', async () => {
		const pages = await Promise.all(
			[1, 2, 3, 4].map((page) => search(sandbox(), `q=example&sort=name&page=${page}`)),
		);

		expect(pages.map((page) => page.payload.length)).toEqual([15, 15, 15, 5]);
		expect(new Set(pages.flatMap((page) => page.payload.map(({ id }) => id))).size).toBe(50);
	});

	test('are empty past the end', async () => {
		expect((await search(sandbox(), 'q=example&page=9')).payload).toEqual([]);
	});

	test('leave out the inboxes of contacts on demand', async () => {
		const { payload } = await search(sandbox(), 'q=example&include_contact_inboxes=false');

		expect(payload[0]).not.toHaveProperty('contact_inboxes');
	});

	test('find a text in the middle of an e-mail, whatever its case', async () => {
		const { payload } = await search(sandbox(), 'q=.17%40EXAMPLE');

		expect(payload.map(({ id }) => id)).toEqual([17]);
	});

	test('find a phone number by its plus sign', async () => {
		const { payload } = await search(sandbox(), `q=${encodeURIComponent('+4930')}`);

		expect(payload.length).toBeGreaterThan(0);
		expect(payload.every((contact) => contact.phone_number?.startsWith('+4930'))).toBe(true);
	});

	test('are sorted by name, up and down', async () => {
		const up = names(await search(sandbox(), 'q=example&sort=name'));
		const down = names(await search(sandbox(), 'q=example&sort=-name'));

		expect(up).toEqual([...up].sort());
		expect(down).toEqual([...down].sort().reverse());
	});

	test('have records without a value last, up and down', async () => {
		const last = async (sort: string) =>
			(await search(sandbox(), `q=example&page=4&sort=${sort}`)).payload.at(-1)?.email;

		expect([await last('email'), await last('-email')]).toEqual([null, null]);
	});

	test('are filtered by equality', async () => {
		const { payload } = await filter(sandbox(), [item('city', 'equal_to', ['Berlin'])]);

		expect(new Set(payload.map((contact) => contact.additional_attributes.city))).toEqual(
			new Set(['Berlin']),
		);
	});

	test('are filtered by inequality', async () => {
		const equal = await filter(sandbox(), [item('city', 'equal_to', ['Berlin'])]);
		const other = await filter(sandbox(), [item('city', 'not_equal_to', ['Berlin'])]);

		expect(Number(equal.meta.count) + Number(other.meta.count)).toBe(50);
	});

	test('are filtered by a part of a text', async () => {
		const { payload } = await filter(sandbox(), [item('email', 'contains', ['.21@', '.31@'])]);

		expect(payload.map(({ id }) => id).sort()).toEqual([31]);
	});

	test('are filtered by a part that must not be there', async () => {
		const { meta } = await filter(sandbox(), [item('email', 'does_not_contain', ['@'])]);

		expect(meta.count).toBe(4);
	});

	test('are filtered by the dates of the family', async () => {
		const { meta } = await filter(sandbox(), [
			item('created_at', 'is_greater_than', ['2025-01-01']),
		]);

		expect(meta.count).toBe(50);
	});

	test('bind AND tighter than OR', async () => {
		const { payload } = await filter(sandbox(), [
			item('identifier', 'equal_to', ['example-000003'], 'OR'),
			item('identifier', 'equal_to', ['example-000006'], 'AND'),
			item('email', 'contains', ['nobody']),
		]);

		expect(payload.map(({ id }) => id)).toEqual([3]);
	});

	test('hold all resolved contacts where there is no condition', async () => {
		expect((await filter(sandbox(), [])).meta.count).toBe(50);
	});

	test('are sorted when filtered too', async () => {
		const found = names(await filter(sandbox(), [], '?sort=-name'));

		expect(found).toEqual([...found].sort().reverse());
	});

	test('include a contact as soon as it was created', async () => {
		await search(sandbox(), 'q=newcomer');
		await create(sandbox(), { name: 'Newcomer', email: 'newcomer@test.example' });

		expect((await search(sandbox(), 'q=newcomer')).payload).toHaveLength(1);
	});
});

describe('contact lists in the documented dialect', () => {
	const sandbox = sandboxForTests({ contacts: 40 });

	test('count all that match', async () => {
		const { meta } = await search(sandbox(), 'q=example&page=2');

		expect(meta).toEqual({ count: 40, current_page: 2 });
	});

	test('hold resolved contacts only', async () => {
		expect((await search(sandbox(), 'q=visitor')).payload).toEqual([]);
	});

	test('show the last activity also where there was none', async () => {
		const { payload } = await search(sandbox(), 'q=.8@example');

		expect(payload[0]).toMatchObject({ last_activity_at: null });
	});

	test('refuse a blank search key', async () => {
		const { status, json } = await ask(sandbox(), 'GET', account('contacts/search?q='));

		expect(status).toBe(422);
		expect(json).toMatchObject({ errors: [{ field: 'q', code: 'blank' }] });
	});

	test('refuse a filter whose last item has an operator', async () => {
		const { status, json } = await filterReply(sandbox(), [item('name', 'contains', ['a'], 'AND')]);

		expect(status).toBe(400);
		expect(json).toMatchObject({
			description: 'The last item must carry null as query_operator',
		});
	});

	test('refuse an unknown attribute', async () => {
		const { status, json } = await filterReply(sandbox(), [item('shoe_size', 'equal_to', ['9'])]);

		expect(status).toBe(400);
		expect(json).toMatchObject({ errors: [{ field: 'attribute_key', code: 'unknown_attribute' }] });
	});

	test('compare with each of the values', async () => {
		const { meta } = await filter(sandbox(), [
			item('identifier', 'equal_to', ['example-000003', 'example-000006']),
		]);

		expect(meta.count).toBe(2);
	});
});

describe('contact lists in the upstream dialect', () => {
	const sandbox = sandboxForTests({ dialect: 'upstream', contacts: 40 });

	test('count the records of the page and say whether there are more', async () => {
		const first = await search(sandbox(), 'q=@example&page=1');
		const last = await search(sandbox(), 'q=example&page=3');

		expect(first.meta).toEqual({ count: 15, current_page: '1', has_more: true });
		expect(last.meta).toEqual({ count: 10, current_page: '3', has_more: false });
	});

	test('number the page only where none was asked for', async () => {
		expect((await search(sandbox(), 'q=example')).meta.current_page).toBe(1);
	});

	test('count all that match when filtered, without has_more', async () => {
		expect((await filter(sandbox(), [], '?page=2')).meta).toEqual({ count: 40, current_page: '2' });
	});

	test('hold visitors too when searched, but not when filtered', async () => {
		expect((await search(sandbox(), 'q=visitor')).payload).toHaveLength(2);
		expect((await filter(sandbox(), [item('name', 'contains', ['visitor'])])).payload).toEqual([]);
	});

	test('leave out the last activity where there was none', async () => {
		const { payload } = await search(sandbox(), 'q=.8@example');

		expect(payload[0]).not.toHaveProperty('last_activity_at');
	});

	test('match identifiers by case', async () => {
		expect((await search(sandbox(), 'q=EXAMPLE-000010')).payload).toEqual([]);
		expect((await search(sandbox(), 'q=example-000010')).payload).toHaveLength(1);
	});

	test('take percent and underscore as wildcards', async () => {
		expect((await search(sandbox(), 'q=.1_%25example')).payload.length).toBeGreaterThan(1);
	});

	test('find nothing for a blank search key', async () => {
		expect(await search(sandbox(), 'q=')).toEqual({
			meta: { count: null, current_page: 1 },
			payload: [],
		});
	});

	test('compare with the first value only', async () => {
		const { meta } = await filter(sandbox(), [
			item('identifier', 'equal_to', ['example-000003', 'example-000006']),
		]);

		expect(meta.count).toBe(1);
	});

	test.each([
		['with its plus', (number: string) => number],
		['without its plus', (number: string) => number.slice(1)],
	])('find a whole phone number %s', async (_how, wanted) => {
		const { payload } = await search(sandbox(), 'q=%2B4930');
		const number = wanted(payload[0].phone_number ?? '');

		const { meta } = await filter(sandbox(), [item('phone_number', 'equal_to', [number])]);
		expect(meta.count).toBe(1);
	});

	test.each([
		['a trailing operator', [item('name', 'contains', ['a'], 'AND')]],
		['a missing operator', [item('name', 'contains', ['a']), item('city', 'equal_to', ['Berlin'])]],
	])('fail inside on %s', async (_what, payload) => {
		const { status, json } = await filterReply(sandbox(), payload);

		expect(status).toBe(500);
		expect(json).toEqual({ status: 500, error: 'Internal Server Error' });
	});

	test('fail inside on page 0', async () => {
		expect((await ask(sandbox(), 'GET', account('contacts/search?q=a&page=0'))).status).toBe(500);
	});

	test.each([
		[
			'an operator the attribute does not take',
			item('country_code', 'contains', ['D']),
			'Invalid operator. The allowed operators for country_code are [equal_to,not_equal_to].',
		],
		[
			'no values',
			item('country_code', 'equal_to', []),
			'Invalid value. The values provided for country_code are invalid',
		],
	])('refuse %s', async (_what, condition, error) => {
		const { status, json } = await filterReply(sandbox(), [condition]);

		expect(status).toBe(422);
		expect(json).toEqual({ error });
	});
});

describe.each(DIALECT_NAMES)('contact creation in the %s dialect', (dialect) => {
	const sandbox = sandboxForTests({ dialect, contacts: 20 });

	test('keeps what was sent', async () => {
		const custom_attributes = { plan: 'gold', score: 7, vip: true, tags: ['a'] };
		await create(sandbox(), { name: 'Ada', blocked: true, custom_attributes });

		expect(sandbox().state.contacts.created).toEqual([
			expect.objectContaining({
				id: 23,
				name: 'Ada',
				blocked: true,
				email: null,
				custom_attributes,
			}),
		]);
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

	test('refuses an e-mail that a seeded contact has', async () => {
		const { email } = sandbox().state.contacts.all[0];

		expect((await create(sandbox(), { email })).status).toBe(422);
	});

	test.each(['0301234', '+0301234', '+49 30', '+1234567890123456'])(
		'refuses the phone number %s',
		async (phone_number) => {
			const { status, text } = await create(sandbox(), { phone_number });

			expect(status).toBe(422);
			expect(text).toContain('Phone number should be in e164 format');
		},
	);

	test('puts the contact into its inbox', async () => {
		await create(sandbox(), { name: 'Ada', inbox_id: 4 });

		expect(sandbox().state.contacts.created[0].contact_inboxes[0].inbox.name).toBe('API');
	});

	test('does not find an unknown inbox', async () => {
		expect((await create(sandbox(), { inbox_id: 99 })).status).toBe(404);
		expect(sandbox().state.contacts.created).toEqual([]);
	});

	test('refuses an e-mail inbox without an e-mail', async () => {
		const { status, text } = await create(sandbox(), { name: 'Ada', inbox_id: 2 });

		expect(status).toBe(422);
		expect(text).toContain('param is missing or the value is empty: contact email');
	});

	test('takes form data with an avatar and nested attributes', async () => {
		const form = new FormData();
		form.set('name', 'Ada');
		form.set('inbox_id', '1');
		form.set('blocked', 'true');
		form.set('custom_attributes[plan]', 'gold');
		form.append('custom_attributes[tags][]', 'a');
		form.append('custom_attributes[tags][]', 'b');
		form.set('additional_attributes[social_profiles][github]', 'ada');
		form.set('avatar', new Blob(['picture'], { type: 'image/png' }), 'ada.png');
		const { status } = await create(sandbox(), form);

		expect(status).toBe(200);
		expect(sandbox().state.contacts.created[0]).toMatchObject({
			blocked: true,
			thumbnail: '/avatars/23',
			custom_attributes: { plan: 'gold', tags: ['a', 'b'] },
			additional_attributes: { social_profiles: { github: 'ada' } },
		});
		expect(sandbox().requests[0].files).toEqual([
			expect.objectContaining({ field: 'avatar', filename: 'ada.png', type: 'image/png', size: 7 }),
		]);
	});

	test('refuses attributes as JSON in a form field', async () => {
		const form = new FormData();
		form.set('custom_attributes', '{"plan":"gold"}');
		await create(sandbox(), form);

		expect(sandbox().requests[0].problem).toBe('body.custom_attributes must be object');
	});

	test('refuses a file in another field', async () => {
		const form = new FormData();
		form.set('picture', new Blob(['x'], { type: 'image/png' }), 'x.png');
		await create(sandbox(), form);

		expect(sandbox().requests[0].problem).toBe('body.picture must not be a file');
	});

	test.each([
		[
			'of another type',
			new Blob(['x'], { type: 'application/pdf' }),
			'Avatar filetype not supported',
		],
		[
			'above 15 MB',
			new Blob([new Uint8Array(15 * 1024 * 1024 + 1)], { type: 'image/png' }),
			'Avatar is too big',
		],
	])('refuses an avatar %s', async (_what, file, message) => {
		const form = new FormData();
		form.set('avatar', file, 'avatar');
		const { status, text } = await create(sandbox(), form);

		expect(status).toBe(422);
		expect(text).toContain(message);
	});
});

describe('contact creation in the documented dialect', () => {
	const sandbox = sandboxForTests();

	test('answers with a list, the ID and the availability', async () => {
		const { json } = await create(sandbox(), { name: 'Ada' });

		expect(json).toEqual({
			payload: [expect.objectContaining({ id: 63, name: 'Ada', contact_inboxes: [] })],
			id: 63,
			availability_status: 'offline',
		});
	});

	test('refuses custom attributes without a definition', async () => {
		const { status, json } = await create(sandbox(), { custom_attributes: { shoe_size: 9 } });

		expect(status).toBe(422);
		expect(json).toMatchObject({
			errors: [{ field: 'custom_attributes', code: 'undefined_attribute' }],
		});
	});

	test('shows the avatar at once', async () => {
		const avatar_url = 'https://pictures.example.com/ada.png';
		const { json } = await create(sandbox(), { name: 'Ada', avatar_url });

		expect(json).toMatchObject({ payload: [{ thumbnail: avatar_url }] });
	});
});

describe('contact creation in the upstream dialect', () => {
	const sandbox = sandboxForTests({ dialect: 'upstream' });

	test('answers with the contact and its inbox as objects', async () => {
		const { json } = await create(sandbox(), { name: 'Ada', inbox_id: 1 });

		expect(json).toEqual({
			payload: {
				contact: expect.objectContaining({ id: 63, name: 'Ada' }),
				contact_inbox: {
					inbox: expect.objectContaining({ id: 1, created_at: expect.any(String) }),
					source_id: 'sandbox-source-63',
				},
			},
		});
	});

	test('answers with null where there is no inbox', async () => {
		const { json } = await create(sandbox(), { name: 'Ada' });

		expect(json).toMatchObject({ payload: { contact_inbox: { inbox: null, source_id: null } } });
	});

	test('says all that is invalid in one message', async () => {
		const { email } = sandbox().state.contacts.all[0];
		const { json } = await create(sandbox(), { email, phone_number: '12' });

		expect(json).toEqual({
			message: 'Email has already been taken, Phone number should be in e164 format',
			attributes: ['email', 'phone_number'],
		});
	});

	test('keeps custom attributes without a definition', async () => {
		expect((await create(sandbox(), { custom_attributes: { shoe_size: 9 } })).status).toBe(200);
	});

	test('fails inside on an avatar as text', async () => {
		expect((await create(sandbox(), { avatar: 'aGVsbG8=' })).status).toBe(500);
	});

	test('fails inside on a channel that needs a source', async () => {
		expect((await create(sandbox(), { name: 'Ada', inbox_id: 5 })).status).toBe(500);
		expect(sandbox().state.contacts.created).toEqual([]);
	});
});
