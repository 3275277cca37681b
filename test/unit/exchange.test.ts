import { createContact } from '../../nodes/Contact/operations/create';
import { findExisting, hasUnique, hasValue, whenRefused } from '../../nodes/Contact/duplicate';
import { whenLost } from '../../nodes/Contact/lostCreate';
import { deleteLabel } from '../../nodes/Label/operations/delete';
import { Failure } from '../../nodes/shared/failure/failure';
import type { AddressedRequest, Operation } from '../../nodes/shared/operation';
import { exchange } from '../../nodes/shared/run/exchange';
import type { Answer } from '../../nodes/shared/transport/answer';
import type { Fault } from '../../nodes/shared/transport/fault';
import { Again } from '../../nodes/shared/transport/turns';
import { Retries } from '../../nodes/shared/transport/retry';
import { answer, fault } from '../fixtures/answers';

const NOW = 1_800_000_000_000;
const LOST = fault('ECONNRESET', 'socket hang up');
const REFUSED = fault('ECONNREFUSED');
/** The service's own words for a record that does not exist. */
const MISSING = answer(404, { error: 'Resource could not be found' });

/** Plays the answers to an exchange; each is repeated as often as it may, twice at most. */
function play(
	operation: Operation,
	request: Partial<AddressedRequest>,
	answers: Array<Answer | Fault>,
): { result: Answer | Failure; sent: string[]; rests: number } {
	const left = [...answers];
	const sent: string[] = [];
	let rests = 0;
	const addressed = { ...operation.endpoint, ...request };
	const steps = exchange(addressed, operation, { retries: new Retries(2), unsure: new Map() }, 0);
	let step = steps.next();
	while (!step.done) {
		if (step.value instanceof Again) {
			rests++;
			step = steps.next();
			continue;
		}
		sent.push(step.value.url.split('/').pop() ?? '');
		step = steps.next(left.shift() ?? answer(500));
	}
	return { result: step.value, sent, rests };
}

describe('a delete', () => {
	it.each<[string, Array<Answer | Fault>, number | undefined]>([
		["done after a lost answer and the service's own 404", [LOST, MISSING], undefined],
		['an error after a 404', [MISSING], 404],
		['an error after a refused connection and a 404', [REFUSED, MISSING], 404],
		['an error after a rate limit and a 404', [answer(429), MISSING], 404],
		["an error after a lost answer and a gateway's 404", [LOST, answer(404)], 404],
		['an error after a lost answer and a 403', [LOST, answer(403)], 403],
	])('is %s', (_what, answers, code) => {
		const { result } = play(deleteLabel, {}, answers);
		if (code === undefined) expect(result).toMatchObject({ status: 200 });
		else expect(result).toMatchObject({ httpCode: code });
	});
});

describe('a create', () => {
	const fields = { name: 'Ann', email: 'ann@b.example' };
	const taken = { id: 5, ...fields, email: 'ANN@b.example' };

	/** The look-up's answer, so many seconds after the request left, by the service's clock. */
	function found(contact: object, date = new Date(NOW).toUTCString()): Answer {
		return answer(200, { payload: [{ ...taken, ...contact }] }, { date });
	}

	function create(answers: Array<Answer | Fault>, continues = false, agoMs = 0) {
		const leftAt = Date.now() - agoMs;
		return play(
			createContact,
			{ heal: (failure, request) => whenLost(failure, fields, continues, request, leftAt) },
			answers,
		);
	}

	const second = NOW / 1000;
	it.each<[string, object, agoMs: number]>([
		['in the second in which the request left', { created_at: second }, 0],
		['since, in milliseconds', { created_at: NOW + 1000 }, 0],
		['a second before the date that the service gave', { created_at: second - 0.5 }, 0],
		['since, seconds before that date', { created_at: second - 5 }, 10_000],
	])('is the contact that was created %s', (_what, contact, agoMs) => {
		const { result, sent } = create([LOST, found(contact)], false, agoMs);
		expect(result).toMatchObject({ status: 200, body: { id: 5 } });
		expect(result).not.toHaveProperty('body.created');
		expect(sent).toEqual(['contacts', 'filter']);
	});

	it.each<[string, Answer]>([
		['another name', found({ created_at: second, name: 'Eve' })],
		['another name, created since', found({ created_at: second + 5, name: 'Eve' })],
		['no time', found({})],
		['no clock', found({ created_at: second }, '')],
	])('is not told by a contact with %s', (_what, lookUp) => {
		const { result } = create([LOST, lookUp]);
		expect(result).toMatchObject({ description: expect.stringContaining('may have been created') });
	});

	it.each([false, true])('is a duplicate of one that was there before (%s)', (continues) => {
		const before = continues ? second - 5 : NOW - 5000;
		const { result } = create([LOST, found({ created_at: before })], continues);
		if (continues) expect(result).toMatchObject({ body: { id: 5, created: false } });
		else expect(result).toMatchObject({ description: expect.stringContaining('contact 5 (Ann)') });
	});

	it('is looked for from when the attempt left whose answer was lost, not from when others did', () => {
		let now = 0;
		const clock = jest.spyOn(Date, 'now').mockImplementation(() => now++);
		const from: number[] = [];
		const heal: AddressedRequest['heal'] = function* (failure, _request, leftAt) {
			from.push(leftAt);
			return failure;
		};
		play(createContact, { heal }, [answer(429), LOST]);
		clock.mockRestore();
		expect(from[0]).toBeGreaterThan(0);
	});

	it('is sent again where it is not there, until it may not be', () => {
		const nothing = () => answer(200, { payload: [] });
		const made = answer(200, { payload: [taken] });
		expect(create([LOST, nothing(), made]).result).toBe(made);
		const { result, sent, rests } = create([LOST, nothing(), LOST, nothing(), LOST, nothing()]);
		expect(sent).toEqual(['contacts', 'filter', 'contacts', 'filter', 'contacts', 'filter']);
		expect(rests).toBe(2);
		expect((result as Failure).description).toContain('is not there');
	});

	it('is not sent again where nothing tells whether it was done, nor looked for where it was not', () => {
		expect(play(createContact, {}, [LOST])).toMatchObject({ sent: ['contacts'], rests: 0 });
		expect(create([answer(403)]).sent).toEqual(['contacts']);
		const nothing = answer(200, { payload: [] });
		const { result } = create([LOST, nothing, answer(422, { message: 'Too long' }), nothing]);
		expect(result).toMatchObject({ message: 'Too long', httpCode: 422 });
		expect((result as Failure).description).not.toContain('is not there');
	});

	const others = (length: number) =>
		Array.from({ length }, (_, id) => ({ id, email: `${id}@b.example` }));
	it.each<[string, object]>([
		['a full page', { payload: others(15) }],
		['a page of more', { payload: others(10), meta: { has_more: true } }],
		['fewer than it counts', { payload: [], meta: { count: 1 } }],
		['an error', { payload: [], error: 'Index is being built' }],
	])('is not sent again where the look-up gives %s', (_what, body) => {
		const { result, sent } = create([LOST, answer(200, body)]);
		expect(sent).toEqual(['contacts', 'filter']);
		expect((result as Failure).description).toContain('may have been created');
	});

	it.each([
		...['+1 555-1234', '(030) 12345', '+15551234 ext 5', '00447911123456', '07911123456'].map(
			(phone_number) => ({ phone_number }),
		),
		{ email: 'Ann@B.example' },
	])('is not sent again where %j may be stored as it was sent, or otherwise', (unique) => {
		const nothing = answer(200, { payload: [] });
		const { sent } = play(
			createContact,
			{ heal: (failure, request) => whenLost(failure, unique, false, request, Date.now()) },
			[LOST, nothing],
		);
		expect(sent).toEqual(['contacts', 'filter']);
	});

	it('is the newest of several that have its email', () => {
		const older = { ...taken, id: 4, created_at: second - 500 };
		const made = { ...taken, id: 9, created_at: second + 1 };
		for (const payload of [
			[older, made],
			[made, older],
		]) {
			const lookUp = answer(200, { payload }, { date: new Date(NOW).toUTCString() });
			expect(create([LOST, lookUp]).result).toMatchObject({ body: { id: 9 } });
		}
	});

	it('belongs to the contact that has all its values, before a newer one that has some', () => {
		const both = { email: 'ann@b.example', phone_number: '+15551234567' };
		const whole = { id: 5, ...both, created_at: 1 };
		const other = { id: 9, phone_number: both.phone_number, created_at: 2 };
		const { result } = play(
			createContact,
			{ recover: (failure, request) => whenRefused(failure, both, true, request) },
			[answer(422), answer(200, { payload: [whole] }), answer(200, { payload: [whole, other] })],
		);
		expect(result).toMatchObject({ status: 200, body: { id: 5, created: false } });
	});

	it('shows the name of another contact without the signs of HTML', () => {
		const eve = { ...taken, name: 'Eve <a href="https://evil.example">' };
		const { result } = play(
			createContact,
			{ recover: (failure, request) => whenRefused(failure, fields, false, request) },
			[answer(422), answer(200, { payload: [eve] })],
		);
		expect((result as Failure).description).not.toMatch(/[<>]/);
	});

	it('is told from others by no number without a digit, nor by one that letters change', () => {
		expect(hasUnique({ phone_number: '-' })).toBe(false);
		const extended = '+1 555 1234 ext 5';
		expect(hasValue({ phone_number: '+155512345' }, 'phone_number', extended)).toBe(false);
	});

	it('repeats its look-up, and keeps the failure where that cannot be read', () => {
		const { result, sent } = create([LOST, answer(429), answer(429), answer(429)]);
		expect(sent).toEqual(['contacts', 'filter', 'filter', 'filter']);
		expect((result as Failure).message).toContain('The connection was lost');
	});

	const email = answer(422, { message: 'Email is taken', attributes: ['email'] });
	const unclear = answer(409, { error: 'Taken' });

	/** A create with an email and an identifier that the service has refused. */
	function refused(answers: Array<Answer | Fault>, continues: boolean) {
		const both = { ...fields, identifier: 'c-7' };
		return play(
			createContact,
			{ recover: (failure, request) => whenRefused(failure, both, continues, request) },
			answers,
		);
	}

	it.each<[string, Array<Answer | Fault>, string]>([
		['the contact that has the value', [email, found({})], "'Email' belongs to contact 5 (Ann)."],
		['it by its ID alone', [email, found({ name: '' })], "'Email' belongs to contact 5."],
		[
			'both, where the service does not say which field it is',
			[unclear, found({}), found({ id: 6, identifier: 'c-7' })],
			"'Email' belongs to contact 5 (Ann). 'Identifier' belongs to contact 6 (Ann).",
		],
	])('that was refused names %s', (_what, answers, words) => {
		expect(refused(answers, false).result).toMatchObject({
			description: expect.stringContaining(words),
		});
	});

	it('that was refused goes on with the contact that has all its values', () => {
		const one = found({ identifier: ' c-7 ' });
		const { result, sent } = refused([unclear, one, one], true);
		expect(result).toMatchObject({ body: { id: 5, created: false } });
		expect(sent).toEqual(['contacts', 'filter', 'filter']);
	});

	it.each<[string, Array<Answer | Fault>, number]>([
		['another contact was found', [email, found({ email: 'bo@b.example' })], 2],
		['the look-up is no list', [email, answer(200, { contacts: {} })], 2],
		['the look-up is refused', [email, answer(401)], 2],
		['the look-up is lost for good', [email, LOST, LOST, LOST], 4],
		['two contacts have its values', [unclear, found({}), found({ id: 6, identifier: 'c-7' })], 3],
		['a look-up of two cannot be read', [unclear, found({}), answer(403, ['No'])], 3],
		['the service refuses for another reason', [answer(403)], 1],
	])('that was refused stays so where %s', (_what, answers, requests) => {
		const { status } = answers[0] as Answer;
		const { result, sent } = refused(answers, true);
		expect(result).toMatchObject({ httpCode: status });
		expect(sent).toHaveLength(requests);
	});
});

it.each([
	['email', ' ANN@B.example', 'ann@b.example', true],
	['identifier', 'C-7', 'c-7', false],
	['phone_number', '+33 1-23', '+33(1)23', true],
	['phone_number', '+33123', '+33124', false],
])('takes a contact with the %s %j for one with %j: %p', (field, known, value, same) => {
	expect(hasValue({ [field]: known }, field, value)).toBe(same);
});

it('looks for an email in small letters, as servers keep it', () => {
	const request: AddressedRequest = { method: 'POST', url: '/contacts' };
	const { value } = findExisting({ email: 'Ann@B.example' }, ['email'], request).next();
	const payload = [expect.objectContaining({ values: ['ann@b.example'] })];
	expect(value).toMatchObject({ body: { payload } });
});

it('looks for a phone number by its digits', () => {
	const request: AddressedRequest = { method: 'POST', url: '/contacts' };
	const { value } = findExisting({ phone_number: '+33 123' }, ['phone_number'], request).next();
	const payload = [expect.objectContaining({ filter_operator: 'contains', values: ['33123'] })];
	expect(value).toMatchObject({ url: '/contacts/filter', body: { payload } });
});
