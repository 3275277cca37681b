import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { byName, CONTAINS, EQUALS } from '../shared/form/conditions';
import { titled, undocumented, ZONE_HINT } from '../shared/form/fields';
import { CUSTOM, type Kind, NO_VALUE } from '../shared/input/conditions';
import { readField, texts } from '../shared/input/rows';
import { isoTime } from '../shared/input/time';
import { boolean, positiveInteger, required } from '../shared/input/values';

const PRESENCE = undocumented(...titled('is_not_present', 'is_present'));
const DAYS_AGO = 'days_before';
const TIMES = undocumented(
	{ name: 'Is After', value: 'is_greater_than' },
	{ name: 'Is Before', value: 'is_less_than' },
	{ name: 'Is More Than Days Ago', value: DAYS_AGO },
);

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
			'For several values use an expression that gives a list, like ["a", "b"]. Equals uses only the first on many servers.',
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
	hint: ZONE_HINT,
	description: 'Time to compare with',
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

/** What contacts can be compared by, and how. */
export const KINDS: Array<Kind & { values: ReadValues }> = [
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
		operators: TIMES,
		values: (row, operator, zone) => [
			operator === DAYS_AGO
				? String(readField(row, daysField, required(positiveInteger)))
				: readField(row, dateField, required(isoTime(zone))),
		],
	},
	{
		attributes: [CUSTOM],
		operators: byName(...CONTAINS, ...EQUALS, ...TIMES, ...PRESENCE),
		values: textValues,
	},
];

/** The fields that hold what is compared with. */
export const valuesFields: INodeProperties[] = [...valueFields, blockedField, dateField, daysField];
