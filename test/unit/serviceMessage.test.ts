import fc from 'fast-check';

import { readServiceMessage } from '../../nodes/shared/response/serviceMessage';

const NAMES = new Map(Object.entries({ email: 'Email', phone_number: 'Phone Number' }));

const nameOf = (field: string) => NAMES.get(field) ?? field;

const TAKEN = 'has already been taken';
const NO_NAME = "Name can't be blank";

it.each<[body: unknown, text: string, fields?: string[], more?: string]>([
	// The standard error of the contract, and what is left of it.
	[
		{ description: 'Not valid', errors: [{ field: 'email', message: TAKEN, code: 'taken' }] },
		`Email ${TAKEN}`,
		['email'],
	],
	[
		{ description: `Email ${TAKEN}`, errors: [{ field: 'email', message: `Email ${TAKEN}` }] },
		`Email ${TAKEN}`,
		['email'],
	],
	[{ errors: [{ field: 'email', message: '', code: 'blank' }] }, 'Email blank', ['email']],
	// What servers of the family answer.
	[{ errors: [NO_NAME, 'Again'] }, `${NO_NAME}; Again`],
	[
		{ error: 'invalid', message: 'Validation failed', details: { email: [TAKEN] } },
		`Email ${TAKEN}`,
		['email'],
	],
	[
		{ error: { conditions: ['Attribute not supported.'], actions: ['are blank'] } },
		'conditions: Attribute not supported; actions are blank',
		['conditions', 'actions'],
	],
	[{ error: { code: 'rate_limited', message: 'Too many requests' } }, 'Too many requests'],
	[{ errors: { phone_number: ['is no E.164'] } }, 'Phone Number is no E.164', ['phone_number']],
	[{ message: TAKEN, attributes: [7, 'email'] }, TAKEN, ['email']],
	[{ status: 500, error: 'Internal Server Error' }, 'Internal Server Error'],
	[{ errors: { base: ['This slot is taken'] } }, 'This slot is taken'],
	[
		{ message: 'The given data was invalid.', errors: { email: ['Taken'] } },
		'Email: Taken',
		['email'],
	],
	[
		{ title: 'The plan allows no more.', detail: 'It has 30 seats' },
		'It has 30 seats',
		[],
		'The plan allows no more.',
	],
	...['Conflict', 'Bad Request', 'Payload Too Large'].map((error): [object, string] => [
		{ message: NO_NAME, error },
		NO_NAME,
	]),
	[[NO_NAME, { message: 'Again' }], `${NO_NAME}; Again`],
	// The first text that is more than a word, of servers that nobody knows.
	[
		{ code: 7, result: { state: 'refused', reason: 'The plan allows no more' } },
		'The plan allows no more',
	],
	[{ payload: { error: 'Plan limit reached' } }, 'Plan limit reached'],
	// Text, and nothing.
	['one\n\ttwo', 'one two'],
	...['', undefined, null, [1, 2], {}, { error: ' ', message: '', errors: [] }].map(
		(body): [unknown, string] => [body, ''],
	),
])('understands %j', (body, text, fields = [], more = '') => {
	expect(readServiceMessage(body, nameOf)).toMatchObject({ text, fields, more });
});

it('says nothing twice, and nothing that is part of what it says', () => {
	const part = fc.constantFrom(TAKEN, `Email ${TAKEN}`, 'Email is taken', 'Bad Request', 'Taken.');
	const texts = fc.record(
		{ detail: part, message: part, title: part, error: part, errors: fc.array(part) },
		{ requiredKeys: [] },
	);
	fc.assert(
		fc.property(texts, (body) => {
			const { text, more } = readServiceMessage(body, nameOf);
			const said = more === '' ? [] : more.split('; ');
			for (const other of said) expect(text.toLowerCase()).not.toContain(other.toLowerCase());
			expect(new Set(said).size).toBe(said.length);
		}),
	);
});

it.each([
	['id', 'is invalid', 'Id is invalid'],
	['phone_number', 'phone_number must be E.164', 'phone_number must be E.164'],
	['email', 'The email field is required.', 'The email field is required.'],
	['name', 'Username is taken', 'Name: Username is taken'],
])('names the field %s beside the text "%s" unless it does so itself', (field, message, text) => {
	const said = readServiceMessage({ errors: [{ field, message }] }, (one) =>
		one === 'phone_number' ? 'Phone Number' : `${one[0].toUpperCase()}${one.slice(1)}`,
	);
	expect(said.text).toBe(text);
});

it('reads any body, whatever is in place of the messages', () => {
	const anything = fc.jsonValue();
	const errors = fc.oneof(anything, fc.array(anything));
	const places = {
		...{ error: anything, errors, message: errors, attributes: anything },
		...{ detail: errors, title: anything, 'invalid-params': errors },
	};
	const bodies = fc.record({ ...places, description: anything }, { requiredKeys: [] });
	fc.assert(
		fc.property(fc.oneof(bodies, anything), (body) => {
			const { text, fields, more } = readServiceMessage(body, nameOf);
			expect(text + more).not.toContain('[object Object]');
			expect([text, more, ...fields].every((one) => typeof one === 'string')).toBe(true);
		}),
		{ numRuns: 1000 },
	);
});
