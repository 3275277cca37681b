import type { IDataObject, INodeProperties } from 'n8n-workflow';

import {
	CONTAINS,
	customValueField,
	EQUALS,
	labelValueField,
	operatorField,
} from '../shared/form/conditions';
import { titled, undocumented, ZONE_HINT } from '../shared/form/fields';
import { labelsField } from '../shared/form/locators';
import { CUSTOM, type Kind } from '../shared/input/conditions';
import { readField, textList, texts } from '../shared/input/rows';
import { isoTime } from '../shared/input/time';
import { boolean, positiveInteger, required } from '../shared/input/values';

const PRESENCE = undocumented(...titled('is_not_present', 'is_present'));
const DAYS_AGO = 'days_before';
const TIMES = undocumented(
	{ name: 'Is After', value: 'is_greater_than' },
	{ name: 'Is Before', value: 'is_less_than' },
	{ name: 'Is More Than X Days Ago', value: DAYS_AGO },
);

const textOperator = operatorField('operator', 'equal_to', ...EQUALS, ...CONTAINS);
const exactOperator = operatorField('exactOperator', 'equal_to', ...EQUALS);
const recordOperator = operatorField('recordOperator', 'equal_to', ...EQUALS, ...PRESENCE);
const timeOperator = operatorField('timeOperator', 'is_greater_than', ...TIMES);
const customOperator = operatorField(
	'customOperator',
	'equal_to',
	...CONTAINS,
	...EQUALS,
	...TIMES,
	...PRESENCE,
);

/** An example value for each attribute that is compared with text. */
const EXAMPLES: Record<string, string> = {
	city: 'Paris',
	company_name: 'Example Ltd',
	country_code: 'FR',
	email: 'name@email.com',
	identifier: 'customer-1042',
	name: 'Ann',
	phone_number: '+15551234567',
};

const valueField: INodeProperties = {
	displayName: 'Value',
	name: 'value',
	type: 'string',
	default: '',
	description:
		'Value to compare with. For several values, use an expression that returns a list, such as ["a", "b"]. With Equals, many servers use only the first one.',
};

const valueFields = Object.entries(EXAMPLES).map(
	([attribute, example]): INodeProperties => ({
		...valueField,
		displayOptions: { show: { attribute: [attribute] } },
		placeholder: `e.g. ${example}`,
		...(attribute === 'phone_number' && {
			hint: "If your server doesn't find the number, leave out the plus sign",
		}),
	}),
);

const blockedField: INodeProperties = {
	displayName: 'Value',
	name: 'blocked',
	type: 'options',
	description: 'Whether to look for contacts that are blocked',
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
	hint: ZONE_HINT,
	description: 'Date and time to compare with',
	displayOptions: { show: { attribute: TIME_ATTRIBUTES }, hide: { timeOperator: [DAYS_AGO] } },
	default: '',
};

const daysField: INodeProperties = {
	displayName: 'Days',
	name: 'days',
	type: 'number',
	description: 'Number of days ago',
	typeOptions: { minValue: 1, maxValue: 998 },
	displayOptions: { show: { attribute: TIME_ATTRIBUTES, timeOperator: [DAYS_AGO] } },
	default: 30,
};

/** Reads the values of a row from the field for its kind of attribute. */
type ReadValues = (row: IDataObject, operator: string, zone: string) => string[];

const textValues: ReadValues = (row) => readField(row, valueField, required(texts));

/** The attributes that contacts can be filtered by, with their operators. */
export const KINDS: Array<Kind & { values: ReadValues }> = [
	{ attributes: Object.keys(EXAMPLES), operator: textOperator, values: textValues },
	{
		attributes: ['blocked'],
		operator: exactOperator,
		values: (row) => [String(readField(row, blockedField, required(boolean)))],
	},
	{
		attributes: ['labels'],
		operator: recordOperator,
		values: (row) => readField(row, labelsField, required(textList)),
	},
	{
		attributes: TIME_ATTRIBUTES,
		operator: timeOperator,
		values: (row, operator, zone) => [
			operator === DAYS_AGO
				? String(readField(row, daysField, required(positiveInteger)))
				: readField(row, dateField, required(isoTime(zone))),
		],
	},
	{ attributes: [CUSTOM], operator: customOperator, values: textValues },
];

/** The fields for the values to compare with. */
export const valuesFields: INodeProperties[] = [
	...valueFields,
	customValueField(valueField),
	labelValueField,
	blockedField,
	dateField,
	daysField,
];
