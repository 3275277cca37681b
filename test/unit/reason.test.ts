import fc from 'fast-check';

import { reasonOf } from '../../nodes/shared/failure/reason';

const NAMES = new Map([
	['email', 'Email'],
	['phone_number', 'Phone Number'],
]);

function nameOf(field: string): string {
	return NAMES.get(field) ?? field;
}

it.each([
	[
		'the standard error of the contract',
		{
			description: 'The contact is invalid',
			errors: [{ field: 'email', message: 'has already been taken', code: 'taken' }],
		},
		'The contact is invalid: Email has already been taken',
		['email'],
	],
	[
		'a standard error that repeats itself',
		{
			description: 'Email has already been taken',
			errors: [{ field: 'email', message: 'Email has already been taken', code: 'taken' }],
		},
		'Email has already been taken',
		['email'],
	],
	[
		'a standard error with a code only',
		{ description: 'Bad request', errors: [{ field: 'email', message: '', code: 'blank' }] },
		'Bad request: Email blank',
		['email'],
	],
	[
		'a standard error without words',
		{ errors: [{ field: 'email' }] },
		'Email is not valid',
		['email'],
	],
	[
		'a list of texts',
		{ errors: ["Name can't be blank", 'Again'] },
		"Name can't be blank; Again",
		[],
	],
	['a single error', { error: 'Resource could not be found' }, 'Resource could not be found', []],
	[
		'an object of lists',
		{ error: { conditions: ['Attribute conditions not supported.'], actions: ['are blank'] } },
		'conditions: Attribute conditions not supported.; actions are blank',
		['conditions', 'actions'],
	],
	[
		'an object with code and message',
		{ error: { code: 'rate_limited', message: 'Too many requests' } },
		'Too many requests',
		[],
	],
	[
		'an object of errors',
		{ errors: { phone_number: ['should be in e164 format'] } },
		'Phone Number should be in e164 format',
		['phone_number'],
	],
	[
		'an object of lists of objects',
		{ errors: { email: [{ error: 'taken', value: 'a@b.example' }] } },
		'Email taken',
		['email'],
	],
	[
		'a message with attributes',
		{ message: 'Email has already been taken', attributes: ['email'] },
		'Email has already been taken',
		['email'],
	],
	[
		'a status and an error',
		{ status: 500, error: 'Internal Server Error' },
		'Internal Server Error',
		[],
	],
	[
		'a problem (RFC 9457)',
		{ type: 'about:blank', title: 'Unprocessable', status: 422, detail: 'The name is taken' },
		'Unprocessable: The name is taken',
		[],
	],
	[
		'a problem with pointers',
		{ title: 'Not valid', errors: [{ detail: 'is taken', pointer: '#/email' }] },
		'Not valid: Email is taken',
		['email'],
	],
	[
		'a list of problems',
		{ errors: [{ title: 'Taken', source: { pointer: '/data/attributes/phone_number' } }] },
		'Phone Number: Taken',
		['phone_number'],
	],
	[
		'a list at the top',
		["Name can't be blank", { message: 'Again' }],
		"Name can't be blank; Again",
		[],
	],
	['several lines', 'one\n\ttwo', 'one two', []],
	['plain text', 'Retry later\n', 'Retry later', []],
	['a blank', '', '', []],
	['nothing', undefined, '', []],
	['null', null, '', []],
	['a list', [1, 2], '', []],
	['an empty object', {}, '', []],
	['blank words', { error: ' ', message: '', errors: [] }, '', []],
])('understands %s', (_what, body, text, fields) => {
	expect(reasonOf(body, nameOf)).toEqual({ text, fields });
});

it('reads any body without failing', () => {
	fc.assert(
		fc.property(fc.jsonValue(), (body) => {
			const { text, fields } = reasonOf(body, nameOf);
			expect(typeof text).toBe('string');
			expect(text).not.toContain('[object Object]');
			expect(fields.every((field) => typeof field === 'string')).toBe(true);
		}),
		{ numRuns: 2000 },
	);
});

it('reads anything in the places where words are expected', () => {
	const anything = fc.jsonValue();
	fc.assert(
		fc.property(
			fc.record(
				{
					error: anything,
					errors: fc.oneof(anything, fc.array(anything)),
					message: anything,
					attributes: anything,
					description: anything,
				},
				{ requiredKeys: [] },
			),
			(body) => {
				expect(reasonOf(body, nameOf).text).not.toContain('[object Object]');
			},
		),
		{ numRuns: 5000 },
	);
});
