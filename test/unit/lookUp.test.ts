import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { createContact } from '../../nodes/Contact/operations/create';
import { lookUpOf } from '../../nodes/Contact/lookUp';
import { Failure } from '../../nodes/shared/response/failure';
import type { ApiResponse } from '../../nodes/shared/operation';
import type { Fault } from '../../nodes/shared/http/fault';
import { type Circumstances, deliver, type Delivered, having } from '../fixtures/delivery';
import { fault, response } from '../fixtures/responses';

const NOW = 1_800_000_000_000;
const LOST = fault('ECONNRESET', 'socket hang up');
const TIMEOUT = fault('ECONNABORTED', 'timeout of 300000ms exceeded');

beforeEach(() => jest.spyOn(Date, 'now').mockReturnValue(NOW));
afterEach(() => jest.restoreAllMocks());

describe('a create whose response is lost or refused', () => {
	const fields = { name: 'Ann', email: 'ann@b.example' };
	const taken = { id: 5, ...fields, email: 'ANN@b.example' };
	const nothing = () => response(200, { payload: [] });
	const now = NOW / 1000;
	/** An object with its keys in another order, as a database may keep them. */
	const reversed = (object: object) => Object.fromEntries(Object.entries(object).reverse());
	const emailTaken = response(422, { message: 'Email is taken', attributes: ['email'] });

	/** A look-up's response with a contact. */
	function found(contact: object): ApiResponse {
		return response(200, { payload: [{ ...taken, ...contact }] });
	}

	/** Delivers a create that can look for its contact. */
	async function create(
		responses: Array<ApiResponse | Fault>,
		{
			continues = false,
			values = fields as IDataObject,
			...circumstances
		}: Circumstances & { continues?: boolean; values?: IDataObject } = {},
	): Promise<Delivered> {
		const lookUp = lookUpOf(values, continues);
		return await deliver(createContact, { lookUp }, responses, circumstances);
	}

	/** The ends for a contact that is new, unlike the one that was sent or older, for none, and for a look-up that fails. */
	function ends(list: string) {
		const [isNew, unlike, older, none, fails] = list.split(', ');
		return { new: isNew, unlike, older, none, fails };
	}

	function endOf({ result, isUnclear }: Delivered): string {
		if (!(result instanceof Failure)) {
			const [{ id, created }] = result.records;
			if (id === 7) return 'sent again';
			return created ? 'new' : 'existing';
		}
		if (result.topic === 'Contact already exists' && result.description.includes('contact 5'))
			return isUnclear ? 'may be own' : 'taken';
		return isUnclear ? 'unclear' : 'refused';
	}

	/** What a look-up finds. */
	const finds = {
		new: found({ created_at: now }),
		unlike: found({ created_at: now, name: 'Eve' }),
		older: found({ created_at: now - 601 }),
		none: nothing(),
		fails: response(403),
	};
	const afterLoss = [LOST, nothing()];

	/** What happens with 'Fail' for 'If the Contact Exists', by what came of its attempts and by what the look-up finds. */
	it.each<[string, Array<ApiResponse | Fault>, Record<keyof typeof finds, string>]>([
		['a reset', [LOST], ends('new, may be own, taken, sent again, unclear')],
		['a 502', [response(502)], ends('new, may be own, taken, sent again, unclear')],
		['a 503', [response(503)], ends('new, may be own, taken, sent again, unclear')],
		['a 500', [response(500)], ends('may be own, may be own, taken, sent again, unclear')],
		['a timeout', [TIMEOUT], ends('new, may be own, may be own, unclear, unclear')],
		['a 504', [response(504)], ends('new, may be own, may be own, unclear, unclear')],
		['a text', [response(200, 'OK')], ends('new, may be own, taken, unclear, unclear')],
		['a duplicate', [emailTaken], ends('taken, taken, taken, refused, refused')],
		['a 403', [response(403)], ends('refused, refused, refused, refused, refused')],
		[
			'a loss and a duplicate',
			[...afterLoss, emailTaken],
			ends('new, may be own, taken, unclear, unclear'),
		],
		[
			'a loss and a 401',
			[...afterLoss, response(401)],
			ends('refused, refused, refused, refused, refused'),
		],
	])('ends after %s by its look-up, with Fail or not', async (_what, attempts, expected) => {
		for (const continues of [false, true]) {
			for (const [name, lookUp] of Object.entries(finds)) {
				const second = name === 'fails' ? response(403) : nothing();
				const made = response(200, { payload: [{ ...taken, id: 7 }] });
				const isSentAgain = expected[name as keyof typeof finds] === 'sent again';
				const responses = [...attempts, lookUp, isSentAgain ? made : second];
				const outcome = await create(responses, { continues });
				const existing = /may be own|taken/;
				const end = expected[name as keyof typeof finds];
				expect([name, endOf(outcome)]).toEqual([
					name,
					continues ? end.replace(existing, 'existing') : end,
				]);
			}
		}
	});

	it.each<[string, ApiResponse]>([
		['no time', found({})],
		['a time that the clock of this machine does not confirm', found({ created_at: now + 60 })],
	])('is not known to have made a contact with %s, so it says both', async (_what, lookUp) => {
		const { result, description, sent, isUnclear } = await create([LOST, lookUp]);
		expect(sent).toEqual(['contacts', 'filter']);
		expect(result).toMatchObject({ message: 'A contact with these values already exists' });
		expect(description).toMatch(
			/contact 5 \(\w+\)\. This request may have created the contact\. To go on with it, set/,
		);
		expect(isUnclear).toBe(true);
	});

	it('is looked up after a 500 only when the service has had two seconds to restart', async () => {
		const { sent, waits } = await create([response(500), nothing()]);
		expect(sent.slice(0, 2)).toEqual(['contacts', 'filter']);
		expect(waits[1]).toBeGreaterThanOrEqual(2000);
	});

	it('does not claim a retry that was not sent', async () => {
		const { description } = await create([LOST, found({})]);
		expect(description).not.toContain('retried');
	});

	it('is not taken for a contact that another item of the run has created', async () => {
		const items = having({ id: 5 });
		const { result } = await create([LOST, found({ created_at: now })], { items });
		expect(result).toMatchObject({ description: expect.stringContaining('contact 5 (Ann)') });
	});

	it.each<[boolean, string, IDataObject, unknown]>([
		[false, 'the ID that another item has returned', { id: 5 }, { payload: { contact: taken } }],
		[true, 'an ID of its own', { id: 4 }, { payload: { contact: taken } }],
		[true, 'no ID, like that of another item', { created: true }, ''],
	])('is new: %s, if its 2xx response has %s', async (created, _what, other, body) => {
		const { result } = await create([response(200, body)], { items: having(other) });
		expect(result).toMatchObject({ records: [{ created }] });
	});

	it.each([
		[2, true],
		[3, false],
		[-2, true],
		[-3, false],
	])(
		'is a contact whose time is at most two seconds off (%s s before it was sent: %s)',
		async (age, created) => {
			const lookUp = found({ created_at: now - age });
			const { result } = await create([LOST, lookUp], { continues: true });
			expect(result).toMatchObject({ records: [{ id: 5, created }] });
		},
	);

	/** The values of an attribute. A form makes texts of all but lists and objects. */
	const scalar = fc.oneof(fc.stringMatching(/^[a-z]\w*$/), fc.integer(), fc.boolean());
	const attributes = fc.dictionary(
		fc.stringMatching(/^[a-z]{1,8}$/),
		fc.oneof(scalar, fc.array(scalar, { minLength: 1 }), fc.dictionary(fc.constant('x'), scalar)),
		{ minKeys: 1, maxKeys: 4 },
	);

	it('is a contact that has all attributes that were sent, and others that the service added', async () => {
		await fc.assert(
			fc.asyncProperty(attributes, fc.boolean(), async (sent, isAdded) => {
				const stored = { ...(isAdded && { Added: 1 }), ...reversed(sent) };
				const lookUp = found({ created_at: now, custom_attributes: stored, blocked: false });
				const values = { ...fields, custom_attributes: sent, blocked: undefined };
				const { result } = await create([LOST, lookUp], { values });
				expect(result).toMatchObject({ records: [{ id: 5, created: true }] });
			}),
		);
	});

	it('is not known to have made a contact that lacks an attribute, or has another value there', async () => {
		await fc.assert(
			fc.asyncProperty(attributes, fc.nat(), fc.boolean(), async (sent, place, isThere) => {
				const key = Object.keys(sent)[place % Object.keys(sent).length];
				const stored = { ...sent, [key]: isThere ? 'Another value' : undefined };
				const lookUp = found({ created_at: now, additional_attributes: stored });
				const values = { ...fields, additional_attributes: sent };
				const { description } = await create([LOST, lookUp], { values });
				expect(description).toContain('This request may have created the contact.');
			}),
		);
	});

	it.each<[string, IDataObject, object, boolean]>([
		['its inbox', { inbox_id: 3 }, { contact_inboxes: [{ inbox: { id: 3 } }] }, true],
		['another inbox', { inbox_id: 3 }, { contact_inboxes: [{ inbox: { id: 4 } }] }, false],
		['no inbox', { inbox_id: 3 }, { contact_inboxes: [] }, false],
		['no phone number', { phone_number: '+15551234567' }, {}, false],
		['an image that it does not show', { avatar_url: 'https://a.example/a.png' }, {}, true],
		[
			'the company that Chatwoot 4.15 gives all contacts of an email domain',
			{ additional_attributes: { company_name: 'Muster GmbH', city: 'Bonn' } },
			{ additional_attributes: { company_name: 'Example', city: 'Bonn' } },
			true,
		],
	])('has made a contact with %s: %j, %j, %p', async (_what, sent, stored, created) => {
		const lookUp = found({ created_at: now, ...stored });
		const values = { ...fields, ...sent };
		const { result } = await create([LOST, lookUp, nothing()], { values });
		if (created) expect(result).toMatchObject({ records: [{ id: 5, created: true }] });
		else expect(result).toMatchObject({ message: 'A contact with these values already exists' });
	});

	it('is a contact that has its values as text, as a form with an image sends them', async () => {
		const sent = { blocked: true, custom_attributes: { seats: 5, paid: false, note: 'a\nb' } };
		const stored = {
			blocked: 'true',
			custom_attributes: { seats: '5', paid: 'false', note: 'a\r\nb' },
		};
		const values = { ...fields, ...sent };
		const { result } = await create([LOST, found({ created_at: now, ...stored })], { values });
		expect(result).toMatchObject({ records: [{ id: 5, created: true }] });
	});

	it.each<[string, ApiResponse | Fault, number]>([
		['a timeout', TIMEOUT, 100],
		['a 504', response(504), 100],
		['a reset after 25 seconds', LOST, 25_000],
		['a 503 after 30 seconds, as routers send it', response(503), 30_000],
	])(
		'is looked up twice after %s, five seconds apart, and never sent again',
		async (_what, lost, tookMs) => {
			const responses = [lost, nothing(), nothing()];
			const { result, sent, waits } = await create(responses, { tookMs });
			expect(sent).toEqual(['contacts', 'filter', 'filter']);
			expect(waits).toEqual([undefined, 0, 5000]);
			expect(result).toMatchObject({ isUnclear: true });
		},
	);

	describe.each<[string, ApiResponse | Fault, number]>([
		['a reset after a second', LOST, 1000],
		['a 502 after ten seconds', response(502), 10_000],
		['a 408 after almost 25 seconds', response(408), 24_999],
	])('that is lost late, with %s', (_what, lost, tookMs) => {
		it('is sent again if two look-ups, five seconds apart, both find certainly none', async () => {
			const made = response(200, { payload: [{ ...taken, id: 7 }] });
			const { result, sent, waits } = await create([lost, nothing(), nothing(), made], { tookMs });
			expect(sent).toEqual(['contacts', 'filter', 'filter', 'contacts']);
			expect(waits.slice(2)).toEqual([5000, 0]);
			expect(result).toMatchObject({ records: [{ id: 7, created: true }] });
		});

		it.each([
			['first', [response(403), nothing()]],
			['second', [nothing(), response(403)]],
		])('stays unclear if the %s look-up fails', async (_which, lookUps) => {
			const { result, sent } = await create([lost, ...lookUps], { tookMs });
			expect(sent).toEqual(['contacts', 'filter', 'filter']);
			expect(result).toMatchObject({ isUnclear: true });
		});

		it('returns the contact that only the second look-up finds', async () => {
			const late = found({ created_at: now });
			const { result } = await create([lost, nothing(), late], { tookMs });
			expect(result).toMatchObject({ records: [{ id: 5, created: true }] });
		});

		it('is sent three times at most, 500s included', async () => {
			const twice = [nothing(), nothing()];
			const responses = [lost, ...twice, response(500), nothing(), lost, ...twice];
			const { sent, description, isUnclear } = await create(responses, { tookMs, maxRetries: 20 });
			expect(sent.filter((path) => path === 'contacts')).toHaveLength(3);
			expect(description).toContain('looked for the contact and found none, so it was not created');
			expect(isUnclear).toBe(false);
		});

		it('is looked up twice and sent again by a later try of the node', async () => {
			const failing = [lost, response(403), response(403)];
			const { unclear } = await create(failing, { tookMs, maxRetries: 0 });
			const lookUp = lookUpOf(fields, false);
			const made = response(200, { payload: [taken] });
			const responses = [nothing(), nothing(), made];
			const { sent } = await deliver(createContact, { lookUp }, responses, { unclear });
			expect(sent).toEqual(['filter', 'filter', 'contacts']);
		});
	});

	describe('that was refused as a duplicate, if the look-up gets a 500,', () => {
		const failing = Array.from({ length: 3 }, () => response(500));
		const FAILED = 'The node looked for the contact, but the service responded with 500.';

		it('does not wait for it, because only the message needs the contact', async () => {
			const { result, description, sent } = await create([emailTaken, ...failing]);
			expect(sent).toEqual(['contacts', 'filter']);
			expect(result).toMatchObject({ message: 'Email is taken' });
			expect(description).toContain(FAILED);
		});

		it('waits for it if the item returns the contact', async () => {
			const responses = [emailTaken, ...failing, found({})];
			const { result, sent } = await create(responses, { continues: true });
			expect(sent).toHaveLength(5);
			expect(result).toMatchObject({ records: [{ id: 5, created: false }] });
		});

		it('waits for it if an earlier attempt may have created the contact', async () => {
			const responses = [LOST, nothing(), emailTaken, ...failing, found({ created_at: now })];
			const { result } = await create(responses);
			expect(result).toMatchObject({ records: [{ id: 5, created: true }] });
		});

		it('says so if it stays', async () => {
			const responses = [emailTaken, response(403)];
			const { result, description } = await create(responses, { continues: true });
			expect(result).toMatchObject({ message: 'Email is taken' });
			expect(description).toContain(FAILED.replace('500', '403'));
		});
	});

	it.each([
		['finds nothing', nothing()],
		['fails', response(403)],
	])(
		'returns the contact that only the second look-up finds, if the first one %s',
		async (_what, first) => {
			const { result } = await create([TIMEOUT, first, found({ created_at: now })]);
			expect(result).toMatchObject({ body: { id: 5 } });
		},
	);

	it('is looked up after each 500, and sent three times at most', async () => {
		const failing = [response(500), nothing(), response(500), nothing(), response(500), nothing()];
		const { sent, description, isUnclear } = await create(failing, { maxRetries: 20 });
		expect(sent.join()).toBe('contacts,filter,contacts,filter,contacts,filter');
		expect(description).toContain(
			'The node sent the request 3 times, then looked for the contact and found none, so it was not created.',
		);
		expect(isUnclear).toBe(false);
	});

	it.each([
		['finds nothing', nothing()],
		['fails', response(403)],
	])(
		'is unclear again if the retry is refused, perhaps as a duplicate, and the look-up %s',
		async (_what, lookUp) => {
			for (const first of [LOST, response(500)]) {
				const { result, description, isUnclear } = await create([
					first,
					nothing(),
					emailTaken,
					lookUp,
				]);
				expect(result).toMatchObject({ message: 'Email is taken', httpCode: 422 });
				expect(description).toContain('The contact may have been created by an earlier attempt.');
				expect(description).toContain("To run it again safely, set 'If the Contact Exists'");
				expect(isUnclear).toBe(true);
			}
		},
	);

	it('sends no look-up after the run has given up on the service', async () => {
		const { result, sent } = await create([response(503)], { givesUp: true });
		expect(sent).toEqual(['contacts']);
		expect(result).toMatchObject({ isUnclear: true });
	});

	it.each<[string, Array<ApiResponse | Fault>, number]>([
		['a loss, without retries', [LOST, nothing()], 0],
		['two losses, with one retry', [LOST, nothing(), LOST, nothing()], 1],
		['a 503', [response(503), nothing()], 0],
		['a 500', [response(500), nothing()], 0],
	])(
		'fails as not created if no retry is left and a look-up does not find it, after %s',
		async (_what, responses, maxRetries) => {
			const { result, isUnclear } = await create(responses, { maxRetries });
			expect(result).toMatchObject({
				isUnclear: false,
				description: expect.stringMatching(
					/^The node (?:sent the request 2 times, then )?looked for the contact and found none, so it was not created\.(?!.*may have been)/,
				),
			});
			expect(isUnclear).toBe(false);
		},
	);

	it.each([
		...['+1 555-1234', '(030) 12345', '+15551234 ext 5', '00447911123456', '07911123456'].map(
			(phone_number) => ({ phone_number }),
		),
		{ email: 'Ann@B.example' },
		{ email: 'ann@xn--bcher-kva.example', phone_number: '030 12345' },
	])('is not retried if %j may be stored in another form', async (values) => {
		const { sent } = await create([LOST, nothing(), nothing()], { values });
		expect(sent.filter((path) => path === 'contacts')).toHaveLength(1);
	});

	const others = (length: number) =>
		Array.from({ length }, (_, id) => ({ id, email: `${id}@b.example` }));
	it.each<[string, object]>([
		['a full page', { payload: others(15) }],
		['a page of more', { payload: others(10), meta: { has_more: true } }],
	])('is not retried if the look-up returns %s', async (_what, body) => {
		const { result, sent } = await create([LOST, response(200, body)]);
		expect(sent).toEqual(['contacts', 'filter']);
		expect(result).toMatchObject({ isUnclear: true });
	});

	it('is not looked up if it was not carried out, or without a unique value', async () => {
		expect((await create([response(403)])).sent).toEqual(['contacts']);
		expect((await create([LOST], { values: { name: 'Ann' } })).sent).toEqual(['contacts']);
	});

	it('retries its look-up, and stays unclear if the look-up fails', async () => {
		const { result, sent } = await create([LOST, response(503), response(500), response(403)]);
		expect(sent).toEqual(['contacts', 'filter', 'filter', 'filter']);
		expect(result).toMatchObject({ isUnclear: true });
	});

	it.each<[string, ApiResponse | Fault, string[]]>([
		['sent again by a later try of the node after a reset', LOST, ['filter', 'contacts']],
		['never sent again by a later try of the node after a timeout', TIMEOUT, ['filter', 'filter']],
	])('is %s, if it is not there', async (_what, lost, requests) => {
		const { unclear } = await create([lost, response(403), response(403)], { maxRetries: 0 });
		const lookUp = lookUpOf(fields, false);
		const responses = [nothing(), response(200, { payload: [taken] })];
		const { sent } = await deliver(createContact, { lookUp }, responses, { unclear });
		expect(sent).toEqual(requests);
	});

	const unexplained = response(409, { error: 'Taken' });

	/** A create with an email and an identifier that the service has refused. */
	async function refused(
		responses: Array<ApiResponse | Fault>,
		continues: boolean,
		values: IDataObject = { ...fields, identifier: 'c-7' },
	): Promise<Delivered> {
		return await create(responses, { continues, values });
	}

	it('continues with no contact if another value that was not refused belongs to a second one', async () => {
		const both = { email: 'ann@b.example', phone_number: '+15551234567' };
		const other = response(200, { payload: [{ id: 9, phone_number: '+15551234567' }] });
		const { description, sent } = await refused([emailTaken, found({}), other], true, both);
		expect(description).toContain("'Phone Number' belongs to contact 9");
		expect(sent).toEqual(['contacts', 'filter', 'filter']);
	});

	it('says what to do about values of different contacts, and names the owner of each', async () => {
		const other = response(200, { payload: [{ id: 9, identifier: 'c-7' }] });
		const { description } = await refused([unexplained, found({}), other], true);
		expect(description).toBe(
			"'Email' belongs to contact 5 (Ann). 'Identifier' belongs to contact 9. These are different contacts, so none was chosen. Correct the wrong value, or merge the contacts in the service.",
		);
	});

	it('continues with no contact if the look-up of another value fails', async () => {
		const { description } = await refused([unexplained, found({}), response(403)], true);
		expect(description).toMatch(/It is unknown whether the other values belong to it too\.$/);
	});

	it('looks no further if it fails with the first contact that it finds', async () => {
		const { sent } = await refused([unexplained, found({})], false);
		expect(sent).toEqual(['contacts', 'filter']);
	});

	it.each([false, true])(
		'stays refused for a value that is not valid, although another one is taken (%s)',
		async (continues) => {
			const values = { ...fields, phone_number: '+15551234567' };
			const refusal = response(422, { message: 'Not E164', attributes: ['phone_number'] });
			const responses = [refusal, nothing(), found({}), nothing()];
			const { result, description } = await refused(responses, continues, values);
			expect(result).toMatchObject({ message: 'Not E164', httpCode: 422 });
			expect(description).not.toContain('belongs to');
		},
	);

	it('is its own contact among several with the same values', async () => {
		const older = { ...taken, id: 4, created_at: now - 900 };
		const both = response(200, { payload: [older, { ...taken, created_at: now }] });
		expect((await create([LOST, both])).result).toMatchObject({ records: [{ id: 5 }] });
		const unsure = response(200, { payload: [older, { ...taken, created_at: now - 30 }] });
		expect((await create([LOST, unsure])).isUnclear).toBe(true);
	});

	it.each<[string, object]>([
		['no list', { message: 'ok' }],
		['a total that is larger', { payload: [], meta: { count: 3 } }],
	])('is not sent again after a look-up that returns %s', async (_what, body) => {
		const { sent, isUnclear } = await create([LOST, response(200, body)]);
		expect(sent).toEqual(['contacts', 'filter']);
		expect(isUnclear).toBe(true);
	});

	it.each(['email', 'contact.email', 'Email', 'base'])(
		'that was refused for the field %s may be a duplicate',
		async (field) => {
			const refusal = response(422, { errors: { [field]: ['is taken'] } });
			const { description } = await refused([refusal, found({}), nothing()], false);
			expect(description).toContain("'Email' belongs to contact 5 (Ann).");
		},
	);

	it('continues with the contact that has all its values after a refusal', async () => {
		const one = found({ identifier: ' c-7 ' });
		const { result, sent } = await refused([unexplained, one], true);
		expect(result).toMatchObject({ body: { id: 5, created: false } });
		expect(sent).toEqual(['contacts', 'filter']);
	});

	it.each<[string, Array<ApiResponse | Fault>, number]>([
		['another contact was found', [emailTaken, found({ email: 'bo@b.example' }), nothing()], 3],
		[
			'two contacts have its values',
			[unexplained, found({}), found({ id: 6, identifier: 'c-7', email: 'bo@b.example' })],
			3,
		],
		['it names no unique field', [response(422, { errors: { name: ['x'] } }), found({})], 1],
	])('stays refused if %s', async (_what, responses, requests) => {
		const { status } = responses[0] as ApiResponse;
		const { result, sent } = await refused(responses, true);
		expect(result).toMatchObject({ httpCode: status });
		expect(sent).toHaveLength(requests);
	});
});
