import fc from 'fast-check';

import { filterContacts } from '../../nodes/Contact/operations/filter';
import { attributeChoices } from '../../nodes/shared/conditions/attributes';
import { listValue } from '../../nodes/shared/conditions/customAttribute';
import { ownLinkOr } from '../../nodes/shared/conditions/conditionFields';
import { conditionsFromRows } from '../../nodes/shared/conditions/conditionRows';
import { conditionsFromJson } from '../../nodes/shared/conditions/conditionsJson';
import type { Feature } from '../../nodes/shared/conditions/operators';
import { condition } from '../../cases/operationCase';
import { requestOf } from '../fixtures/requests';

/** The conditions of rows. They are typed by hand, unless they are given as typed. */
function read(feature: Feature, rows: unknown, typed = rows) {
	const check = conditionsFromRows(feature, 'America/Lima', ownLinkOr('AND'));
	return check({ condition: rows }, { condition: typed }) ?? [];
}

const filterRows = (...rows: unknown[]) => read('filter', rows);
const ruleRows = (...rows: unknown[]) => read('rule', rows);
const filterJson = conditionsFromJson('filter');
const ruleJson = conditionsFromJson('rule', 'OR');

const PLAN = { attribute: 'customAttribute', customAttribute: 'plan', value: 'gold' };
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

/** A row with an attribute that was chosen from the list. */
const chosen = (type: string, customOperator: string, value: unknown = '1') => ({
	attribute: 'customAttribute',
	customAttribute: { __rl: true, mode: 'list', value: listValue({ key: 'x', type }) },
	// The form has one field for a choice of a list, and another one for other values.
	...{ customOperator, value, choice: value },
});

/** The field for the operator of each attribute, with one that isn't its default. Saved workflows have these names. */
const OPERATOR_FIELDS: Record<Feature, Record<string, [field: string, operator: string]>> = {
	filter: {
		name: ['operator', 'contains'],
		email: ['operator', 'contains'],
		phone_number: ['operator', 'contains'],
		city: ['operator', 'contains'],
		company_name: ['operator', 'contains'],
		identifier: ['exactOperator', 'not_equal_to'],
		country_code: ['exactOperator', 'not_equal_to'],
		blocked: ['exactOperator', 'not_equal_to'],
		labels: ['recordOperator', 'is_present'],
		created_at: ['timeOperator', 'is_less_than'],
		last_activity_at: ['timeOperator', 'is_less_than'],
		customAttribute: ['customOperator', 'not_equal_to'],
	},
	rule: {
		content: ['operator', 'equal_to'],
		mail_subject: ['operator', 'equal_to'],
		referer: ['operator', 'equal_to'],
		email: ['operator', 'equal_to'],
		city: ['operator', 'equal_to'],
		company_name: ['operator', 'equal_to'],
		phone_number: ['phoneOperator', 'starts_with'],
		browser_language: ['exactOperator', 'not_equal_to'],
		conversation_language: ['exactOperator', 'not_equal_to'],
		country_code: ['exactOperator', 'not_equal_to'],
		message_type: ['exactOperator', 'not_equal_to'],
		priority: ['exactOperator', 'not_equal_to'],
		status: ['exactOperator', 'not_equal_to'],
		assignee_id: ['recordOperator', 'not_equal_to'],
		inbox_id: ['recordOperator', 'not_equal_to'],
		team_id: ['recordOperator', 'not_equal_to'],
		labels: ['labelOperator', 'is_present'],
		customAttribute: ['customOperator', 'not_equal_to'],
	},
};

describe.each(['filter', 'rule'] as const)('a saved row of a %s', (feature) => {
	/** A value for each field that may take it. */
	const values = {
		...{ value: 'FR', labels: 'vip', recordId: '7', date: '2026-01-31', blocked: 'true' },
		...{ messageType: 'incoming', priority: 'high', status: 'open' },
		...{ customAttribute: 'plan', customAttributeType: 'contact_attribute' },
	};

	it.each(Object.entries(OPERATOR_FIELDS[feature]))(
		'that compares %s is sent with the operator of its field',
		(attribute, [field, operator]) => {
			const [sent] = read(feature, [{ attribute, [field]: operator, ...values }]);
			expect(sent.filter_operator).toBe(operator);
		},
	);

	it('has a field for the operator of each attribute', () => {
		const offered = attributeChoices(feature).map((choice) => choice.value);
		expect(Object.keys(OPERATOR_FIELDS[feature]).sort()).toEqual(offered.sort());
	});
});

it.each(['text', 'list', 'link'])('looks for a value of a chosen %s attribute as typed', (type) => {
	const typed = chosen(type, 'equal_to', '={{ $json.x }}');
	for (const value of ['⭐️⭐️', 'Love ❤️', 'Scotland 🏴󠁧󠁢󠁳󠁣󠁴󠁿', 'അവന്‍'])
		expect(read('filter', [{ ...typed, value, choice: value }], [typed])[0].values).toEqual([
			value,
		]);
});

it.each(['name', 'email', 'phone_number', 'country_code', 'customAttribute'])(
	'refuses a value of %s whose expressions returned nothing, whatever is typed around them',
	(attribute) => {
		const typed = { ...PLAN, attribute, value: '=+49{{ $json.x }}' };
		for (const feature of ['filter', 'rule'] as const)
			expect(() => read(feature, [{ ...typed, value: '+49' }], [typed])).toThrow(
				"Condition 1: 'Value' is blank. Fill it in, or remove the row",
			);
	},
);

it('looks for a choice of a list attribute without the spaces of a cell around it', () => {
	expect(filterRows(chosen('list', 'equal_to', ' gold\u00a0'))[0].values).toEqual(['gold']);
});

describe('conditions as JSON', () => {
	const sent = (...list: object[]) => list.map((one) => ({ ...one, query_operator: null }));

	it.each([
		['a list', [CONDITION]],
		['one condition', CONDITION],
		['the body of a request', { payload: [CONDITION] }],
		['text', JSON.stringify([CONDITION])],
	])('are read from %s', (_what, given) => {
		expect(filterJson(given)).toEqual(sent(CONDITION));
	});

	it('keep their other fields, and any values: nothing tells which part an expression returned', () => {
		const given = { ...CONDITION, custom_attribute_type: 'x', values: ['#REF!', 'NULL'] };
		expect([filterJson, ruleJson].map((check) => check([given]))).toEqual(
			Array(2).fill(sent(given)),
		);
	});

	it('keep their own links, except that of the last condition, and get the default link', () => {
		const links = ['OR', 'and', undefined, 'or', 'XOR'];
		const list = links.map((query_operator) => ({ ...CONDITION, query_operator }));
		const linksOf = (link?: 'AND' | 'OR') =>
			conditionsFromJson('rule', link)(list)?.map((one) => one.query_operator);
		expect(linksOf()).toEqual(['OR', 'AND', 'AND', 'OR', null]);
		expect(linksOf('OR')).toEqual(['OR', 'AND', 'OR', 'OR', null]);
		expect(() => ruleJson([...list, CONDITION])).toThrow(
			"Condition 5: 'query_operator' must be AND or OR, but is 'XOR'",
		);
	});

	const key = fc.stringMatching(/^[!-~]{1,9}$/);
	const emptied = fc.record({ filter_operator: key, values: fc.constant([]) });
	const unread = fc.record({
		filter_operator: fc.constantFrom('is_present', 'is_not_present'),
		values: fc.array(fc.constantFrom('x', '', null, 1)),
	});

	it('are sent with the values that they have, if the operator takes none or there is none', () => {
		fc.assert(
			fc.property(fc.oneof(emptied, unread), (row) => {
				const given = { ...CONDITION, ...row };
				for (const check of [filterJson, ruleJson]) expect(check(given)).toEqual(sent(given));
			}),
		);
		const given = { attribute_key: 'email', filter_operator: 'is_present' };
		expect(filterJson(given)?.[0].values).toEqual([]);
	});

	it.each<[unknown, string]>([
		[['x'], "Condition 1 must be an object, but is 'x'"],
		[[{ filter_operator: 'contains' }], 'Condition 1 has no attribute_key, such as "email"'],
		[[CONDITION, { attribute_key: ' ' }], 'Condition 2 has no attribute_key'],
		[[{ payload: [CONDITION] }, CONDITION], 'Condition 1 has no attribute_key'],
		['[{', 'is not valid JSON'],
		...[['a', null], '', null].map((values): [unknown, string] => [
			[CONDITION, { ...CONDITION, values }],
			'Condition 2',
		]),
	])('refuse %j', (given, message) => {
		expect(() => filterJson(given)).toThrow(message);
	});
});

describe('conditions of a contact filter', () => {
	it('are lists of texts from JSON, and the same as from rows', () => {
		fc.assert(
			fc.property(conditions, (list) => {
				const fromJson = filterJson(list);
				for (const { values } of fromJson ?? []) {
					expect(Array.isArray(values)).toBe(true);
					for (const text of values as unknown[]) expect(typeof text).toBe('string');
				}
				const rows = list.map((one) => ({
					attribute: 'customAttribute',
					customAttribute: one.attribute_key,
					customOperator: 'contains',
					value: one.values,
					queryOperator: one.query_operator,
				}));
				const contains = fromJson?.map((one) => ({ ...one, filter_operator: 'contains' }));
				expect(filterRows(...rows)).toEqual(contains);
			}),
		);
	});

	it.each([
		...['', '[]', '{}', '{"payload": []}'].map((conditionsJson) => ({ conditionsJson })),
		...[undefined, ''].map((conditions) => ({ conditions })),
	])('are refused if there are none: %j', (given) => {
		const specifyConditions = 'conditionsJson' in given ? 'json' : 'fields';
		expect(() => requestOf(filterContacts, { specifyConditions, limit: 1, ...given })).toThrow(
			/ (?:are blank. Add at least one condition|has no row. Add a row)/,
		);
	});

	it.each<[object, string]>([
		[{ attribute: 'name', operator: 'equal_to' }, "'Value' is blank"],
		[{ attribute: 'customAttribute', value: 'x' }, "'Custom Attribute' is blank"],
		[{ attribute: 'created_at', timeOperator: 'is_less_than', date: 'soon' }, "'Date' must be a"],
		[
			{ attribute: 'country_code', value: 'Germany' },
			"'Value' must be the two letters of a country, such as DE, but is 'Germany'. To send another text, use 'Conditions (JSON)'",
		],
		...['', 'gold', 0, '1.5'].map((value): [object, string] => [
			{ ...PLAN, customOperator: 'days_before', value },
			"'Value'",
		]),
	])('refuse the row %j, by its number', (row, message) => {
		const other = { attribute: 'city', operator: 'equal_to', value: 'Lima' };
		expect(() => filterRows(other, row)).toThrow(`Condition 2: ${message}`);
	});

	it('refuse to compare a custom attribute with a text that is neither a number nor a date', () => {
		const date = fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('2200-01-01') });
		const other = fc.oneof(
			// Days as they are written in most countries, and words.
			date.map((day) => day.toISOString().slice(0, 10).split('-').reverse().join('.')),
			date.map((day) => day.toDateString()),
			fc.stringMatching(/^[a-z]+$/),
		);
		const comparison = fc.constantFrom('is_greater_than', 'is_less_than');
		fc.assert(
			fc.property(comparison, other, (customOperator, value) => {
				expect(() => filterRows({ ...PLAN, customOperator, value })).toThrow(
					"Condition 1: 'Value' must be a number like 50 or a date like 2026-01-31, but is ",
				);
			}),
		);
	});

	it.each([
		[
			chosen('checkbox', 'contains'),
			" can't compare a checkbox with 'Contains'. With a checkbox, use Equals, Does Not Equal, Is Present or Is Not Present, or use 'Conditions (JSON)'",
		],
		[
			chosen('list', 'is_greater_than'),
			" can't compare a list with 'Is Greater Than / After'. With a list, use Equals, Does Not Equal, Is Present, Is Not Present, Contains or Does Not Contain, or",
		],
		[
			chosen('currency', 'is_present'),
			" can't compare a currency with 'Is Present'. Choose another attribute, or use 'Conditions (JSON)'",
		],
		[
			chosen('number', 'equal_to', '1,5'),
			": 'Value' must be a number like 1234.5, but is '1,5'. If the attribute has changed in the service, choose it again",
		],
	])('refuse what the type of the chosen attribute has no use for: %j', (row, message) => {
		expect(() => filterRows(row)).toThrow(`Condition 1${message}`);
	});

	it.each([
		['text', 'contains', 'x'],
		['link', 'does_not_contain', 'x'],
		['list', 'contains', 'x'],
		// Contacts may have old choices.
		['list', 'equal_to', 'GOLD'],
		['number', 'is_less_than', '5'],
		['date', 'is_greater_than', '2026-01-31'],
		['date', 'within_days', '30'],
		['date', 'not_equal_to', '2026-01-31'],
		['checkbox', 'is_present', ''],
	])('compare a chosen %s with %s', (type, operator, value) => {
		const [{ values }] = filterRows(chosen(type, operator, value));
		if (operator !== 'within_days') expect(values).toEqual(value === '' ? [] : [value]);
	});

	it.each([PLAN, chosen('number', 'is_greater_than')])(
		'refuse a text that two countries read as different numbers, and take the number: %j',
		(attribute) => {
			const sent = (value: unknown) =>
				filterRows({ ...attribute, customOperator: 'is_greater_than', value })[0].values;
			expect(() => sent('1.000')).toThrow(
				/^Condition 1: 'Value' is '1.000', which means 1000 in some countries. Enter 1000 or 1.0000$/,
			);
			expect(sent(1.125)).toEqual(['1.125']);
		},
	);

	it('take several codes of countries with commas between them', () => {
		const row = { attribute: 'country_code', value: 'DE, at,' };
		expect(filterRows(row)).toMatchObject([
			{ values: ['DE'], query_operator: 'OR' },
			{ values: ['at'], query_operator: null },
		]);
		expect(ruleRows(row)).toMatchObject([{ values: ['DE', 'at'] }]);
		expect(() => filterRows(row, { attribute: 'city', value: 'Lima' })).toThrow(
			"Condition 1 has several values, but many servers compare only with the first. Add a condition for each value and set 'Match' to Any Condition",
		);
	});

	const ISO = '2026-01-02T10:00:00-05:00';

	it.each([
		[{ attribute: 'identifier', exactOperator: 'contains', value: 'a' }, 'contains', 'a'],
		[{ attribute: 'created_at', timeOperator: 'equal_to', date: ISO }, 'equal_to', ISO],
		[{ attribute: 'city', operator: 'sounds_like', value: 'a' }, 'sounds_like', 'a'],
		[{ attribute: 'middle_name', customOperator: 'not_equal_to', value: 'x' }, 'not_equal_to', 'x'],
		[
			{ attribute: 'shoe', customOperator: 'is_less_than', value: 'XL 1.2' },
			'is_less_than',
			'XL 1.2',
		],
	])('send an operator or an attribute that the form does not have: %j', (row, ...sent) => {
		const [{ attribute_key, filter_operator, values }] = filterRows(row);
		expect([attribute_key, filter_operator, values].flat()).toEqual([row.attribute, ...sent]);
	});

	it.each([
		['city', { operator: 'contains' }, ['x']],
		['blocked', { exactOperator: 'not_equal_to' }, ['true']],
		['labels', { recordOperator: 'is_present' }, []],
		['a_key_of_an_expression', { customOperator: 'equal_to' }, ['x']],
	])('take operator and value of %s, %j from its fields only', (attribute, operator, values) => {
		const leftOver = { value: 'x', blocked: 'true', date: '2026-01-02', days: 30, labels: 'vip' };
		const customAttribute = { __rl: true, mode: 'list', value: 'plan' };
		const [sent] = filterRows({ ...leftOver, attribute, ...operator, customAttribute });
		const [filter_operator] = Object.values(operator);
		expect(sent).toMatchObject({ attribute_key: attribute, filter_operator, values });
	});
});

describe('conditions of an automation rule', () => {
	it('keep the types of their values', () => {
		const list = [
			{ attribute_key: 'inbox_id', filter_operator: 'equal_to', values: [1, true, 'x'] },
			{ attribute_key: 'status', filter_operator: 'attribute_changed', values: { from: ['open'] } },
			{ attribute_key: 'content', filter_operator: 'is_present' },
		];
		const sent = [[1, true, 'x'], { from: ['open'] }, []];
		expect(ruleJson(list)?.map(({ values }) => values)).toEqual(sent);
	});

	it.each<Feature>(['filter', 'rule'])(
		'refuse an expression for the attribute, because all fields of its row would count: %s',
		(feature) => {
			const typed = [{ attribute: '={{ $json.a }}' }];
			expect(() => read(feature, [{ attribute: 'content' }], typed)).toThrow(
				"can't have an expression in 'Attribute'",
			);
		},
	);

	it('stay unchanged if none are given, and are removed by an empty JSON list', () => {
		const fromRows = conditionsFromRows('rule', 'UTC', ownLinkOr('AND'));
		expect([undefined, { condition: [] }].map((rows) => fromRows(rows))).toEqual([
			undefined,
			undefined,
		]);
		expect(['', '{}', '[]'].map((json) => ruleJson(json))).toEqual([undefined, undefined, []]);
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
		expect(ruleRows(row)[0].values).toEqual(values);
	});

	it.each([
		[{ attribute: 'content', operator: 'contains', value: ' ' }, "'Value' is blank"],
		[{ attribute: 'inbox_id', recordId: '7; drop' }, "'Inbox' must be a whole number above 0"],
		[PLAN, "'Attribute Of' is blank"],
	])('refuse the row %j, by its number', (row, message) => {
		const other = { attribute: 'content', operator: 'contains', value: 'refund' };
		expect(() => ruleRows(other, row)).toThrow(`Condition 2: ${message}`);
	});

	it('take from the list where a chosen attribute belongs', () => {
		const listed = listValue({ key: 'urgency', owner: 'conversation', type: 'list' });
		const row = {
			...PLAN,
			choice: 'low',
			customAttribute: { __rl: true, mode: 'list', value: listed },
		};
		const ownerOf = (customAttributeType: string) =>
			ruleRows({ ...row, customAttributeType })[0].custom_attribute_type;
		expect(['', 'conversation'].map(ownerOf)).toEqual(Array(2).fill('conversation_attribute'));
		expect(() => ownerOf('contact_attribute')).toThrow(
			"Condition 1: 'Attribute Of' must be Conversation, because 'urgency' is an attribute of conversations",
		);
	});

	it.each(['contact', 'contact_attribute', 'conversation_attribute'])(
		'say that a custom attribute is of %s',
		(customAttributeType) => {
			expect(ruleRows({ ...PLAN, customAttributeType })[0]).toEqual({
				...condition('plan', 'equal_to', ['gold']),
				custom_attribute_type: customAttributeType.replace(/^contact$/, 'contact_attribute'),
			});
		},
	);
});
