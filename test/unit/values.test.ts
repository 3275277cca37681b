import fc from 'fast-check';
import { DateTime } from 'luxon';

import {
	atLeastOne,
	refusingEmptyExpression,
	boolean,
	clearableText,
	positiveInteger,
	text,
	wholeNumber,
} from '../../nodes/shared/input/checks';
import { json, jsonObject } from '../../nodes/shared/input/json';
import { isBlank, quote, trimmed, withoutUndefined } from '../../nodes/shared/values';
import { InvalidValue } from '../../nodes/shared/input/invalidValue';
import { keyText } from '../../nodes/shared/input/keys';
import { unseen } from '../fixtures/texts';
import { labelTitles, listOf } from '../../nodes/shared/input/rows';

const MANY = { numRuns: 1000 };
const BLANKS = [undefined, null, '', '   ', '\n\t', '\u200b\ufeff'];

type Check = (value: unknown) => unknown;

it.each<[Check, given: unknown, sent: unknown]>([
	[text, ' Ann ', ' Ann '],
	[text, 'family 👩‍👩‍👧\u200d', 'family 👩‍👩‍👧\u200d'],
	[text, '12345678901234567890', '12345678901234567890'],
	...[true, 'true', 'TRUE', ' yes\u200b', '1', 1].map((on): [Check, unknown, true] => [
		boolean,
		on,
		true,
	]),
	...[false, 'no', 'False', '0', 0].map((off): [Check, unknown, boolean] => [boolean, off, false]),
	[labelTitles, 'a, b,c, ', ['a', 'b', 'c']],
	[labelTitles, ['a, b', ' c '], ['a, b', 'c']],
	[labelTitles, '[urgent]', ['[urgent]']],
	[labelTitles, 6, ['6']],
	[keyText, ' {{ticket.id}}', '{{ticket.id}}'],
	[labelTitles, ' ["a, b", "c"]\n', ['a, b', 'c']],
	[listOf(text), '["a","b"]', ['a', 'b']],
	[listOf(text), '[a], "b"', ['[a], "b"']],
	[listOf(text), '[10, 20]', ['10', '20']],
	[listOf(text), '[urgent]', ['[urgent]']],
	[jsonObject, '{"a": [1]}', { a: [1] }],
	[clearableText, '', ''],
	[clearableText, ' ', ''],
	[clearableText, null, undefined],
])('%p makes of %j %j', (check, given, sent) => {
	expect(check(given)).toEqual(sent);
});

it.each<[Check, values: unknown[], says: string]>([
	[positiveInteger, [0, -1, 1.5, NaN, 2 ** 53, '007', '0x1', true], 'must be a whole number above'],
	[
		positiveInteger,
		['9007199254740993'],
		"is '9007199254740993'. The largest that n8n keeps is 9007199254740991",
	],
	[wholeNumber, [-1, 0.5, 'many', 2 ** 53, '1e2', true, [], {}], 'must be a whole number from 0'],
	[text, [{}, ['a'], NaN], 'must be text, but is '],
	[text, [2 ** 53, Infinity], 'contains a number that is too large to keep exactly: '],
	[
		text,
		['Anna😀'.slice(0, 5), '\ude00Bob'],
		'contains an invalid character, such as half of an emoji. Remove it',
	],
	...[text, keyText, clearableText].map((check): [Check, unknown[], string] => [
		check,
		['A\0B'],
		'contains an invalid character (NUL). Remove it',
	]),
	[json, ['"A\\u0000B"', '{"A\\u0000": 1}', ['A\0B']], 'contains an invalid character (NUL)'],
	[
		boolean,
		['maybe', 'not true', 'yes?', 'nobody', 2, 10, {}, [], { toString: 0 }],
		'must be true or false, but is ',
	],
	[labelTitles, [{ a: 1 }, [{ a: 1 }]], 'must be text, but is an object'],
	[jsonObject, ['[1]', '7', '"x"', 'null', 'true', [1]], 'must be a JSON object like {"name": "'],
])('%p refuses %j', (check, values, says) => {
	for (const value of values) expect(() => check(value)).toThrow(InvalidValue);
	for (const value of values) expect(() => check(value)).toThrow(says);
});

it.each<Check>([
	...[text, keyText, boolean, labelTitles, json],
	...[jsonObject, positiveInteger, wholeNumber],
])('%p leaves out an empty value', (check) => {
	expect(BLANKS.map(check)).toEqual(BLANKS.map(() => undefined));
});

/** What the check makes of a value: the ID, or that it was refused. */
function idOf(value: unknown): number | 'refused' | undefined {
	try {
		return positiveInteger(value);
	} catch (error) {
		if (error instanceof InvalidValue) return 'refused';
		throw error;
	}
}

describe('an ID, whatever the value,', () => {
	it('is any whole number from 1 to 2^53 - 1, as a number or in digits', () => {
		fc.assert(
			fc.property(fc.maxSafeNat(), unseen, unseen, (id, before, after) => {
				fc.pre(id > 0);
				expect([id, `${before}${id}${after}`].map(positiveInteger)).toEqual([id, id]);
			}),
			{ ...MANY, examples: [[Number.MAX_SAFE_INTEGER, '', '']] },
		);
	});

	it('is never anything but plain digits', () => {
		const digits = fc.option(fc.nat(), { nil: '' });
		const signs = fc.constantFrom(...'/?#+-.e\n\0٣ ', '..', '%2F');
		const nearly = fc.tuple(digits, signs, digits).map((parts) => parts.join(''));
		const text = fc.string({ unit: 'grapheme' });
		fc.assert(
			fc.property(fc.oneof(nearly, text, fc.anything()), (value) => {
				const id = idOf(value);
				if (typeof id === 'number')
					expect([id, trimmed(String(value))]).toContain(value === id ? id : String(id));
				else expect(id).toBe(isBlank(value) ? undefined : 'refused');
			}),
			MANY,
		);
	});
});

it('drops undefined fields and keeps false, zero and null', () => {
	const kept = { b: false, c: 0, d: null, e: '' };
	expect(withoutUndefined({ a: undefined, ...kept })).toEqual(kept);
	expect(withoutUndefined({ a: undefined, ...kept })).not.toHaveProperty('a');
});

describe('JSON', () => {
	it('reads every value that JSON can hold, whatever invisible characters stand around it', () => {
		fc.assert(
			fc.property(fc.jsonValue(), unseen, unseen, (value, before, after) => {
				const written = JSON.stringify(value);
				fc.pre(!/\0|\\u0000/.test(written));
				expect(json(before + written + after)).toEqual(JSON.parse(written));
			}),
		);
	});

	it('accepts a value that an expression returns, and says why a text is not JSON', () => {
		const value = { a: [1, 0.5] };
		expect(json(value)).toEqual(value);
		const remedy = 'Put names and texts in straight double quotes';
		for (const typed of ['{plan: gold}', '{“plan”: “gold”}', "{'plan': 'gold'}"])
			expect(() => json(typed)).toThrow(` at ${quote(typed)}. ${remedy}`);
		for (const typed of ['plan: gold', '{"plan": gold}', '{"plan": “gold”}'])
			expect(() => json(typed)).toThrow(new RegExp(`^is not valid JSON: .*\\. ${remedy}$`));
		const long = `{"title": "${'x'.repeat(500)}", "note": "say "hi""}`;
		const check = String.raw`\. Check quotes, commas and brackets there$`;
		const message = (place: string) =>
			new RegExp(`^is not valid JSON: [^.]* at '${place}'${check}`);
		expect(() => json(long)).toThrow(message('.*"say "hi""}'));
		const flow = `{"version": "7.0", "screens": [{"id": "A" "title": "${'x'.repeat(40)}"}]}`;
		expect(() => json(flow)).toThrow(message('.{0,20}"A" "title": "x{1,20}'));
		expect(() => json('{"screens": [}')).toThrow(message(String.raw`{"screens": \[}`));
	});

	it.each(['12345678901234567890', '-9007199254740993', '9007199254740993.0', '1e400'])(
		'refuses %s, which no number here can hold',
		(number) => {
			expect(() => json(`{"kept": 7, "lost": [${number}]}`)).toThrow(
				`too large to keep exactly: ${number}. Write it as text`,
			);
			expect(json(`{"kept": "${number}", "\\"": "\\"${number}"}`)).toHaveProperty('kept', number);
		},
	);

	it('refuses at any depth what JSON would change in the value of an expression', () => {
		const numbers = fc.constantFrom(2 ** 53, NaN, -Infinity);
		const part = fc.oneof(
			numbers.map((bad) => ({ bad, says: `too large to keep exactly: ${bad}` })),
			fc
				.constantFrom(new Date('x'), DateTime.fromISO('x'))
				.map((bad) => ({ bad, says: 'contains an invalid date' })),
		);
		const around = fc.array(fc.constantFrom('list', 'a'), { maxLength: 4 });
		fc.assert(
			fc.property(part, around, ({ bad, says }, ways) => {
				const within = ways.reduce<unknown>(
					(inner, way) => (way === 'list' ? [1, inner, 'x'] : { [way]: inner }),
					{ bad },
				);
				expect(() => json(within)).toThrow(says);
			}),
		);
	});

	it('converts dates that an expression returns to ISO 8601', () => {
		const moment = DateTime.fromISO('2026-03-29T09:30:00.000Z', { zone: 'Europe/Berlin' });
		expect(json({ a: new Date(0), b: [moment] })).toEqual({
			a: '1970-01-01T00:00:00.000Z',
			b: ['2026-03-29T11:30:00.000+02:00'],
		});
		expect(() => jsonObject(moment)).toThrow('must be a JSON object like {');
	});

	it.each([
		'9007199254740991',
		'789.34000000000003',
		'0.12345678901234567891',
		'1.50',
		'-0',
		'0.00',
		'12e-1',
		'1E+2',
		'0.001e1',
		'1005e1',
	])('takes %s', (number) => expect(json(number)).toBe(Number(number)));

	it('keeps a field of any name at any depth', () => {
		const text = '{"a":[{"__proto__":1,"constructor":2}]}';
		for (const given of [text, JSON.parse(text)]) expect(JSON.stringify(json(given))).toBe(text);
	});
});

it('shortens a value in a message, but keeps it recognisable', () => {
	const values = ['x', 7, [1], {}, null, undefined];
	expect(values.map(quote).join()).toBe("'x',7,a list,an object,null,undefined");
	expect(quote('x'.repeat(100))).toBe(`'${'x'.repeat(57)}...'`);
	expect(quote('x'.repeat(60))).toHaveLength(62);
});

it.each<unknown[]>([[''], [null], [undefined], [' ']])(
	'takes %p from a field left blank, not from an expression',
	(value) => {
		const check = refusingEmptyExpression(positiveInteger);
		expect(check(value, '')).toBeUndefined();
		expect(() => check(value, '={{ $json.account }}')).toThrow(
			'is set by an expression that returned nothing',
		);
	},
);

it('names the fields to fill in if all fields are blank', () => {
	expect(atLeastOne({ name: undefined, inbox_id: 7 }, '')).toEqual({ inbox_id: 7 });
	expect(() => atLeastOne({ name: undefined }, "Fill in 'Name' or 'Inbox'.")).toThrow(
		"All fields are blank for this item. Fill in 'Name' or 'Inbox'.",
	);
});
