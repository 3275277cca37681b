import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import {
	attributeOf,
	broken,
	CONTAINS,
	CUSTOM,
	customAttributeField,
	EQUALS,
	operatorFor,
	type Condition,
	conditionsFromJson,
	linked,
	linkField,
	type UnlinkedCondition,
} from '../shared/form/conditions';
import { InvalidValue, isBlank, rowsOf, shown } from '../shared/input/values';

/** Operators that the contract does not list and the family's servers accept. */
const PRESENCE: INodePropertyOptions[] = [
	{ name: 'Is Present (Undocumented)', value: 'is_present' },
	{ name: 'Is Not Present (Undocumented)', value: 'is_not_present' },
];
const DATES: INodePropertyOptions[] = [
	{ name: 'Is After (Undocumented)', value: 'is_greater_than' },
	{ name: 'Is Before (Undocumented)', value: 'is_less_than' },
];
const DAYS: INodePropertyOptions[] = [
	{ name: 'Is More Than Days Ago (Undocumented)', value: 'days_before' },
];

const TEXT_ATTRIBUTES = ['city', 'company_name', 'email', 'name', 'phone_number'];
const EXACT_ATTRIBUTES = ['country_code', 'identifier'];
const DATE_ATTRIBUTES = ['created_at', 'last_activity_at'];

const ATTRIBUTES: INodePropertyOptions[] = [
	{ name: 'Blocked', value: 'blocked' },
	{ name: 'City', value: 'city' },
	{ name: 'Company Name (Undocumented)', value: 'company_name' },
	{ name: 'Country Code', value: 'country_code' },
	{ name: 'Created At (Undocumented)', value: 'created_at' },
	{ name: 'Custom Attribute', value: CUSTOM },
	{ name: 'Email', value: 'email' },
	{ name: 'Identifier', value: 'identifier' },
	{ name: 'Labels (Undocumented)', value: 'labels' },
	{ name: 'Last Activity At (Undocumented)', value: 'last_activity_at' },
	{ name: 'Name', value: 'name' },
	{ name: 'Phone Number', value: 'phone_number' },
];

const NO_VALUE = PRESENCE.map(({ value }) => value);

const attributeField: INodeProperties = {
	displayName: 'Attribute',
	name: 'attribute',
	type: 'options',
	description: 'What of the contact is compared',
	default: 'email',
	options: ATTRIBUTES,
};

/** The rows of the builder. */
export const conditionsField: INodeProperties = {
	displayName: 'Conditions',
	name: 'conditions',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, sortable: true },
	placeholder: 'Add Condition',
	default: {},
	displayOptions: { show: { specifyConditions: ['fields'] } },
	description:
		'What contacts must match. What is marked as undocumented works on many servers, but not surely on yours.',
	options: [
		{
			displayName: 'Condition',
			name: 'condition',
			values: [
				attributeField,
				customAttributeField,
				operatorFor(TEXT_ATTRIBUTES, [...EQUALS, ...CONTAINS]),
				operatorFor(EXACT_ATTRIBUTES, EQUALS),
				operatorFor(['blocked'], EQUALS),
				operatorFor(['labels'], [...EQUALS, ...PRESENCE]),
				operatorFor(DATE_ATTRIBUTES, [...DATES, ...DAYS]),
				operatorFor([CUSTOM], [...EQUALS, ...CONTAINS, ...PRESENCE, ...DATES, ...DAYS]),
				{
					displayName: 'Value',
					name: 'value',
					type: 'string',
					displayOptions: {
						show: { attribute: [...TEXT_ATTRIBUTES, ...EXACT_ATTRIBUTES, 'labels', CUSTOM] },
						hide: { operator: NO_VALUE },
					},
					default: '',
					placeholder: 'e.g. example.com',
					description:
						'For several values use an expression that gives a list, like ["a", "b"]. Equals uses only the first on many servers. A phone number is found by more servers without its plus sign.',
				},
				{
					displayName: 'Value',
					name: 'blocked',
					type: 'options',
					description: 'Choose Yes for blocked contacts',
					displayOptions: { show: { attribute: ['blocked'] } },
					default: 'true',
					options: [
						{ name: 'No', value: 'false' },
						{ name: 'Yes', value: 'true' },
					],
				},
				{
					displayName: 'Date',
					name: 'date',
					type: 'dateTime',
					description: 'Time to compare with',
					displayOptions: {
						show: { attribute: DATE_ATTRIBUTES, operator: DATES.map(({ value }) => value) },
					},
					default: '',
				},
				{
					displayName: 'Days',
					name: 'days',
					type: 'number',
					description: 'Number of days since then',
					typeOptions: { minValue: 1, maxValue: 998 },
					displayOptions: { show: { attribute: DATE_ATTRIBUTES, operator: ['days_before'] } },
					default: 30,
				},
				linkField,
			],
		},
	],
};

/** Conditions as the user has put them together in rows; at least one. */
export function conditionsFromRows(value: unknown): Condition[] {
	return atLeastOne(linked(rowsOf(value, 'condition').map(conditionOfRow)));
}

/** Conditions as JSON, repaired by the same rules; at least one. */
export function conditionsOfJson(value: unknown): Condition[] {
	const conditions = conditionsFromJson(value) ?? [];
	return atLeastOne(
		linked(
			conditions.map((condition, index) => ({
				...condition,
				values: texts(condition.values, condition.filter_operator, index),
			})),
		),
	);
}

function conditionOfRow(row: IDataObject, index: number): UnlinkedCondition {
	const { operator, value, blocked, date, days, queryOperator } = row;
	const given = [blocked, date, days, value].find((candidate) => !isBlank(candidate));
	const filter_operator = String(operator ?? 'equal_to');
	return {
		attribute_key: attributeOf(row, index),
		filter_operator,
		values: texts(Array.isArray(given) ? given : [given], filter_operator, index),
		query_operator: queryOperator,
	};
}

/** Values as texts: a number here makes servers of the family fail. */
function texts(values: unknown, operator: string, index: number): string[] {
	if (NO_VALUE.includes(operator)) return [];
	const list: unknown[] = Array.isArray(values) ? values : [values];
	const present = list.filter((value) => !isBlank(value));
	if (present.length === 0) throw broken(index, 'has no value');
	return present.map((value) => {
		if (typeof value === 'object') throw broken(index, `has ${shown(value)} as a value`);
		return String(value);
	});
}

/** Without any condition a filter would give all contacts of the account. */
function atLeastOne(conditions: Condition[]): Condition[] {
	if (conditions.length === 0) throw new InvalidValue('are blank. Add at least one condition');
	return conditions;
}
