import fc from 'fast-check';

import * as rules from '../../nodes/AutomationRule/conditions';
import * as contacts from '../../nodes/Contact/conditions';
import { listValue } from '../../nodes/shared/conditions/attributeType';
import { linkConditions } from '../../nodes/shared/conditions/conditions';
import { condition } from '../../cases/operationCase';

const ZONE = 'America/Lima';

function filterRows(rows: unknown) {
	return contacts.conditionsFromRows(ZONE, 'AND')({ condition: rows });
}

function ruleRows(rows: unknown) {
	return rules.conditionsFromRows(ZONE, 'AND')({ condition: rows });
}

const PLAN = { attribute: 'customAttribute', customAttribute: 'plan', value: 'gold' };
const NONE = 'are blank. Add at least one condition';
const CONDITION = { attribute_key: 'email', filter_operator: 'contains', values: ['@x.example'] };

const value = fc.oneof(
	fc.string({ minLength: 1 }).filter((text) => text.trim() !== ''),
	fc.nat(),
	fc.boolean(),
);
const anyCondition = fc.record({
	attribute_key: fc.stringMatching(/^[a-z_]{1,12}$/),
	filter_operator: fc.constantFrom('equal_to', 'not_equal_to', 'contains', 'does_not_contain'),
	values: fc.oneof(value, fc.array(value, { minLength: 1, maxLength: 3 })),
	query_operator: fc.constantFrom('AND', 'OR', 'and', 'or', '', null, undefined),
});
const conditions = fc.array(anyCondition, { minLength: 1, maxLength: 6 });

describe('linked conditions', () => {
	it('keep their own links, except that of the last condition', () => {
		const links = ['OR', 'and', 'or', 'XOR'];
		const list = links.map((query_operator) => ({ ...CONDITION, query_operator }));
		expect(linkConditions(list).map((one) => one.query_operator)).toEqual([
			'OR',
			'AND',
			'OR',
			null,
		]);
		expect(() => linkConditions([...list, CONDITION])).toThrow(
			"Condition 4: 'query_operator' must be AND or OR, but is 'XOR'",
		);
	});
});

it.each(['text', 'list', 'link'])('looks for a value of a chosen %s attribute as typed', (type) => {
	const customAttribute = { __rl: true, mode: 'list', value: `contact.${type}:rating` };
	for (const typed of ['⭐️⭐️', 'Love ❤️', 'Scotland 🏴󠁧󠁢󠁳󠁣󠁴󠁿', 'അവന്‍']) {
		const row = { ...PLAN, customAttribute, value: '={{ $json.x }}' };
		const typedRows = { condition: [row] };
		const read = contacts.conditionsFromRows(ZONE, 'AND');
		const [sent] = read({ condition: [{ ...row, value: typed }] }, typedRows);
		expect(sent.values).toEqual([typed]);
	}
});

it('looks for a choice of a list attribute without the spaces of a cell around it', () => {
	const customAttribute = { __rl: true, mode: 'list', value: 'contact.list:rating' };
	const rows = { condition: [{ ...PLAN, customAttribute, value: ' gold\u00a0' }] };
	expect(contacts.conditionsFromRows(ZONE, 'AND')(rows, rows)[0].values).toEqual(['gold']);
});

describe('conditions as JSON', () => {
	it.each([
		['a list', [CONDITION]],
		['one condition', CONDITION],
		['the body of a request', { payload: [CONDITION] }],
		['text', JSON.stringify([CONDITION])],
	])('are read from %s', (_what, given) => {
		expect(contacts.conditionsFromJson(given)).toEqual([{ ...CONDITION, query_operator: null }]);
	});

	it('keep their other fields', () => {
		const given = { ...CONDITION, custom_attribute_type: 'contact_attribute' };
		expect(contacts.conditionsFromJson(given)).toEqual([{ ...given, query_operator: null }]);
	});

	it('have any values, for nothing tells which part of JSON an expression returned', () => {
		const given = { ...CONDITION, attribute_key: 'email', values: ['#REF!', 'NULL'] };
		expect(contacts.conditionsFromJson([given])).toEqual([{ ...given, query_operator: null }]);
	});

	const noValues = fc.constantFrom('is_present', 'is_not_present');
	const emptied = fc.record({
		filter_operator: fc.string({ minLength: 1 }),
		values: fc.constant([]),
	});
	const unread = fc.record({
		filter_operator: noValues,
		values: fc.array(fc.constantFrom('x', '', null, 1)),
	});

	it('are sent with the values that they have, if the operator takes none or there is none', () => {
		fc.assert(
			fc.property(fc.oneof(emptied, unread), (row) => {
				fc.pre(
					row.filter_operator.trim() === row.filter_operator && !/\0/.test(row.filter_operator),
				);
				const given = { ...CONDITION, ...row };
				const sent = [{ ...given, query_operator: null }];
				expect(contacts.conditionsFromJson(given)).toEqual(sent);
				expect(rules.conditionsFromJson('AND')(given)).toEqual(sent);
			}),
		);
	});

	it('have an empty list of values if the operator takes none and there is none', () => {
		const given = { attribute_key: 'email', filter_operator: 'is_present' };
		expect(contacts.conditionsFromJson(given)[0].values).toEqual([]);
	});

	it.each([
		[['x'], "Condition 1 must be an object, but is 'x'"],
		[[{ filter_operator: 'contains' }], 'Condition 1 has no attribute_key, such as "email"'],
		[[CONDITION, { attribute_key: ' ' }], 'Condition 2 has no attribute_key'],
		[[{ payload: [CONDITION] }, CONDITION], 'Condition 1 has no attribute_key'],
		['[{', 'is not valid JSON'],
	])('refuse %j', (given, message) => {
		expect(() => contacts.conditionsFromJson(given)).toThrow(message);
	});
});

describe('conditions of a contact filter', () => {
	it('have lists of texts as values, whatever the input is', () => {
		fc.assert(
			fc.property(conditions, (list) => {
				for (const { values } of contacts.conditionsFromJson(list)) {
					expect(Array.isArray(values)).toBe(true);
					for (const text of values as unknown[]) expect(typeof text).toBe('string');
				}
			}),
		);
	});

	it('are the same from rows as from JSON', () => {
		fc.assert(
			fc.property(conditions, (list) => {
				const contains = list.map((one) => ({ ...one, filter_operator: 'contains' }));
				const rows = contains.map((one) => ({
					attribute: 'customAttribute',
					customAttribute: one.attribute_key,
					customOperator: one.filter_operator,
					value: one.values,
					queryOperator: one.query_operator,
				}));
				expect(filterRows(rows)).toEqual(contacts.conditionsFromJson(contains));
			}),
		);
	});

	it('are refused if there are none', () => {
		for (const given of [undefined, []]) expect(() => filterRows(given)).toThrow(NONE);
		for (const given of ['', '[]', '{}', '{"payload": []}']) {
			expect(() => contacts.conditionsFromJson(given)).toThrow(NONE);
		}
	});

	it.each([
		[{ attribute: 'name', operator: 'equal_to' }, "'Value' is blank"],
		[{ attribute: 'customAttribute', value: 'x' }, "'Custom Attribute' is blank"],
		[{ attribute: 'created_at', timeOperator: 'is_less_than', date: 'soon' }, "'Date' must be a"],
		[
			{ attribute: 'country_code', value: 'Germany' },
			"'Value' must be the two letters of a country, such as DE, but is 'Germany'. To send another text, use 'Conditions (JSON)'",
		],
	])('refuse the row %j, by its number', (row, message) => {
		const rows = [{ attribute: 'city', operator: 'equal_to', value: 'Lima' }, row];
		expect(() => filterRows(rows)).toThrow(`Condition 2: ${message}`);
	});

	const CUSTOM = { attribute: 'customAttribute', customAttribute: 'score' };
	const comparison = fc.constantFrom('is_greater_than', 'is_less_than');
	const date = fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('2200-01-01') });

	it('refuse to compare a custom attribute with a text that is neither', () => {
		const other = fc.oneof(
			// Days as they are written in most countries, and words.
			date.map((day) => day.toISOString().slice(0, 10).split('-').reverse().join('.')),
			date.map((day) => day.toDateString()),
			fc.stringMatching(/^[a-z]+$/),
		);
		fc.assert(
			fc.property(comparison, other, (customOperator, value) => {
				expect(() => filterRows([{ ...CUSTOM, customOperator, value }])).toThrow(
					"Condition 1: 'Value' must be a number like 50 or a date like 2026-01-31, but is ",
				);
			}),
		);
	});

	const chosen = (type: string, customOperator: string, value = '1') => ({
		attribute: 'customAttribute',
		customAttribute: { __rl: true, mode: 'list', value: listValue({ key: 'x', type }) },
		...{ customOperator, value },
	});

	it.each([
		[
			chosen('checkbox', 'contains'),
			"Condition 1 can't compare a checkbox with 'Contains'. With a checkbox, use Equals, Does Not Equal, Is Present or Is Not Present, or use 'Conditions (JSON)'",
		],
		[
			chosen('list', 'is_greater_than'),
			"Condition 1 can't compare a list with 'Is Greater Than / After'. With a list, use Equals, Does Not Equal, Is Present, Is Not Present, Contains or Does Not Contain, or",
		],
		[
			chosen('currency', 'is_present'),
			"Condition 1 can't compare a currency with 'Is Present'. Choose another attribute, or use 'Conditions (JSON)'",
		],
		[
			chosen('number', 'equal_to', '1,5'),
			"Condition 1: 'Value' must be a number like 1234.5, but is '1,5'. If the attribute has changed in the service, choose it again",
		],
	])('refuse what the type of the chosen attribute has no use for: %j', (row, message) => {
		const given = { condition: [row] };
		expect(() => contacts.conditionsFromRows(ZONE, 'AND')(given, given)).toThrow(message);
	});

	it.each([
		['text', 'contains', 'x'],
		['link', 'does_not_contain', 'x'],
		['list', 'contains', 'x'],
		['number', 'is_less_than', '5'],
		['date', 'is_greater_than', '2026-01-31'],
		['date', 'within_days', '30'],
		['date', 'not_equal_to', '2026-01-31'],
		['checkbox', 'is_present', ''],
	])('compare a chosen %s with %s', (type, operator, value) => {
		const given = { condition: [chosen(type, operator, value)] };
		expect(contacts.conditionsFromRows(ZONE, 'AND')(given, given)).toHaveLength(1);
	});

	it.each([CUSTOM, chosen('number', 'is_greater_than')])(
		'refuse a text that two countries read as different numbers, and take the number: %j',
		(attribute) => {
			const read = (value: unknown) => {
				const given = { condition: [{ ...attribute, customOperator: 'is_greater_than', value }] };
				return contacts.conditionsFromRows(ZONE, 'AND')(given, given);
			};
			expect(() => read('1.000')).toThrow(
				/^Condition 1: 'Value' is '1.000', which means 1000 in some countries. Enter 1000 or 1.0000$/,
			);
			expect(read(1.125)[0].values).toEqual(['1.125']);
		},
	);

	it('compare a chosen list with any text, because contacts may have old choices', () => {
		const rows = ['GOLD', 'platinum'].map((value) => chosen('list', 'equal_to', value));
		const given = { condition: rows };
		const sent = contacts.conditionsFromRows(ZONE, 'AND')(given, given);
		expect(sent.map(({ values }) => values)).toEqual([['GOLD'], ['platinum']]);
	});

	it('take several codes of countries with commas between them', () => {
		const rows = [{ attribute: 'country_code', value: 'DE, at,' }];
		const link = { query_operator: 'OR' };
		expect(filterRows(rows)).toMatchObject([
			{ values: ['DE'], ...link },
			{ values: ['at'], query_operator: null },
		]);
		expect(ruleRows(rows)).toMatchObject([{ values: ['DE', 'at'] }]);
		const other = { attribute: 'city', value: 'Lima' };
		expect(() => filterRows([...rows, other])).toThrow(
			"Condition 1 has several values, but many servers compare only with the first. Add a condition for each value and set 'Match' to Any Condition",
		);
	});

	it.each(['', 'gold', 0, '1.5'])('refuse %j as the days of a custom attribute', (value) => {
		const row = { ...CUSTOM, customOperator: 'days_before', value };
		expect(() => filterRows([row])).toThrow("Condition 1: 'Value'");
	});

	it('send an operator of an expression that the form does not have', () => {
		const rows = [
			{ attribute: 'identifier', exactOperator: 'contains', value: 'a' },
			{ attribute: 'created_at', timeOperator: 'equal_to', date: '2026-01-02' },
			{ attribute: 'city', operator: 'sounds_like', value: 'a' },
		];
		expect(filterRows(rows).map((one) => one.filter_operator)).toEqual([
			...['contains', 'equal_to', 'sounds_like'],
		]);
	});

	it('send an attribute that the form does not have unchecked', () => {
		const row = { attribute: 'middle_name', customOperator: 'not_equal_to', value: 'x' };
		const size = { attribute: 'shoe', customOperator: 'is_greater_than', value: 'XL 1.234' };
		expect(
			filterRows([row, size]).map(({ attribute_key, filter_operator, values }) =>
				[attribute_key, filter_operator, values].flat(),
			),
		).toEqual([
			['middle_name', 'not_equal_to', 'x'],
			['shoe', 'is_greater_than', 'XL 1.234'],
		]);
	});

	const LEFT_OVER = {
		value: 'x',
		blocked: 'true',
		date: '2026-01-02',
		days: 30,
		labels: 'vip',
	};

	it.each([
		['city', { operator: 'contains' }, ['x']],
		['blocked', { exactOperator: 'not_equal_to' }, ['true']],
		['labels', { recordOperator: 'is_present' }, []],
		['a_key_of_an_expression', { customOperator: 'equal_to' }, ['x']],
	])(
		'take operator and value of %s, %j from its fields, whatever the others hold',
		(attribute, operator, values) => {
			const customAttribute = { __rl: true, mode: 'list', value: 'plan' };
			const [sent] = filterRows([{ ...LEFT_OVER, attribute, ...operator, customAttribute }]);
			expect(sent.filter_operator).toBe(Object.values(operator)[0]);
			expect(sent.values).toEqual(values);
			expect(sent.attribute_key).toBe(attribute === 'customAttribute' ? 'plan' : attribute);
		},
	);
});

describe('conditions of an automation rule', () => {
	it('keep the types of their values', () => {
		const list = [
			{ attribute_key: 'inbox_id', filter_operator: 'equal_to', values: [1, true, 'x'] },
			{ attribute_key: 'status', filter_operator: 'attribute_changed', values: { from: ['open'] } },
			{ attribute_key: 'content', filter_operator: 'is_present' },
		];
		expect(
			rules
				.conditionsFromJson('AND')(list)
				?.map(({ values }) => values),
		).toEqual([[1, true, 'x'], { from: ['open'] }, []]);
	});

	it('refuse an expression for the attribute, because all fields of its row would count', () => {
		const rows = { condition: [{ attribute: 'content' }] };
		const chosen = { condition: [{ attribute: '={{ $json.a }}' }] };
		for (const check of [
			rules.conditionsFromRows(ZONE, 'AND'),
			contacts.conditionsFromRows('UTC', 'AND'),
		]) {
			expect(() => check(rows, chosen)).toThrow("can't have an expression in 'Attribute'");
		}
	});

	it("are linked as 'Match' says, in JSON too, unless they have their own link", () => {
		const list = [CONDITION, { ...CONDITION, query_operator: 'and' }, CONDITION];
		const links = rules
			.conditionsFromJson('OR')(list)
			?.map(({ query_operator }) => query_operator);
		expect(links).toEqual(['OR', 'AND', null]);
	});

	it.each([[['a', null]], [''], [null]])('refuse %j as values in JSON', (values) => {
		const list = [CONDITION, { ...CONDITION, values }];
		expect(() => rules.conditionsFromJson('AND')(list)).toThrow(
			/^Condition 2(?: has no value in values|: 'values' is blank in entry)/,
		);
	});

	it('stay unchanged if none are given, and are removed by an empty JSON list', () => {
		expect([undefined, []].map(ruleRows)).toEqual([undefined, undefined]);
		expect(['', '{}', '[]'].map(rules.conditionsFromJson('AND'))).toEqual([
			undefined,
			undefined,
			[],
		]);
	});

	it.each([
		[{ attribute: 'content', operator: 'contains', value: 'refund' }, ['refund']],
		[{ attribute: 'inbox_id', recordOperator: 'equal_to', recordId: 4 }, [4]],
		[{ attribute: 'assignee_id', recordOperator: 'equal_to', recordId: '[4, 5]' }, [4, 5]],
		[{ attribute: 'labels', labels: { __rl: true, mode: 'list', value: 'vip' } }, ['vip']],
		[
			{ attribute: 'message_type', exactOperator: 'equal_to', messageType: 'incoming' },
			['incoming'],
		],
		[{ attribute: 'team_id', recordOperator: 'is_present' }, []],
	])('take their value from the field for it: %j', (row, values) => {
		expect(ruleRows([row])?.[0].values).toEqual(values);
	});

	it.each([
		[{ attribute: 'content', operator: 'contains', value: ' ' }, "'Value' is blank"],
		[{ attribute: 'inbox_id', recordId: '7; drop' }, "'Inbox' must be a whole number above 0"],
		[PLAN, "'Attribute Of' is blank"],
	])('refuse the row %j, by its number', (row, message) => {
		const rows = [{ attribute: 'content', operator: 'contains', value: 'refund' }, row];
		expect(() => ruleRows(rows)).toThrow(`Condition 2: ${message}`);
	});

	it('take from the list where a chosen attribute belongs', () => {
		const urgency = (customAttributeType: string) => {
			const listed = listValue({ key: 'urgency', owner: 'conversation', type: 'list' });
			const customAttribute = { __rl: true, mode: 'list', value: listed };
			const row = { ...PLAN, value: 'low', customAttribute, customAttributeType };
			const rows = { condition: [row] };
			return rules.conditionsFromRows(ZONE, 'AND')(rows, rows)?.[0].custom_attribute_type;
		};
		expect(['', 'conversation'].map(urgency)).toEqual(Array(2).fill('conversation_attribute'));
		expect(() => urgency('contact_attribute')).toThrow(
			"Condition 1: 'Attribute Of' must be Conversation, because 'urgency' is an attribute of conversations",
		);
	});

	it.each(['contact', 'contact_attribute', 'conversation_attribute'])(
		'say that a custom attribute is of %s',
		(customAttributeType) => {
			expect(ruleRows([{ ...PLAN, customAttributeType }])?.[0]).toEqual({
				...condition('plan', 'equal_to', ['gold']),
				custom_attribute_type: customAttributeType.replace(/^contact$/, 'contact_attribute'),
			});
		},
	);
});
