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
import { camelCase } from '../shared/failure/fieldNames';
import { isBlank, rowsOf } from '../shared/input/values';

const PRESENCE_OPERATORS: INodePropertyOptions[] = [
	{ name: 'Is Not Present', value: 'is_not_present' },
	{ name: 'Is Present', value: 'is_present' },
];

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
const ID_ATTRIBUTES = ['assignee_id', 'inbox_id', 'team_id'];
const CHOICES: Record<string, INodePropertyOptions[]> = {
	message_type: [
		{ name: 'Incoming', value: 'incoming' },
		{ name: 'Outgoing', value: 'outgoing' },
	],
	priority: [
		{ name: 'High', value: 'high' },
		{ name: 'Low', value: 'low' },
		{ name: 'Medium', value: 'medium' },
		{ name: 'Urgent', value: 'urgent' },
	],
	status: [
		{ name: 'Open', value: 'open' },
		{ name: 'Pending', value: 'pending' },
		{ name: 'Resolved', value: 'resolved' },
		{ name: 'Snoozed', value: 'snoozed' },
	],
};

const NO_VALUE = PRESENCE_OPERATORS.map(({ value }) => value);

/** The rows of the builder. The contract (2.4) does not show the lists of attributes and operators. */
export const conditionsField: INodeProperties = {
	displayName: 'Conditions',
	name: 'conditions',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, sortable: true },
	placeholder: 'Add Condition',
	default: {},
	description:
		'When the rule acts. These replace all conditions that the rule has now. The documentation shows contains for the message content; the other choices are those of common servers.',
	options: [
		{
			displayName: 'Condition',
			name: 'condition',
			values: [
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
				customAttributeField,
				operatorFor(TEXT_ATTRIBUTES, [...EQUALS, ...CONTAINS]),
				operatorFor([...EXACT_ATTRIBUTES, ...Object.keys(CHOICES)], EQUALS),
				operatorFor([...ID_ATTRIBUTES, 'labels'], [...EQUALS, ...PRESENCE_OPERATORS]),
				operatorFor([CUSTOM], [...EQUALS, ...CONTAINS, ...PRESENCE_OPERATORS]),
				{
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
				},
				{
					displayName: 'ID',
					name: 'recordId',
					type: 'number',
					typeOptions: { minValue: 1 },
					displayOptions: { show: { attribute: ID_ATTRIBUTES }, hide: { operator: NO_VALUE } },
					default: 1,
					description: 'Number of the agent, inbox or team',
				},
				...Object.entries(CHOICES).map(choiceFor),
				linkField,
			],
		},
	],
};

/** A name of its own for each: the editor gives a new row the defaults of all fields by name. */
function choiceFor([attribute, options]: [string, INodePropertyOptions[]]): INodeProperties {
	const [{ value: first }] = options;
	return {
		displayName: 'Value',
		name: camelCase(attribute),
		type: 'options',
		description: 'Value to compare with',
		displayOptions: { show: { attribute: [attribute] } },
		default: first,
		options,
	};
}

/** Conditions as put together in rows; without a row the rule keeps those that it has. */
export function conditionsFromRows(value: unknown): Condition[] | undefined {
	const rows = rowsOf(value, 'condition');
	return rows.length === 0 ? undefined : linked(rows.map(conditionOfRow));
}

/** Conditions as JSON; their values leave as they are, for rules have numbers and objects there. */
export function conditionsOfJson(value: unknown): Condition[] | undefined {
	const conditions = conditionsFromJson(value);
	return conditions && linked(conditions);
}

function conditionOfRow(row: IDataObject, index: number): UnlinkedCondition {
	const { attribute, operator, queryOperator } = row;
	const filter_operator = String(operator ?? 'equal_to');
	return {
		attribute_key: attributeOf(row, index),
		filter_operator,
		values: valuesOfRow(row[valueFieldOf(String(attribute))], filter_operator, index),
		query_operator: queryOperator,
	};
}

/** The field of the row that holds the value for an attribute. */
function valueFieldOf(attribute: string): string {
	if (ID_ATTRIBUTES.includes(attribute)) return 'recordId';
	return attribute in CHOICES ? camelCase(attribute) : 'value';
}

function valuesOfRow(value: unknown, operator: string, index: number): unknown[] {
	if (NO_VALUE.includes(operator)) return [];
	const values: unknown[] = Array.isArray(value) ? value : [value];
	const present = values.filter((entry) => !isBlank(entry));
	if (present.length === 0) throw broken(index, 'has no value');
	return present;
}
