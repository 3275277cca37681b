import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import {
	CONTAINS,
	customValueField,
	EQUALS,
	labelValueField,
	operatorField,
} from '../shared/form/conditions';
import { titled } from '../shared/form/fields';
import { labelsField } from '../shared/form/locators';
import { CUSTOM, type Kind, NO_VALUE } from '../shared/input/conditions';
import { textOf } from '../shared/input/keys';
import { readField, textList, texts } from '../shared/input/rows';
import { isIsoTime, isoTime, startOfDay } from '../shared/input/time';
import {
	boolean,
	InvalidValue,
	positiveInteger,
	required,
	shown,
	text,
	trimmed,
	valuesIn,
} from '../shared/input/values';

const PRESENCE = titled('is_not_present', 'is_present');

/** Operators that compare sizes or times. */
const ORDER = { after: 'is_greater_than', before: 'is_less_than' };

/** Operators that count days from today. */
const WITHIN_DAYS = 'within_days';
const DAYS: INodePropertyOptions[] = [
	{
		name: 'Is Less Than X Days Ago',
		value: WITHIN_DAYS,
		description:
			'Finds today and the X days before it. Sent as Is After (is_greater_than) with the day before those, because servers compare only dates.',
	},
	{ name: 'Is More Than X Days Ago', value: 'days_before' },
];
const DAYS_VALUES = valuesIn(DAYS);

/** The operators of the form that the service has no name for, with those that are sent. */
export const SENT_AS: Record<string, string> = { [WITHIN_DAYS]: ORDER.after };

/** SQL compares nothing with a missing value, so a negation doesn't find it either. */
const TEXT_OPERATORS = [...EQUALS, ...CONTAINS].map((option) =>
	/^not_|^does_not_/.test(String(option.value))
		? { ...option, description: 'Leaves out contacts without a value' }
		: option,
);

const DOCUMENTED =
	'How to compare the attribute with the value. Only Equals, Does Not Equal, Contains and Does Not Contain are documented, but many servers support the others.';

const textOperator = operatorField('operator', 'equal_to', ...TEXT_OPERATORS);
const exactOperator = operatorField('exactOperator', 'equal_to', ...EQUALS);
const recordOperator = {
	...operatorField('recordOperator', 'equal_to', ...EQUALS, ...PRESENCE),
	description: DOCUMENTED,
};
const timeOperator = {
	...operatorField(
		'timeOperator',
		ORDER.after,
		{ name: 'Is After', value: ORDER.after },
		{ name: 'Is Before', value: ORDER.before },
		...DAYS,
	),
	description: DOCUMENTED,
};
const customOperator = {
	...operatorField(
		'customOperator',
		'equal_to',
		...TEXT_OPERATORS,
		...PRESENCE,
		{ name: 'Is Greater Than / After', value: ORDER.after },
		{ name: 'Is Less Than / Before', value: ORDER.before },
		...DAYS,
	),
	description: DOCUMENTED,
};

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
	hint: "In the workflow's time zone. As an expression: {{ $now.minus({ days: 30 }) }}",
	description: 'Date and time to compare with',
	displayOptions: { show: { attribute: TIME_ATTRIBUTES }, hide: { timeOperator: DAYS_VALUES } },
	default: '',
};

const daysField: INodeProperties = {
	displayName: 'Days',
	name: 'days',
	type: 'number',
	description: 'Number of days ago',
	typeOptions: { minValue: 1, maxValue: 998 },
	displayOptions: { show: { attribute: TIME_ATTRIBUTES, timeOperator: DAYS_VALUES } },
	default: 30,
};

/** It has the name of the field for other values, because workflows have saved their days there. */
const customDaysField: INodeProperties = {
	displayName: 'Days',
	name: 'value',
	type: 'string',
	description: 'Number of days ago',
	displayOptions: { show: { attribute: [CUSTOM], customOperator: DAYS_VALUES } },
	placeholder: 'e.g. 30',
	default: '',
};

/** Reads the values of a row from the field for its kind of attribute. */
type ReadValues = (
	row: IDataObject,
	operator: string,
	zone: string,
	typed?: IDataObject,
) => string[];

const textValues: ReadValues = (row, _operator, _zone, typed) =>
	readField(row, valueField, required(texts(textOf(row.attribute))), typed);

/** Days of a row as the service takes them for an operator. */
function daysValues(field: INodeProperties): ReadValues {
	return (row, operator, zone) => {
		const days = readField(row, field, required(positiveInteger));
		return [operator === WITHIN_DAYS ? startOfDay(zone, days + 1) : String(days)];
	};
}

const timeValues: ReadValues = (row, operator, zone) =>
	DAYS_VALUES.includes(operator)
		? daysValues(daysField)(row, operator, zone)
		: [readField(row, dateField, required(isoTime(zone)))];

const customValues: ReadValues = (row, operator, zone) => {
	if (DAYS_VALUES.includes(operator)) return daysValues(customDaysField)(row, operator, zone);
	if (!Object.values(ORDER).includes(operator)) return textValues(row, operator, zone);
	return readField(row, valueField, required(texts(numberOrDate)));
};

/** A number or a date as typed: servers compare other texts as they are, so that nothing would be found. */
function numberOrDate(value: unknown): string | undefined {
	const written = trimmed(text(value) ?? '');
	if (written === '') return undefined;
	if (/^[+-]?\d+(?:\.\d+)?$/.test(written) || isIsoTime(written)) return written;
	throw new InvalidValue(
		`must be a number like 50 or a date like 2026-01-31, but is ${shown(value)}`,
	);
}

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
	{ attributes: TIME_ATTRIBUTES, operator: timeOperator, values: timeValues },
	{ attributes: [CUSTOM], operator: customOperator, values: customValues },
];

/** The fields for the values to compare with. */
export const valuesFields: INodeProperties[] = [
	...valueFields,
	customValueField(valueField, ...NO_VALUE, ...DAYS_VALUES),
	customDaysField,
	labelValueField,
	blockedField,
	dateField,
	daysField,
];
