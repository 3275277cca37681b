import type { INodeProperties } from 'n8n-workflow';

import {
	conditionRowsField,
	CONTAINS,
	countryCodeKind,
	CUSTOM_EQUALS,
	customValueField,
	EQUALS,
	LABEL_EQUALS,
	labelsKind,
	operatorField,
	PRESENCE,
	textKinds,
} from '../shared/conditions/conditionFields';
import { byName, titled } from '../shared/form/fields';
import { type AttributeKind, conditionRows } from '../shared/conditions/conditionRows';
import {
	type Condition,
	CUSTOM,
	jsonToConditions,
	linkConditions,
	ORDER,
} from '../shared/conditions/conditions';
import { customCheck } from '../shared/conditions/conditionValues';
import { valuesOf } from '../shared/input/rows';
import { isoTime } from '../shared/input/time';
import { boolean, type Check, type Choice, InvalidValue, text } from '../shared/input/values';

/** Operators that count days. */
const DAYS_OPTIONS: Choice[] = [
	{ name: 'Before the Last X Days', value: 'days_before' },
	{
		name: 'In the Last X Days',
		value: 'within_days',
		description: 'Today and the X days before it',
	},
];

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
const blockedField: INodeProperties = {
	displayName: 'Value',
	name: 'blocked',
	type: 'options',
	description: 'Whether to look for contacts that are blocked',
	default: 'true',
	options: [
		{ name: 'No', value: 'false' },
		{ name: 'Yes', value: 'true' },
	],
};

const dateField: INodeProperties = {
	displayName: 'Date',
	name: 'date',
	type: 'dateTime',
	hint: "In the workflow's time zone. As an expression: {{ $now.minus({ days: 30 }) }}",
	description: 'Date and time to compare with',
	default: '',
};

const daysField: INodeProperties = {
	displayName: 'Days',
	name: 'days',
	type: 'number',
	description: 'Number of days ago',
	typeOptions: { minValue: 1, maxValue: 998 },
	default: 30,
};

/** The attributes that contacts can be filtered by, with the operators that Chatwoot has for them. */
const KINDS: AttributeKind[] = [
	...textKinds(textOperator, {
		city: 'Paris',
		company_name: 'Example Ltd',
		email: 'name@email.com',
		name: 'Ann',
		phone_number: '+15551234567',
	}),
	...textKinds(exactOperator, { identifier: 'customer-1042' }),
	countryCodeKind(exactOperator),
	{
		attributes: ['blocked'],
		operator: exactOperator,
		value: blockedField,
		check: () => (value) => text(boolean(value)),
	},
	labelsKind(recordOperator),
	{
		attributes: ['created_at', 'last_activity_at'],
		operator: timeOperator,
		value: dateField,
		check: ({ zone }) => isoTime(zone),
		days: daysField,
	},
	{
		attributes: [CUSTOM],
		operator: customOperator,
		value: {
			...customValueField,
			hint: 'Enter a value of the type in the list above, or a number of days. A misspelled choice finds nothing.',
		},
		check: customCheck,
	},
];

const rowsField = conditionRowsField(
	{
		displayOptions: { show: { specifyConditions: ['fields'] } },
		description: 'Conditions that a contact must meet',
	},
	{
		displayName: 'Attribute',
		name: 'attribute',
		type: 'options',
		noDataExpression: true,
		description: 'Attribute of the contact to compare',
		default: 'email',
		options: byName(
			...titled('blocked', 'city', 'country_code', 'email', 'identifier', 'name', 'phone_number'),
			...titled('company_name', 'created_at', 'labels', 'last_activity_at'),
			{ name: 'Custom Attribute', value: CUSTOM },
		),
	},
	KINDS,
	'searchContactAttributes',
);

/** The field for conditions as rows. The editor shows an error if there is no row. */
export const conditionsField: INodeProperties = {
	...rowsField,
	typeOptions: { ...rowsField.typeOptions, minRequiredFields: 1 },
};

/**
 * Makes a check that reads conditions from rows. There must be at least one.
 *
 * @param zone time zone of the workflow, for times without an offset
 * @param link between rows that have no link of their own
 * @throws InvalidRow that names the row
 */
export function conditionsFromRows(zone: string, link: 'AND' | 'OR'): Check<Condition[]> {
	const read = conditionRows('filter', KINDS, zone, link);
	return (value, typed) => atLeastOne(read(value, typed));
}

/** Reads conditions from JSON, with links and with lists of texts as values. There must be at least one. */
export function conditionsFromJson(value: unknown): Condition[] {
	const conditions = jsonToConditions(value, (row, check) => valuesOf(row, 'values', true, check));
	return atLeastOne(linkConditions(conditions ?? []));
}

/** Refuses a filter without conditions: it would return all contacts of the account. */
function atLeastOne(conditions: Condition[]): Condition[] {
	if (conditions.length === 0) throw new InvalidValue('are blank. Add at least one condition');
	return conditions;
}
