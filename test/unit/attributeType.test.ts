import fc from 'fast-check';

import { chosenAttribute, isChoice, titleOf } from '../../nodes/shared/input/attributeType';

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
			expect(chosenAttribute(chosen(titleOf({ name, type })))?.type).toBe(type);
		}),
	);
	const owner = fc.constantFrom('contact', 'conversation', undefined);
	fc.assert(
		fc.property(text, owner, fc.array(text), (name, owner, choices) => {
			const known = chosenAttribute(chosen(titleOf({ name, owner, type: 'list', choices })));
			expect([known?.type, known?.owner]).toEqual(['list', owner]);
			for (const choice of choices) expect(isChoice(known?.choices ?? '', choice)).toBe(true);
		}),
	);
});

it('knows the name and the choices too', () => {
	const plan = chosenAttribute(chosen('Plan · list: silver, gold'));
	expect(plan).toEqual({ name: 'Plan', type: 'list', choices: 'silver, gold' });
	const known = ['gold', 'silver', 'Gold', 'old'];
	expect(known.map((each) => isChoice('silver, gold', each))).toEqual([true, true, false, false]);
});

it('takes several choices in one text for none of them', () => {
	const choice = fc.stringMatching(/^[a-z]{1,5}(?:, [a-z]{1,5})?$/);
	const choices = fc.uniqueArray(choice, { minLength: 2, maxLength: 5 });
	fc.assert(
		fc.property(choices, (choices) => {
			const known = chosenAttribute(chosen(titleOf({ name: 'Plan', type: 'list', choices })));
			const several = choices.slice(0, 2).join(', ');
			expect(isChoice(known?.choices, several)).toBe(choices.includes(several));
		}),
	);
});

it.each([
	['a typed key', chosen('Plan · date', 'key')],
	['an expression', chosen('Plan · date', 'list', '={{ $json.key }}')],
	['an attribute without a type', chosen('Plan')],
	['an attribute that was chosen without its name', chosen()],
	['a plain text', 'plan'],
	['nothing', undefined],
])('knows no type of %s', (_what, typed) => {
	expect(chosenAttribute(typed)?.type).toBeUndefined();
});
