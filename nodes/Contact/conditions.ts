import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import {
	conditionRows,
	CONTAINS,
	customAttributeField,
	EQUALS,
	operatorFields,
} from '../shared/form/conditions';
import {
	attributeOf,
	type Condition,
	conditionsFromJson,
	CUSTOM,
	type Kind,
	kindOf,
	linked,
	NO_VALUE,
	operatorOf,
	texts,
	type UnlinkedCondition,
} from '../shared/input/conditions';
import { eachRow, readField } from '../shared/input/rows';
import { isoTime } from '../shared/input/time';
import { boolean, InvalidValue, positiveInteger, required, rowsOf } from '../shared/input/values';

/** The values of a condition in JSON. */
const VALUES = { name: 'values', displayName: 'values' };

const UNDOCUMENTED = 'Not in the documentation; many servers know it';

const PRESENCE: INodePropertyOptions[] = [
	{ name: 'Is Not Present', value: 'is_not_present', description: UNDOCUMENTED },
	{ name: 'Is Present', value: 'is_present', description: UNDOCUMENTED },
];
const DAYS_AGO = 'days_before';
const TIMES: INodePropertyOptions[] = [
	{ name: 'Is After', value: 'is_greater_than', description: UNDOCUMENTED },
	{ name: 'Is Before', value: 'is_less_than', description: UNDOCUMENTED },
	{ name: 'Is More Than Days Ago', value: DAYS_AGO, description: UNDOCUMENTED },
];
const ON: INodePropertyOptions = {
	name: 'Is On',
	value: 'equal_to',
	description: 'Many servers compare times only by the other choices',
};

/** An example of a value for each attribute that is compared with text. */
const EXAMPLES: Record<string, string> = {
	city: 'Lima',
	company_name: 'Example Ltd',
	country_code: 'PE',
	email: 'name@email.com',
	identifier: 'customer-1042',
	labels: 'vip',
	name: 'Ann',
	phone_number: '15551234567',
	[CUSTOM]: 'gold',
};

const valueFields = Object.entries(EXAMPLES).map(
	([attribute, example]): INodeProperties => ({
		displayName: 'Value',
		name: 'value',
		type: 'string',
		displayOptions: { show: { attribute: [attribute] }, hide: { operator: NO_VALUE } },
		default: '',
		placeholder: `e.g. ${example}`,
		description:
			'For several values use an expression that gives a list, like ["a", "b"]. Equals uses only the first on many servers. A phone number is found by more servers without its plus sign.',
	}),
);

const blockedField: INodeProperties = {
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
};

const TIME_ATTRIBUTES = ['created_at', 'last_activity_at'];

const dateField: INodeProperties = {
	displayName: 'Date',
	name: 'date',
	type: 'dateTime',
	description: 'Time to compare with. Without an offset it is in the time zone of the workflow.',
	displayOptions: { show: { attribute: TIME_ATTRIBUTES }, hide: { operator: [DAYS_AGO] } },
	default: '',
};

const daysField: INodeProperties = {
	displayName: 'Days',
	name: 'days',
	type: 'number',
	description: 'Number of days since then',
	typeOptions: { minValue: 1, maxValue: 998 },
	displayOptions: { show: { attribute: TIME_ATTRIBUTES, operator: [DAYS_AGO] } },
	default: 30,
};

/** The values of one row, from the field for its kind of attribute. */
type ReadValues = (row: IDataObject, operator: string, zone: string) => string[];

const textValues: ReadValues = (row) => readField(row, valueFields[0], required(texts));

const KINDS: Array<Kind & { values: ReadValues }> = [
	{
		attributes: [
			'city',
			'company_name',
			'country_code',
			'email',
			'identifier',
			'name',
			'phone_number',
		],
		operators: [...EQUALS, ...CONTAINS],
		values: textValues,
	},
	{
		attributes: ['blocked'],
		operators: EQUALS,
		values: (row) => [String(readField(row, blockedField, required(boolean)))],
	},
	{ attributes: ['labels'], operators: [...EQUALS, ...PRESENCE], values: textValues },
	{
		attributes: TIME_ATTRIBUTES,
		operators: [...TIMES, ON],
		values: (row, operator, zone) => [
			operator === DAYS_AGO
				? String(readField(row, daysField, required(positiveInteger)))
				: readField(row, dateField, required(isoTime(zone))),
		],
	},
	{
		attributes: [CUSTOM],
		operators: [...CONTAINS, ...EQUALS, ...TIMES, ...PRESENCE].sort(byName),
		values: textValues,
	},
];

/** The rows of the builder. */
export const conditionsField = conditionRows(
	{
		displayOptions: { show: { specifyConditions: ['fields'] } },
		description: 'What contacts must match',
	},
	[
		{
			displayName: 'Attribute',
			name: 'attribute',
			type: 'options',
			description: 'What of the contact is compared',
			default: 'email',
			options: [
				{ name: 'Blocked', value: 'blocked' },
				{ name: 'City', value: 'city' },
				{ name: 'Company Name', value: 'company_name', description: UNDOCUMENTED },
				{ name: 'Country Code', value: 'country_code' },
				{ name: 'Created At', value: 'created_at', description: UNDOCUMENTED },
				{ name: 'Custom Attribute', value: CUSTOM },
				{ name: 'Email', value: 'email' },
				{ name: 'Identifier', value: 'identifier' },
				{ name: 'Labels', value: 'labels', description: UNDOCUMENTED },
				{ name: 'Last Activity At', value: 'last_activity_at', description: UNDOCUMENTED },
				{ name: 'Name', value: 'name' },
				{ name: 'Phone Number', value: 'phone_number' },
			],
		},
		customAttributeField('searchContactAttributes'),
		...operatorFields(KINDS),
		...valueFields,
		blockedField,
		dateField,
		daysField,
	],
);

/**
 * Conditions as the user has put them together in rows; at least one.
 *
 * @param zone of the workflow, for times that were typed without an offset
 * @param link of rows that have none of their own
 * @throws InvalidValue that names the row
 */
export function conditionsFromRows(
	zone: string,
	link: 'AND' | 'OR',
): (value: unknown) => Condition[] {
	return (value) => {
		const conditions = eachRow('Condition', rowsOf(value, 'condition'), (row) => {
			const { values, ...kind } = kindOf(row, KINDS);
			const filter_operator = operatorOf(row, kind);
			return {
				attribute_key: attributeOf(row),
				filter_operator,
				values: NO_VALUE.includes(filter_operator) ? [] : values(row, filter_operator, zone),
				query_operator: row.queryOperator,
			};
		});
		return someOf(linked(conditions, link));
	};
}

/** Conditions as JSON, repaired by the same rules; at least one. */
export function conditionsOfJson(value: unknown): Condition[] {
	return someOf(linked(eachRow('Condition', conditionsFromJson(value) ?? [], withTexts)));
}

function withTexts(condition: UnlinkedCondition): UnlinkedCondition {
	if (NO_VALUE.includes(condition.filter_operator)) return { ...condition, values: [] };
	const { values } = condition;
	return { ...condition, values: readField({ values }, VALUES, required(texts)) };
}

/** Without any condition a filter would give all contacts of the account. */
function someOf(conditions: Condition[]): Condition[] {
	if (conditions.length === 0) throw new InvalidValue('are blank. Add at least one condition');
	return conditions;
}

function byName(a: INodePropertyOptions, b: INodePropertyOptions): number {
	return a.name.localeCompare(b.name);
}
