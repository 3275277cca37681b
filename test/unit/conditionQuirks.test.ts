import { ownLinkOr } from '../../nodes/shared/conditions/conditionFields';
import { conditionsFromRows } from '../../nodes/shared/conditions/conditionRows';

function filterRows(rows: unknown, link: 'AND' | 'OR' = 'AND') {
	return conditionsFromRows('filter', 'UTC', ownLinkOr(link))({ condition: rows });
}

function ruleRows(rows: unknown, link: 'AND' | 'OR' = 'AND') {
	return conditionsFromRows('rule', 'UTC', () => link)({ condition: rows });
}

/** Texts that no contact has as its email or phone number, and that look like one. */
const NO_KEYS = [
	...[
		'ann',
		'@example.com',
		'ann ann@example.com',
		'"ann lee"@example.com',
		'ann@example.com ann',
	].map((value) => ({
		attribute: 'email',
		value,
	})),
	...['0049 30 123456', '030 123456', '49 30 123456', '(030) 123456', '4930123456@c.us'].map(
		(value) => ({ attribute: 'phone_number', value }),
	),
];

const PHONE = { attribute: 'phone_number', operator: 'equal_to', phoneOperator: 'equal_to' };

describe.each([
	['contact filter', filterRows],
	['automation rule', ruleRows],
])('conditions of a %s', (_feature, read) => {
	it.each(NO_KEYS)(
		'refuse what equals no stored key, unless it is part of an email, which finds nobody: %j',
		(row) => {
			for (const operator of ['equal_to', 'not_equal_to', 'contains']) {
				const sent = () => read([{ ...row, operator, phoneOperator: operator }])?.[0].values;
				const findsNobody = row.attribute === 'email' && operator === 'equal_to';
				if (operator === 'contains' || findsNobody) expect(sent()).toEqual([row.value]);
				else
					expect(sent).toThrow(
						`Condition 1 compares with '${row.value}', but many servers store only`,
					);
			}
		},
	);

	it('compare with a phone number however it is written after its plus sign', () => {
		const row = { ...PHONE, value: '+49 (30) 123-456' };
		expect(read([row])?.[0].values).toEqual(['+4930123456']);
	});
});

const PLAN = { attribute: 'customAttribute', customAttribute: 'plan', value: 'gold' };
const RULE_PLAN = { ...PLAN, customAttributeType: 'contact_attribute' };

describe('conditions of a contact filter', () => {
	it('may have a phone number without its plus sign, which Chatwoot adds', () => {
		const row = { ...PHONE, value: '4930123456' };
		expect(filterRows([row])?.[0].values).toEqual(['4930123456']);
		expect(() => ruleRows([row])).toThrow("Condition 1 compares with '4930123456'");
	});

	it('have a T before a time, which Chatwoot needs', () => {
		const row = { ...PLAN, customOperator: 'is_less_than', value: '2026-01-31 10:00' };
		expect(filterRows([row])?.[0].values).toEqual(['2026-01-31T10:00']);
	});

	it.each([
		['several values under All Conditions', { attribute: 'city', value: ['a', 'b'] }],
		['Does Not Equal of a custom attribute', { ...PLAN, customOperator: 'not_equal_to' }],
	])('refuse %s beside another condition', (_what, row) => {
		const other = { attribute: 'name', operator: 'contains', value: 'a' };
		expect(() => filterRows([row, other])).toThrow(/^Condition 1 (?:has several|can't have)/);
		expect(() => filterRows([row])).not.toThrow();
		expect(() => filterRows([row, other], 'OR')).not.toThrow();
	});

	it('refuse a second Does Not Equal of a custom attribute, also under Any Condition', () => {
		const row = { ...PLAN, customOperator: 'not_equal_to' };
		expect(() => filterRows([row, row], 'OR')).toThrow(/^Condition 1 can't have .*a second one/);
	});
});

describe('conditions of an automation rule', () => {
	it('have emails in lower case if they are compared as a whole, as the service stores them', () => {
		const email = (operator: string) => ({ attribute: 'email', operator, value: 'Ann@X.example' });
		const sent = ['equal_to', 'not_equal_to', 'contains'].map(email);
		expect(ruleRows(sent)?.map(({ values }) => values)).toEqual([
			['ann@x.example'],
			['ann@x.example'],
			['Ann@X.example'],
		]);
	});

	it('refuse Does Not Equal of a custom attribute beside another condition', () => {
		const row = { ...RULE_PLAN, customOperator: 'not_equal_to' };
		const other = { attribute: 'content', operator: 'contains', value: 'refund' };
		expect(() => ruleRows([other, row])).toThrow(/^Condition 2 can't have .*Use a second rule, or/);
		expect(ruleRows([row])).toHaveLength(1);
	});

	it('have custom attributes last, because servers change what follows them', () => {
		const city = { attribute: 'city', operator: 'equal_to', value: 'Paris' };
		const sent = ruleRows([RULE_PLAN, city]);
		expect(sent?.map((one) => [one.attribute_key, one.query_operator])).toEqual([
			['city', 'AND'],
			['plan', null],
		]);
	});

	it.each([
		['all links are Or', 'OR' as const, ['plan', 'plan', 'labels', 'labels']],
		['the row stands alone', undefined, ['plan', 'plan']],
	])('are split if %s and servers compare only with the first value', (_what, link, keys) => {
		const custom = { ...RULE_PLAN, value: ['a', 'b'] };
		const labels = { attribute: 'labels', labels: 'vip, lead' };
		const rows = link ? [custom, labels] : [custom];
		expect(
			ruleRows(rows, link)
				?.map((sent) => sent.attribute_key)
				.sort(),
		).toEqual([...keys].sort());
		expect(() => ruleRows([custom, labels])).toThrow('has several values');
	});

	it('are split for Starts With, but have all values for Contains', () => {
		const sent = (phoneOperator: string) =>
			ruleRows([{ attribute: 'phone_number', phoneOperator, value: ['+49', '+43'] }])?.map(
				({ values }) => values,
			);
		expect(sent('starts_with')).toEqual([['+49'], ['+43']]);
		expect(sent('contains')).toEqual([['+49', '+43']]);
	});

	it('have one label, unless one of several is enough', () => {
		const rows = ['vip', 'lead'].map((labels) => ({ attribute: 'labels', labels }));
		expect(() => ruleRows(rows)).toThrow("Condition 2 can't have 'Labels' a second time");
		expect(ruleRows(rows, 'OR')).toHaveLength(2);
	});
});
