import fc from 'fast-check';

import { attributesFromRows } from '../../nodes/Contact/attributes';

function row(name: unknown, value: unknown, type = 'string') {
	return { id: '1', name, value, type };
}

it.each([
	[row('plan', 'gold'), { plan: 'gold' }],
	[row('score', '7', 'number'), { score: 7 }],
	[row('score', 0, 'number'), { score: 0 }],
	[row('vip', 'false', 'boolean'), { vip: false }],
	[row('vip', false, 'boolean'), { vip: false }],
	[row('tags', '["a", "b"]', 'array'), { tags: ['a', 'b'] }],
	[row('address', '{"city": "Paris"}', 'object'), { address: { city: 'Paris' } }],
	[row(' plan ', 'gold'), { plan: 'gold' }],
	[row('zip', 10115), { zip: '10115' }],
])('makes of the row %j the attribute %j', (given, attributes) => {
	expect(attributesFromRows({ assignments: [given] })).toEqual(attributes);
});

it.each([undefined, {}, { assignments: [] }, { assignments: [row('plan', '')] }])(
	'are left out for %j',
	(given) => {
		expect(attributesFromRows(given)).toBeUndefined();
	},
);

it('leaves out the rows without a value', () => {
	const assignments = [row('plan', 'gold'), row('tier', ' '), row('score', null, 'number')];
	expect(attributesFromRows({ assignments })).toEqual({ plan: 'gold' });
});

it.each([
	[row('score', 'many', 'number'), /^are not right. Row 2: .*score/],
	[row('vip', 'maybe', 'boolean'), /^are not right. Row 2: .*vip/],
	[row('tags', '{', 'array'), /^are not right. Row 2: .*tags/],
	[row('n', '12345678901234567890', 'number'), /Row 2: 'Value' holds a number that cannot be kept/],
	[row('n', '{"a": 12345678901234567890}', 'object'), /Row 2: 'Value' holds a number that cannot/],
	[row('n', { a: 1 }), /Row 2: 'Value' must be text, but is an object/],
	[row({}, 'x'), /Row 2: 'Name' must be text, but is an object/],
	[row('', 'gold'), /^are not right. Row 2: has a value without a name: 'gold'$/],
])('refuses the row %j', (given, message) => {
	const assignments = [row('plan', 'gold'), given];
	expect(() => attributesFromRows({ assignments })).toThrow(message);
});

it('are read from the rows of a fixed collection too, each value as it is', () => {
	const attribute = [
		{ name: 'plan', value: 'gold' },
		{ name: 'score', value: 7 },
	];
	expect(attributesFromRows({ attribute })).toEqual({ plan: 'gold', score: 7 });
});

it('lets no name reach a prototype', () => {
	const attributes = attributesFromRows({ assignments: [row('__proto__', 'x')] });
	expect(Object.keys(attributes ?? {})).toEqual(['__proto__']);
	expect(Object.getPrototypeOf(attributes)).toBe(Object.prototype);
});

it('keeps every text as it is', () => {
	fc.assert(
		fc.property(
			fc.string({ minLength: 1 }).filter((text) => text.trim() !== ''),
			(text) => {
				expect(attributesFromRows({ assignments: [row('note', text)] })).toEqual({ note: text });
			},
		),
	);
});
