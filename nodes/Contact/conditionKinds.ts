import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import {
	CONTAINS,
	CUSTOM_EQUALS,
	EQUALS,
	LABEL_EQUALS,
	labelValueField,
	operatorField,
	PRESENCE,
	valueFields,
} from '../shared/form/conditions';
import { labelsField } from '../shared/form/locators';
import { DAYS, type Kind, ORDER, textValues, VALUE } from '../shared/input/conditionRows';
import { CUSTOM, NO_VALUE } from '../shared/input/conditions';
import { readField, textList } from '../shared/input/rows';
import { isIsoTime, isoTime, utcDateOf } from '../shared/input/time';
import {
	boolean,
	InvalidValue,
	positiveInteger,
	quote,
	required,
	text,
	valuesIn,
} from '../shared/input/values';

/** Operators that count days. A part of a day is left over if servers compare dates in UTC. */
const DAYS_OPTIONS: INodePropertyOptions[] = [
	{
		name: 'Is Less Than X Days Ago',
		value: DAYS.within,
		description:
			'Finds today and the X days before it. It may find up to a day more, because many servers compare dates in UTC.',
	},
	{
		name: 'Is More Than X Days Ago',
		value: DAYS.before,
		description:
			'Finds what is older than the X days before today. It may miss up to a day, because many servers compare dates in UTC.',
	},
];
const DAYS_VALUES = valuesIn(DAYS_OPTIONS);

/** The operators that are sent for those that count days. */
export const SENT_AS = { [DAYS.within]: ORDER.after, [DAYS.before]: ORDER.before };

const textOperator = operatorField('operator', 'equal_to', ...EQUALS, ...CONTAINS);
const exactOperator = operatorField('exactOperator', 'equal_to', ...EQUALS);
const recordOperator = operatorField('recordOperator', 'equal_to', ...LABEL_EQUALS, ...PRESENCE);
const timeOperator = operatorField(
	'timeOperator',
	ORDER.after,
	{ name: 'Is After', value: ORDER.after },
	{ name: 'Is Before', value: ORDER.before },
	...DAYS_OPTIONS,
);
const customOperator = operatorField(
	'customOperator',
	'equal_to',
	...CUSTOM_EQUALS,
	...CONTAINS,
	...PRESENCE,
	{ name: 'Is Greater Than / After', value: ORDER.after },
	{ name: 'Is Less Than / Before', value: ORDER.before },
	...DAYS_OPTIONS,
);
for (const operator of [recordOperator, timeOperator, customOperator]) {
	operator.description =
		'How to compare the attribute with the value. Only Equals, Does Not Equal, Contains and Does Not Contain are documented, but many servers support the others.';
}

/** An example value for each attribute that can be compared with a part of a text. */
const TEXT_EXAMPLES: Record<string, string> = {
	city: 'Paris',
	company_name: 'Example Ltd',
	email: 'name@email.com',
	name: 'Ann',
	phone_number: '+15551234567',
};

/** An example value for each attribute that can only be compared as a whole. */
const EXACT_EXAMPLES: Record<string, string> = {
	country_code: 'FR',
	identifier: 'customer-1042',
};

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
	description:
		'Date and time to compare with. Many servers compare only the date, in UTC, and leave out the given day.',
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

/** Reads a number of days as the date to compare with: Is After leaves it out, so it gets the day before. */
function daysValues(field: INodeProperties): Kind['values'] {
	return ({ row, zone }, operator) => {
		const dateOf = (value: unknown): string | undefined => {
			const days = positiveInteger(value);
			if (days === undefined) return undefined;
			const date = utcDateOf(zone, operator === DAYS.within ? days + 1 : days);
			if (isIsoTime(date)) return date;
			// Most likely a time in seconds.
			throw new InvalidValue(`must be a number of days like 30, but is ${quote(value)}`);
		};
		return [readField(row, field, required(dateOf))];
	};
}

const timeValues: Kind['values'] = (row, operator) =>
	DAYS_VALUES.includes(operator)
		? daysValues(daysField)(row, operator)
		: [readField(row.row, dateField, required(isoTime(row.zone)))];

const customValues: Kind['values'] = (from, operator) => {
	if (DAYS_VALUES.includes(operator)) return daysValues(customDaysField)(from, operator);
	if (!Object.values(ORDER).includes(operator)) return textValues(from, operator);
	return [readField(from.row, VALUE, required(text))];
};

/** The attributes that contacts can be filtered by, with the operators that Chatwoot has for them. */
export const KINDS: Kind[] = [
	{ attributes: Object.keys(TEXT_EXAMPLES), operator: textOperator, values: textValues },
	{ attributes: Object.keys(EXACT_EXAMPLES), operator: exactOperator, values: textValues },
	{
		attributes: ['blocked'],
		operator: exactOperator,
		values: ({ row }) => [String(readField(row, blockedField, required(boolean)))],
	},
	{
		attributes: ['labels'],
		operator: recordOperator,
		values: ({ row }) => readField(row, labelsField, required(textList)),
	},
	{ attributes: TIME_ATTRIBUTES, operator: timeOperator, values: timeValues },
	{ attributes: [CUSTOM], operator: customOperator, values: customValues },
];

/** The fields for the values to compare with. */
export const valuesFields: INodeProperties[] = [
	...valueFields({ ...TEXT_EXAMPLES, ...EXACT_EXAMPLES }, ...NO_VALUE, ...DAYS_VALUES),
	customDaysField,
	labelValueField('recordOperator'),
	blockedField,
	dateField,
	daysField,
];
