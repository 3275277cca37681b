import fc from 'fast-check';

import { attributesFromRows } from '../../nodes/Contact/attributes';

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

it('leaves out the rows without a value, and all where there is no other', () => {
	const blank = [row('tier', ' '), row('score', null, 'number')];
	const assignments = [row('plan', 'gold'), ...blank];
	expect(attributesFromRows({ assignments })).toEqual({ plan: 'gold' });
	const none = [undefined, {}, { assignments: [] }, { assignments: blank }];
	expect(none.map(attributesFromRows)).toEqual(none.map(() => undefined));
});

it.each([
	[row('score', 'many', 'number'), /^are not right. Row 2: 'Value' must be of type number/],
	[row('n', '12345678901234567890', 'number'), /Row 2: 'Value' holds a number that cannot be kept/],
	[row('n', { a: 1 }), /Row 2: 'Value' must be text, but is an object/],
	[row('n', [], 'number'), /Row 2: 'Value' must be of type number, but is a list/],
	[row('n', true, 'number'), /Row 2: 'Value' must be of type number, but is true/],
	[row('n', [], 'boolean'), /Row 2: 'Value' must be true or false, but is a list/],
	[row('n', 'Infinity', 'number'), /Row 2: 'Value' must be of type number, but is 'Infinity'/],
	[row('n', '7', 'integer'), /Row 2: 'Type' must be array or .+ or string, but is 'integer'$/],
	[row('tags', 'a,b', 'array'), /Row 2: 'Value' must be of type array, but is 'a,b'$/],
	[row(' plan', 'silver'), /^have 'plan' twice$/],
	[row({}, 'x'), /Row 2: 'Name' must be text, but is an object/],
	[row('', 'gold'), /^are not right. Row 2: has a value without a name: 'gold'$/],
])('refuses the row %j', (given, message) => {
	const assignments = [row('plan', 'gold'), given];
	expect(() => attributesFromRows({ assignments })).toThrow(message);
});

it('are read from the rows of a fixed collection too, each value as it is', () => {
	expect(attributesFromRows({ attribute: [{ name: 'score', value: 7 }] })).toEqual({ score: 7 });
});

it('lets no name reach a prototype', () => {
	const attributes = attributesFromRows({ assignments: [row('__proto__', 'x')] });
	expect(Object.keys(attributes ?? {})).toEqual(['__proto__']);
	expect(Object.getPrototypeOf(attributes)).toBe(Object.prototype);
});

it('keeps every text as it is', () => {
	const written = fc.string({ minLength: 1 }).filter((text) => text.trim() !== '');
	fc.assert(
		fc.property(written, (note) => {
			expect(attributesFromRows({ assignments: [row('note', note)] })).toEqual({ note });
		}),
	);
});
