import fc from 'fast-check';

import { attributesFromJson, attributesFromRows } from '../../nodes/Contact/attributes';
import { isBlank } from '../../nodes/shared/input/values';

function row(name: unknown, value: unknown, type = 'string') {
	return { id: '1', name, value, type };
}

it.each([
	[row('plan', 'gold'), { plan: 'gold' }],
	[row('score', '7', 'number'), { score: 7 }],
	[row('id', '12345678901234567890', 'number'), { id: '12345678901234567890' }],
	[row('tags', '["a", 1]', 'array'), { tags: ['a', 1] }],
	[row('vip', 'yes', 'boolean'), { vip: true }],
	[row('address', '{"city": "Paris"}', 'object'), { address: { city: 'Paris' } }],
	[row('zip', 10115), { zip: '10115' }],
])('makes of the row %j the attribute %j', (given, attributes) => {
	expect(attributesFromRows({ assignments: [given] })).toEqual(attributes);
});

it('leaves out rows without a value, and the attributes if all rows are blank', () => {
	const blank = [row('tier', ' '), row('score', null, 'number')];
	const assignments = [row('plan', 'gold'), ...blank];
	expect(attributesFromRows({ assignments })).toEqual({ plan: 'gold' });
	const none = [undefined, {}, { assignments: [] }, { assignments: blank }];
	expect(none.map((value) => attributesFromRows(value))).toEqual(none.map(() => undefined));
});

it.each([
	[row('score', 'many', 'number'), /^Additional Attribute 2: 'Value' must be a number like 1234.5/],
	[row('n', '7', 'object'), /2: 'Value' must be a JSON object like/],
	[row('n', [], 'number'), /2: 'Value' must be a number like 1234.5, but is a list/],
	[row('n', '7', 'integer'), /2: 'Type' must be List, .+ or True\/False, but is 'integer'$/],
	[row('tags', 'a,b', 'array'), /2: 'Value' must be a list like \["a", "b"\], but is 'a,b'$/],
	[row(' plan', 'silver'), /^contain 'plan' twice$/],
	[row('', 'gold'), /^Additional Attribute 2: 'Key' is blank\. Fill it in/],
])('refuses the row %j', (given, message) => {
	const assignments = [row('plan', 'gold'), given];
	expect(() => attributesFromRows({ assignments })).toThrow(message);
});

it('names the key of a JSON object that it refuses', () => {
	const typed = JSON.stringify({ score: 7, 'pl\u200ban': 'x' });
	expect(() => attributesFromJson(typed)).toThrow(
		"contain the key 'pl\u200ban', which contains an invisible character (U+200B). Remove it",
	);
});

it('sends text if a row has no type, as the form does', () => {
	const assignments = [{ name: 'score', value: 7 }];
	expect(attributesFromRows({ assignments })).toEqual({ score: '7' });
});

it('keeps every text unchanged', () => {
	const written = fc.string({ minLength: 1 }).filter((text) => !isBlank(text));
	fc.assert(
		fc.property(written, (note) => {
			expect(attributesFromRows({ assignments: [row('note', note)] })).toEqual({ note });
		}),
	);
});

it('sends every number of a text with the same digits', () => {
	const whole = fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n });
	fc.assert(
		fc.property(whole, (number) => {
			const assignments = [row('n', String(number), 'number')];
			expect(BigInt(String(attributesFromRows({ assignments })?.n))).toBe(number);
		}),
	);
});
