import fc from 'fast-check';

import { readServiceMessage } from '../../nodes/shared/response/serviceMessage';

const NAMES: Record<string, string> = { email: 'Email', phone_number: 'Phone Number' };

const nameOf = (field: string) => NAMES[field] ?? field;

const TAKEN = 'has already been taken';
const NO_NAME = "Name can't be blank";

it.each<[body: unknown, text: string, fields?: string[]]>([
	// The standard error of the contract, and what is left of it.
	[
		{ description: 'Not valid', errors: [{ field: 'email', message: TAKEN, code: 'taken' }] },
		`Not valid: Email ${TAKEN}`,
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
		{ error: { conditions: ['Attribute not supported.'], actions: ['are blank'] } },
		'conditions: Attribute not supported.; actions are blank',
		['conditions', 'actions'],
	],
	[{ error: { code: 'rate_limited', message: 'Too many requests' } }, 'Too many requests'],
	[{ errors: { phone_number: ['is no E.164'] } }, 'Phone Number is no E.164', ['phone_number']],
	[{ message: TAKEN, attributes: [7, 'email'] }, TAKEN, ['email']],
	[{ status: 500, error: 'Internal Server Error' }, 'Internal Server Error'],
	[{ errors: { base: ['This slot is taken'] } }, 'This slot is taken', ['base']],
	[
		{ message: 'The given data was invalid.', errors: { email: ['Taken'] } },
		'The given data was invalid: Email: Taken',
		['email'],
	],
	[[NO_NAME, { message: 'Again' }], `${NO_NAME}; Again`],
	// The first text that is more than a word, of servers that nobody knows.
	[
		{ detail: [{ loc: ['body', 'email'], msg: 'field required', type: 'missing' }] },
		'field required',
	],
	[{ message: ['name is blank'] }, 'name is blank'],
	[{ payload: { error: 'Plan limit reached' } }, 'Plan limit reached'],
	// Text, and nothing.
	['one\n\ttwo', 'one two'],
	...['', undefined, null, [1, 2], {}, { error: ' ', message: '', errors: [] }].map(
		(body): [unknown, string] => [body, ''],
	),
])('understands %j', (body, text, fields = []) => {
	expect(readServiceMessage(body, nameOf)).toEqual({ text, fields });
});

it('reads any body, whatever is in place of the messages', () => {
	const anything = fc.jsonValue();
	const errors = fc.oneof(anything, fc.array(anything));
	const places = { error: anything, errors, message: anything, attributes: anything };
	const bodies = fc.record({ ...places, description: anything }, { requiredKeys: [] });
	fc.assert(
		fc.property(fc.oneof(bodies, anything), (body) => {
			const { text, fields } = readServiceMessage(body, nameOf);
			expect(text).not.toContain('[object Object]');
			expect([text, ...fields].every((one) => typeof one === 'string')).toBe(true);
		}),
		{ numRuns: 1000 },
	);
});
