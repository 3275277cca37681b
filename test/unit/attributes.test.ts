import fc from 'fast-check';

import * as attributes from '../../nodes/Contact/attributes';
import { isBlank } from '../../nodes/shared/input/values';

const attributesFromRows = attributes.attributesFromRows('Custom Attribute');

function row(name: unknown, value: unknown, type = 'string') {
	return { id: '1', name, value, type };
}

it.each([
	[row('plan', 'gold'), { plan: 'gold' }],
	[row('score', '7', 'number'), { score: 7 }],
	[row('views', '1e20', 'number'), { views: 1e20 }],
	[row('vip', 'false', 'boolean'), { vip: false }],
	[row('vip', 'yes', 'boolean'), { vip: true }],
	[row('address', '{"city": "Paris"}', 'object'), { address: { city: 'Paris' } }],
	[row(' plan ', 'gold'), { plan: 'gold' }],
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
	[row('score', 'many', 'number'), /^Custom Attribute 2: 'Value' must be of type Number/],
	[row('n', '12345678901234567890', 'number'), /2: 'Value' contains a number that is too large/],
	[row('n', { a: 1 }), /2: 'Value' must be text, but is an object/],
	[row('n', [], 'number'), /2: 'Value' must be of type Number, but is a list/],
	[row('n', true, 'number'), /2: 'Value' must be of type Number, but is true/],
	[row('n', [], 'boolean'), /2: 'Value' must be true or false, but is a list/],
	[row('n', 'Infinity', 'number'), /2: 'Value' must be of type Number, but is 'Infinity'/],
	[row('n', '7', 'integer'), /2: 'Type' must be array, .+ or string, but is 'integer'$/],
	[row('tags', 'a,b', 'array'), /2: 'Value' must be of type List, but is 'a,b'$/],
	[row(' plan', 'silver'), /^contain 'plan' twice$/],
	[row({}, 'x'), /2: 'Key' must be text, but is an object/],
	[row('', 'gold'), /^Custom Attribute 2: 'Key' is blank\. Fill it in/],
])('refuses the row %j', (given, message) => {
	const assignments = [row('plan', 'gold'), given];
	expect(() => attributesFromRows({ assignments })).toThrow(message);
});

it('sends each value unchanged if a row has no type', () => {
	expect(attributesFromRows({ assignments: [{ name: 'score', value: 7 }] })).toEqual({ score: 7 });
});

it('does not let names like __proto__ change a prototype', () => {
	const attributes = attributesFromRows({ assignments: [row('__proto__', 'x')] });
	expect(Object.keys(attributes ?? {})).toEqual(['__proto__']);
	expect(Object.getPrototypeOf(attributes)).toBe(Object.prototype);
});

it('keeps every text unchanged', () => {
	const written = fc.string({ minLength: 1 }).filter((text) => !isBlank(text));
	fc.assert(
		fc.property(written, (note) => {
			expect(attributesFromRows({ assignments: [row('note', note)] })).toEqual({ note });
		}),
	);
});
