import fc from 'fast-check';

import {
	type ChosenAttribute,
	chosenAttribute,
	listValue,
} from '../../nodes/shared/conditions/customAttribute';

const attribute: fc.Arbitrary<ChosenAttribute> = fc.record(
	{
		key: fc.oneof(
			fc.string({ minLength: 1 }),
			fc.constantFrom('a.b:c', '.number:x', 'contact.date:', 'x, a, y', ':', '\n'),
		),
		owner: fc.constantFrom('contact', 'conversation'),
		type: fc.constantFrom(
			...['text', 'number', 'currency', 'percent', 'link', 'date', 'list', 'checkbox'],
		),
	},
	{ requiredKeys: ['key'] },
);

it('knows key, owner and type of a chosen attribute, whatever its key', () => {
	fc.assert(
		fc.property(attribute, (chosen) => {
			expect(chosenAttribute(listValue(chosen))).toEqual(chosen);
		}),
	);
});

it.each(['plan', '={{ $json.key }}', 'a.b:c', 'contact.integer:plan', 'contact.list:', '', 7])(
	'takes %j for a key that was entered',
	(typed) => {
		expect(chosenAttribute(typed)).toBeUndefined();
	},
);
