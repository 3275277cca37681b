import fc from 'fast-check';

import * as rules from '../../nodes/AutomationRule/conditions';
import * as contacts from '../../nodes/Contact/conditions';
import { conditionsFromJson, linked } from '../../nodes/shared/form/conditions';

const CONDITION = { attribute_key: 'email', filter_operator: 'contains', values: ['@x.example'] };

const value = fc.oneof(
	fc.string({ minLength: 1 }).filter((text) => text.trim() !== ''),
	fc.nat(),
	fc.boolean(),
);
const condition = fc.record({
	attribute_key: fc.stringMatching(/^[a-z_]{1,12}$/),
	filter_operator: fc.constantFrom('equal_to', 'not_equal_to', 'contains', 'does_not_contain'),
	values: fc.oneof(value, fc.array(value, { minLength: 1, maxLength: 3 })),
	query_operator: fc.constantFrom('AND', 'OR', 'and', 'or', '', null, undefined),
});
const conditions = fc.array(condition, { minLength: 1, maxLength: 6 });

describe('linked conditions', () => {
	it('have AND or OR between them and nothing behind the last', () => {
		fc.assert(
			fc.property(conditions, (list) => {
				const operators = contacts.conditionsOfJson(list).map((one) => one.query_operator);
				expect(operators.at(-1)).toBeNull();
				for (const operator of operators.slice(0, -1)) expect(['AND', 'OR']).toContain(operator);
			}),
		);
	});

	it('keep the links that are given', () => {
		const list = ['OR', 'and', 'or', 'AND'].map((query_operator) => ({
			...CONDITION,
			query_operator,
		}));
		expect(linked(list).map((one) => one.query_operator)).toEqual(['OR', 'AND', 'OR', null]);
	});

	it('refuse another link, and name the condition', () => {
		const list = [CONDITION, { ...CONDITION, query_operator: 'XOR' }, CONDITION];
		expect(() => linked(list)).toThrow(
			"are not complete: condition 2 must have AND or OR as query_operator, but has 'XOR'",
		);
	});

	it('do not look at the link of the last', () => {
		expect(linked([{ ...CONDITION, query_operator: 'XOR' }])[0].query_operator).toBeNull();
	});
});

describe('conditions as JSON', () => {
	it.each([
		['a list', [CONDITION]],
		['one condition', CONDITION],
		['the body of a request', { payload: [CONDITION] }],
		['text', JSON.stringify([CONDITION])],
	])('are read from %s', (_what, given) => {
		expect(conditionsFromJson(given)).toEqual([CONDITION]);
	});

	it('keep the fields that they have besides', () => {
		const given = { ...CONDITION, custom_attribute_type: 'contact_attribute' };
		expect(contacts.conditionsOfJson(given)).toEqual([{ ...given, query_operator: null }]);
	});

	it.each([
		['x', "condition 1 must be an object, but is 'x'"],
		[{ filter_operator: 'contains' }, 'condition 1 has no attribute_key, such as "email"'],
		[{ attribute_key: ' ' }, 'condition 1 has no attribute_key'],
		[{ attribute_key: 'email' }, 'condition 1 has no filter_operator, such as "equal_to"'],
	])('refuse %j', (given, message) => {
		expect(() => conditionsFromJson([given])).toThrow(message);
	});

	it('refuse text that is no JSON', () => {
		expect(() => conditionsFromJson('[{')).toThrow('is not valid JSON');
	});
});

describe('conditions of a contact filter', () => {
	it('have lists of texts as values, whatever was given', () => {
		fc.assert(
			fc.property(conditions, (list) => {
				for (const { values } of contacts.conditionsOfJson(list)) {
					expect(Array.isArray(values)).toBe(true);
					for (const text of values as unknown[]) expect(typeof text).toBe('string');
				}
			}),
		);
	});

	it('say the same in rows as in JSON', () => {
		fc.assert(
			fc.property(conditions, (list) => {
				const rows = list.map(({ attribute_key, filter_operator, values, query_operator }) => ({
					attribute: 'customAttribute',
					customAttribute: attribute_key,
					operator: filter_operator,
					value: values,
					queryOperator: query_operator,
				}));
				expect(contacts.conditionsFromRows({ condition: rows })).toEqual(
					contacts.conditionsOfJson(list),
				);
			}),
		);
	});

	it.each([undefined, {}, { condition: [] }])('are refused where there are none: %j', (given) => {
		expect(() => contacts.conditionsFromRows(given)).toThrow(
			'are blank. Add at least one condition',
		);
	});

	it.each(['', '[]', '{"payload": []}'])('are refused for the JSON %p', (given) => {
		expect(() => contacts.conditionsOfJson(given)).toThrow('are blank. Add at least one condition');
	});

	it.each([
		[{ attribute: 'name', operator: 'equal_to' }, 'condition 1 has no value'],
		[{ attribute: 'name', operator: 'equal_to', value: ['', ' '] }, 'condition 1 has no value'],
		[{ attribute: 'name', value: { a: 1 } }, 'condition 1 has an object as a value'],
		[{ attribute: 'customAttribute', value: 'x' }, "has no name in 'Custom Attribute'"],
	])('refuse the row %j', (row, message) => {
		expect(() => contacts.conditionsFromRows({ condition: [row] })).toThrow(message);
	});

	it.each([
		[{ attribute: 'blocked', operator: 'equal_to', blocked: 'true' }, ['true']],
		[{ attribute: 'created_at', operator: 'days_before', days: 30 }, ['30']],
		[{ attribute: 'created_at', operator: 'is_less_than', date: '2026-01-02' }, ['2026-01-02']],
		[{ attribute: 'labels', operator: 'is_present' }, []],
		[{ attribute: 'labels', operator: 'is_not_present', value: 'left over' }, []],
	])('take their value from the field for it: %j', (row, values) => {
		expect(contacts.conditionsFromRows({ condition: [row] })[0].values).toEqual(values);
	});
});

describe('conditions of an automation rule', () => {
	it('keep the kinds of their values', () => {
		const list = [
			{ attribute_key: 'inbox_id', filter_operator: 'equal_to', values: [1, true, 'x'] },
			{ attribute_key: 'status', filter_operator: 'attribute_changed', values: { from: ['open'] } },
			{ attribute_key: 'content', filter_operator: 'is_present' },
		];
		expect(rules.conditionsOfJson(list)?.map(({ values }) => values)).toEqual([
			[1, true, 'x'],
			{ from: ['open'] },
			[],
		]);
	});

	it('are left as they are where none are given', () => {
		expect([undefined, {}, { condition: [] }].map(rules.conditionsFromRows)).toEqual([
			undefined,
			undefined,
			undefined,
		]);
		expect(rules.conditionsOfJson('')).toBeUndefined();
	});

	it('can be taken away with an empty JSON list', () => {
		expect(rules.conditionsOfJson('[]')).toEqual([]);
	});

	it.each([
		[{ attribute: 'content', operator: 'contains', value: 'refund' }, ['refund']],
		[{ attribute: 'inbox_id', operator: 'equal_to', recordId: 4 }, [4]],
		[{ attribute: 'message_type', operator: 'equal_to', messageType: 'incoming' }, ['incoming']],
		[{ attribute: 'status', operator: 'equal_to', status: 'open' }, ['open']],
		[{ attribute: 'team_id', operator: 'is_present' }, []],
	])('take their value from the field for it: %j', (row, values) => {
		expect(rules.conditionsFromRows({ condition: [row] })?.[0].values).toEqual(values);
	});

	it('refuse a row without a value', () => {
		const row = { attribute: 'content', operator: 'contains', value: ' ' };
		expect(() => rules.conditionsFromRows({ condition: [row] })).toThrow(
			'condition 1 has no value',
		);
	});
});
