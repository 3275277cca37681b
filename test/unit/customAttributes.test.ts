import type { IDataObject } from 'n8n-workflow';
import fc from 'fast-check';
import { DateTime } from 'luxon';

import { mapped } from '../../cases/operationCase';
import { mappedAttributes } from '../../nodes/Contact/customAttributes';
import { InvalidRow } from '../../nodes/shared/input/invalidValue';

const read = mappedAttributes('Europe/Berlin');

const CHOICES = ['bronze', 'gold, or more', 'Silver', 'silver', 'Café'];

const TYPES = {
	boolean: 'boolean',
	dateTime: 'dateTime',
	number: 'number',
	options: CHOICES,
	string: 'string',
};
type Type = keyof typeof TYPES;

/** What is sent for a value of an attribute of this type. */
function sent(type: Type, value: unknown): unknown {
	return read(mapped({ x: value } as IDataObject, { x: TYPES[type] })).x;
}

/** The error of a value. */
function refusal(type: Type, value: unknown): Error {
	try {
		sent(type, value);
	} catch (error) {
		return error as Error;
	}
	throw new Error('The value was taken');
}

const BERLIN_MIDNIGHT = new Date('2026-01-30T23:00:00Z');

it.each<[Type, value: unknown, sent: unknown]>([
	['boolean', 'yes', true],
	['boolean', 0, false],
	['boolean', false, false],
	['number', '7', 7],
	['number', '+1234.5', 1234.5],
	['number', '1.2345', 1.2345],
	['number', '1234.567', 1234.567],
	['number', '1e-3', 0.001],
	['number', '12e10', 12e10],
	['number', '0.30000000000000004', 0.1 + 0.2],
	['number', '1234567890123456', 1234567890123456],
	['number', '12345678901234567', '12345678901234567'],
	['number', '9007199254740992', '9007199254740992'],
	['number', '0.1234567890123456789', '0.1234567890123456789'],
	['dateTime', '2026-01-31', '2026-01-31'],
	// As n8n's control stores a day.
	['dateTime', '2026-01-31T00:00:00', '2026-01-31'],
	['dateTime', '2026-01-31T23:30:00', '2026-01-31'],
	['dateTime', '2026-01-31T23:30:00-08:00', '2026-01-31'],
	['dateTime', DateTime.fromISO('2026-01-31T00:00:00+14:00', { setZone: true }), '2026-01-31'],
	['dateTime', BERLIN_MIDNIGHT, '2026-01-31'],
	['dateTime', new Date('2026-01-31'), '2026-01-31'],
	['string', 'maybe', 'maybe'],
	['string', '007', '007'],
	['string', 10115, '10115'],
	['options', 'bronze', 'bronze'],
	['options', 'BRONZE', 'bronze'],
	['options', 'Gold, Or More', 'gold, or more'],
	['options', 'Silver', 'Silver'],
	['options', 'silver', 'silver'],
	['options', ' BRONZE\u200b\u00a0', 'bronze'],
	['options', 'cafe\u0301', 'Café'],
])('sends in an attribute of type %s the value %j as %j', (type, value, expected) => {
	expect(sent(type, value)).toEqual(expected);
});

it.each<[Type, value: unknown, message: string, remedy: string]>([
	['boolean', 'maybe', "'X' can't be 'maybe'", 'Enter true or false.'],
	['number', '1.234,50', "'X' can't be '1.234,50'", 'Enter a number like 1234.5.'],
	['number', '1e999', "'X' can't be '1e999'", 'Enter a number like 1234.5.'],
	['number', 'No. 5', "'X' can't be 'No. 5'", 'Enter a number like 1234.5.'],
	['number', '5 kg', "'X' can't be '5 kg'", 'Enter a number like 1234.5.'],
	['number', [], "'X' can't be a list", 'Enter a number like 1234.5.'],
	[
		'dateTime',
		'01.11.2026',
		"'X' can't be '01.11.2026'",
		"Enter a date like 2026-01-31. n8n's Date & Time node converts other dates.",
	],
	['dateTime', '1990-13-01', "'X' can't be '1990-13-01'", 'Enter a date like 2026-01-31.'],
	['dateTime', 46053, "'X' can't be 46053", 'Enter a date like 2026-01-31.'],
	['options', 'old', "'X' can't be 'old'", 'Enter bronze, gold, or more, Silver, silver or Café.'],
	['options', 'or more', "'X' can't be 'or more'", 'Enter bronze, gold, or more'],
])('refuses in an attribute of type %s the value %j', (type, value, message, remedy) => {
	const error = refusal(type, value);
	expect(error).toBeInstanceOf(InvalidRow);
	expect(error.message).toBe(message);
	const { remedy: given } = error as InvalidRow;
	expect(given).toContain(remedy);
	expect(given).toContain('If the attribute has changed, select');
	expect(given).toContain("To send any other value, use 'Custom Attributes (JSON)'.");
});

it.each<[Type, value: unknown, message: string]>([
	['string', {}, "'X' must be text, but is an object"],
	['string', 'a\0', "'X' contains an invalid character (NUL)"],
	['number', '1.000', "'X' is '1.000', which means 1000 in some countries. Enter 1000 or 1.0000"],
	['number', '-12.345', 'which means -12345 in some countries. Enter -12345 or -12.3450'],
	['number', 1e21, "'X' contains a number that is too large to keep exactly"],
])('says what is wrong in an attribute of type %s with %j', (type, value, message) => {
	expect(refusal(type, value).message).toContain(message);
});

it('says of two refused attributes of a row how to mend each, in at most 40 words', () => {
	const row = mapped(
		{ score: 'high', birthday: '1.2.90' },
		{ score: 'number', birthday: 'dateTime' },
	);
	const message = "'Score' can't be 'high'";
	const remedy =
		"Enter a number like 1234.5. 'Birthday' can't be '1.2.90'. Enter a date like 2026-01-31. n8n's Date & Time node converts other dates. To send any other value, use 'Custom Attributes (JSON)'.";
	expect(() => read(row)).toThrow(expect.objectContaining({ message, remedy }));
	expect(`${message} ${remedy}`.split(' ').length).toBeLessThanOrEqual(40);
});

it('names all attributes of a row that are refused', () => {
	const row = mapped(
		{ plan: 'old', vip: 'maybe', score: 7, since: 'soon' },
		{
			...{ plan: CHOICES, vip: 'boolean', score: 'number', since: 'dateTime' },
		},
	);
	expect(() => read(row)).toThrow(
		expect.objectContaining({
			message: "'Plan' can't be 'old'",
			remedy: expect.stringMatching(
				/^Enter bronze.*\. 'Vip' can't be 'maybe'\. Enter .*\. 'Since' can't be sent either\./,
			),
		}),
	);
});

it('takes a list of True and False for a list, if its choices are texts', () => {
	expect(read(mapped({ x: 'True' }, { x: ['false', 'true'] }))).toEqual({ x: 'true' });
});

it('names a few of many choices, and counts the others', () => {
	const choices = Array.from({ length: 250 }, (_, index) => `C${index}`);
	expect(() => read(mapped({ x: 'no' }, { x: choices }))).toThrow(
		expect.objectContaining({ remedy: expect.stringContaining('C8, C9 or 240 others.') }),
	);
});

it('takes each choice in its own spelling, and no text that only holds one', () => {
	const choice = fc.stringMatching(/^[a-zA-Z"]{1,5}(?:, [a-z]{1,5})?$/);
	const choices = fc.uniqueArray(choice, { minLength: 1, maxLength: 6 });
	fc.assert(
		fc.property(choices, choice, (choices, other) => {
			const send = (x: string) => read(mapped({ x }, { x: choices })).x;
			for (const each of choices) expect(send(each)).toBe(each);
			if (choices.some((each) => each.toLowerCase() === other.toLowerCase())) return;
			expect(() => send(other)).toThrow("'X' can't be");
		}),
	);
});

it('leaves out blank attributes, and sends those that the stored list lacks as they are', () => {
	const value = { plan: '', score: null, gone: ' 7 ', list: ['a', 1], vip: true, n: 7 };
	const given = mapped(value as IDataObject, { plan: 'string', score: 'number' });
	expect(read(given)).toEqual({ gone: ' 7 ', list: ['a', 1], vip: true, n: 7 });
});

it.each([undefined, null, 'none', [{ id: 'plan' }, null], [{ id: 'plan', type: 'unknown' }]])(
	'sends values by their keys if the list of attributes is %j',
	(schema) => {
		const value = { plan: 'gold', vip: true, day: DateTime.fromISO('2026-01-31', { zone: 'utc' }) };
		expect(read({ mappingMode: 'defineBelow', value, schema })).toEqual({
			plan: 'gold',
			vip: true,
			day: expect.stringMatching(/^2026-01-31/),
		});
	},
);

it('is blank as the form starts', () => {
	for (const given of [undefined, null, { mappingMode: 'defineBelow', value: null }]) {
		expect(read(given)).toEqual({});
	}
});

it.each<[unknown]>([
	[{ mappingMode: 'autoMapInputData', value: null }],
	[{ mappingMode: 'autoMapInputData', value: { plan: 'gold' } }],
	[{ mappingMode: 'defineBelow', value: '={{ $json }}' }],
	[{ plan: 'gold' }],
	[{ assignments: [] }],
	['gold'],
	[['gold']],
])('refuses %j, which the form cannot hold, instead of sending nothing', (given) => {
	expect(() => read(given)).toThrow(
		"must be mapped attribute by attribute. For an expression that returns all attributes, use 'Custom Attributes (JSON)'",
	);
});
