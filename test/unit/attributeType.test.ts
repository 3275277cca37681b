import fc from 'fast-check';

import { chosenAttribute, titleOf } from '../../nodes/shared/input/attributeType';

/** The field for an attribute, as the editor stores it. */
function chosen(cachedResultName?: string, mode = 'list', value = 'plan') {
	return { __rl: true, mode, value, cachedResultName };
}

it('knows the type of a chosen attribute, whatever its name and its choices', () => {
	const type = fc.constantFrom('text', 'number', 'currency', 'percent', 'link', 'date', 'checkbox');
	const text = fc.oneof(
		fc.string(),
		fc.constantFrom('a · b', ' · date', 'x: y', 'list: a · date', '·'),
	);
	fc.assert(
		fc.property(text, type, (name, type) => {
			expect(chosenAttribute(chosen(titleOf(name, type)))?.type).toBe(type);
		}),
	);
	fc.assert(
		fc.property(text, fc.array(text), (name, choices) => {
			expect(chosenAttribute(chosen(titleOf(name, 'list', choices)))?.type).toBe('list');
		}),
	);
});

it('knows the name too', () => {
	const plan = chosen('Plan · list: silver, gold');
	expect(chosenAttribute(plan)).toEqual({ name: 'Plan', type: 'list' });
});

it.each([
	['a typed key', chosen('Plan · date', 'key')],
	['an expression', chosen('Plan · date', 'list', '={{ $json.key }}')],
	['an attribute without a type', chosen('Plan')],
	['an attribute that was chosen without its name', chosen()],
	['a plain text', 'plan'],
	['nothing', undefined],
])('knows no type of %s', (_what, typed) => {
	expect(chosenAttribute(typed)).toBeUndefined();
});
