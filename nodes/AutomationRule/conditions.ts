import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import {
	conditionRows,
	CONTAINS,
	customAttributeField,
	EQUALS,
	operatorFields,
} from '../shared/form/conditions';
import { recordLocator } from '../shared/form/locators';
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
} from '../shared/input/conditions';
import { eachRow, readField } from '../shared/input/rows';
import {
	InvalidValue,
	positiveInteger,
	required,
	rowsOf,
	shown,
	text,
} from '../shared/input/values';
import { choiceFields, type Choices, chosenValue, PRIORITIES, STATUSES } from './choices';

const PRESENCE: INodePropertyOptions[] = [
	{ name: 'Is Not Present', value: 'is_not_present' },
	{ name: 'Is Present', value: 'is_present' },
];

const CHOICES: Choices = {
	message_type: [
		{ name: 'Incoming', value: 'incoming' },
		{ name: 'Outgoing', value: 'outgoing' },
	],
	priority: PRIORITIES,
	status: STATUSES,
};

/** The lists that records are chosen from, by attribute. */
const RECORDS: Record<string, { displayName: string; searchListMethod: string }> = {
	assignee_id: { displayName: 'Agent', searchListMethod: 'searchAgents' },
	inbox_id: { displayName: 'Inbox', searchListMethod: 'searchInboxes' },
	team_id: { displayName: 'Team', searchListMethod: 'searchTeams' },
};

const TEXT_ATTRIBUTES = [
	'city',
	'company_name',
	'content',
	'email',
	'mail_subject',
	'phone_number',
	'referer',
];
const EXACT_ATTRIBUTES = ['browser_language', 'conversation_language', 'country_code'];

const valueField: INodeProperties = {
	displayName: 'Value',
	name: 'value',
	type: 'string',
	displayOptions: {
		show: { attribute: [...TEXT_ATTRIBUTES, ...EXACT_ATTRIBUTES, 'labels', CUSTOM] },
		hide: { operator: NO_VALUE },
	},
	default: '',
	placeholder: 'e.g. refund',
	description: 'For several values use an expression that gives a list, like ["a", "b"]',
};

const recordFields = Object.entries(RECORDS).map(
	([attribute, { displayName, searchListMethod }]): INodeProperties => ({
		...recordLocator({
			displayName,
			name: 'recordId',
			description: `Choose the ${displayName.toLowerCase()} to compare with, or enter its ID`,
			searchListMethod,
		}),
		displayOptions: { show: { attribute: [attribute] }, hide: { operator: NO_VALUE } },
	}),
);

/** What a custom attribute belongs to: rules act on the wrong conversations where it is not said. */
const belongsToField: INodeProperties = {
	displayName: 'Belongs To',
	name: 'customAttributeType',
	type: 'options',
	displayOptions: { show: { attribute: [CUSTOM] } },
	description: 'What the attribute is kept with',
	default: '',
	options: [
		{ name: 'Choose…', value: '' },
		{ name: 'Contact', value: 'contact_attribute' },
		{ name: 'Conversation', value: 'conversation_attribute' },
	],
};

/** The values of one row, from the field for its kind of attribute. */
type ReadValues = (row: IDataObject) => unknown[];

const textValues: ReadValues = (row) => readField(row, valueField, required(texts));

const KINDS: Array<Kind & { values: ReadValues }> = [
	{ attributes: TEXT_ATTRIBUTES, operators: [...EQUALS, ...CONTAINS], values: textValues },
	{ attributes: EXACT_ATTRIBUTES, operators: EQUALS, values: textValues },
	{
		attributes: Object.keys(CHOICES),
		operators: EQUALS,
		values: (row) => [chosenValue(row, String(row.attribute))],
	},
	{
		attributes: Object.keys(RECORDS),
		operators: [...EQUALS, ...PRESENCE],
		values: (row) => {
			const { displayName } = RECORDS[String(row.attribute)];
			return readField(row, { name: 'recordId', displayName }, required(ids));
		},
	},
	{ attributes: ['labels'], operators: [...EQUALS, ...PRESENCE], values: textValues },
	{
		attributes: [CUSTOM],
		operators: [...CONTAINS, ...EQUALS, ...PRESENCE].sort((a, b) => a.name.localeCompare(b.name)),
		values: textValues,
	},
];

/** The rows of the builder. The contract (2.4) does not show the lists of attributes and operators. */
export const conditionsField = conditionRows(
	{
		description:
			'When the rule acts. The documentation shows contains for the message content; the other choices are those of common servers.',
	},
	[
		{
			displayName: 'Attribute',
			name: 'attribute',
			type: 'options',
			description: 'What of the conversation is compared',
			default: 'content',
			options: [
				{ name: 'Assignee', value: 'assignee_id' },
				{ name: 'Browser Language', value: 'browser_language' },
				{ name: 'City', value: 'city' },
				{ name: 'Company Name', value: 'company_name' },
				{ name: 'Conversation Language', value: 'conversation_language' },
				{ name: 'Country Code', value: 'country_code' },
				{ name: 'Custom Attribute', value: CUSTOM },
				{ name: 'Email', value: 'email' },
				{ name: 'Email Subject', value: 'mail_subject' },
				{ name: 'Inbox', value: 'inbox_id' },
				{ name: 'Labels', value: 'labels' },
				{ name: 'Message Content', value: 'content' },
				{ name: 'Message Type', value: 'message_type' },
				{ name: 'Phone Number', value: 'phone_number' },
				{ name: 'Priority', value: 'priority' },
				{ name: 'Referrer Link', value: 'referer' },
				{ name: 'Status', value: 'status' },
				{ name: 'Team', value: 'team_id' },
			],
		},
		belongsToField,
		customAttributeField('searchCustomAttributes'),
		...operatorFields(KINDS),
		valueField,
		...recordFields,
		...choiceFields('attribute', CHOICES),
	],
);

/**
 * Conditions as put together in rows; without a row the rule keeps those that it has.
 *
 * @param link of rows that have none of their own
 * @throws InvalidValue that names the row
 */
export function conditionsFromRows(
	link: 'AND' | 'OR',
): (value: unknown) => Condition[] | undefined {
	return (value) => {
		const rows = rowsOf(value, 'condition');
		if (rows.length === 0) return undefined;
		return linked(eachRow('Condition', rows, conditionOfRow), link);
	};
}

/** Conditions as JSON; their values leave as they are, for rules have numbers and objects there. */
export function conditionsOfJson(value: unknown): Condition[] | undefined {
	const conditions = conditionsFromJson(value);
	return conditions && linked(conditions);
}

function conditionOfRow(row: IDataObject) {
	const { values, ...kind } = kindOf(row, KINDS);
	const filter_operator = operatorOf(row, kind);
	return {
		attribute_key: attributeOf(row),
		filter_operator,
		values: NO_VALUE.includes(filter_operator) ? [] : values(row),
		query_operator: row.queryOperator,
		...(kind.attributes.includes(CUSTOM) && {
			custom_attribute_type: readField(row, belongsToField, required(attributeType)),
		}),
	};
}

function attributeType(value: unknown): string | undefined {
	const given = text(value);
	const types = (belongsToField.options as INodePropertyOptions[]).map((option) => option.value);
	const type = types.find((known) => known === given || known === `${given}_attribute`);
	if (given === undefined || type !== undefined) return type as string | undefined;
	throw new InvalidValue(`must be contact or conversation, but is ${shown(value)}`);
}

/** One ID or several. */
function ids(value: unknown): number[] | undefined {
	const values: unknown[] = Array.isArray(value) ? value : [value];
	const present = values.map(positiveInteger).filter((id) => id !== undefined);
	return present.length === 0 ? undefined : present;
}
