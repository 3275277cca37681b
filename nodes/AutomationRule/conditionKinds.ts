import type { INodeProperties } from 'n8n-workflow';

import {
	CONTAINS,
	CUSTOM_EQUALS,
	equality,
	EQUALS,
	labelValueField,
	NO_MISSING,
	operatorField,
	PRESENCE,
	valueFields,
} from '../shared/form/conditions';
import { titled } from '../shared/form/fields';
import { labelsField, recordLocator } from '../shared/form/locators';
import { type Kind, textValues } from '../shared/input/conditionRows';
import { CUSTOM, NO_VALUE } from '../shared/input/conditions';
import { listOf, readField, textList } from '../shared/input/rows';
import { recordId } from '../shared/input/recordId';
import { required, valuesIn } from '../shared/input/values';
import { choiceFields, type Choices, PRIORITIES, readChoices, STATUSES } from './choices';

export const STARTS_WITH = 'starts_with';

const TEXT_EQUALS = equality(
	NO_MISSING,
	'Many servers tell capital letters from small ones, except in Message Content',
);

/** The default is `contains`, as in the contract's example: hardly any message equals a text. */
const textOperator = operatorField('operator', 'contains', ...TEXT_EQUALS, ...CONTAINS);
const phoneOperator = operatorField(
	'phoneOperator',
	'contains',
	...EQUALS,
	...CONTAINS,
	...titled(STARTS_WITH),
);
const exactOperator = operatorField('exactOperator', 'equal_to', ...TEXT_EQUALS);
const recordOperator = operatorField('recordOperator', 'equal_to', ...EQUALS, ...PRESENCE);
/** Does Not Equal would find conversations that have another label too. */
const labelOperator = operatorField(
	'labelOperator',
	'equal_to',
	{ name: 'Equals', value: 'equal_to' },
	...PRESENCE,
);
const customOperator = operatorField(
	'customOperator',
	'equal_to',
	...CONTAINS,
	...CUSTOM_EQUALS,
	...PRESENCE,
);

const CHOICES: Choices = {
	message_type: { start: 'incoming', options: titled('incoming', 'outgoing') },
	priority: { start: 'high', options: PRIORITIES },
	status: { start: 'open', options: STATUSES },
};

/** The attributes whose values are records, with the list to choose from. */
const RECORDS: Record<string, { displayName: string; searchListMethod: string }> = {
	assignee_id: { displayName: 'Agent', searchListMethod: 'searchAgents' },
	inbox_id: { displayName: 'Inbox', searchListMethod: 'searchInboxes' },
	team_id: { displayName: 'Team', searchListMethod: 'searchTeams' },
};

/** An example value for each attribute that can be compared with a part of a text. */
const TEXT_EXAMPLES: Record<string, string> = {
	city: 'Paris',
	company_name: 'Example Ltd',
	content: 'refund',
	email: '@example.com',
	mail_subject: 'Invoice',
	referer: 'example.com/pricing',
};

const PHONE_EXAMPLES = { phone_number: '+15551234567' };

/** An example value for each attribute that can only be compared as a whole. */
const EXACT_EXAMPLES: Record<string, string> = {
	browser_language: 'en',
	conversation_language: 'en',
	country_code: 'FR',
};

const recordFields = Object.entries(RECORDS).map(
	([attribute, { displayName, searchListMethod }]): INodeProperties => ({
		...recordLocator({
			displayName,
			name: 'recordId',
			description: `Choose the ${displayName.toLowerCase()} to compare with, or enter its ID`,
			searchListMethod,
			dependsOn: 'attribute',
		}),
		displayOptions: { show: { attribute: [attribute] }, hide: { recordOperator: NO_VALUE } },
	}),
);

const EQUALITY = valuesIn(EQUALS);

/** Rules compare exactly, with email addresses that the service has stored in small letters. */
const ruleTexts: Kind['values'] = (row, operator) => {
	const isEmail = row.row.attribute === 'email' && EQUALITY.includes(operator);
	return textValues(row, operator).map((text) => (isEmail ? String(text).toLowerCase() : text));
};

/** The attributes that rules can compare, with their operators. */
export const KINDS: Kind[] = [
	{ attributes: Object.keys(TEXT_EXAMPLES), operator: textOperator, values: ruleTexts },
	{ attributes: Object.keys(PHONE_EXAMPLES), operator: phoneOperator, values: textValues },
	{ attributes: Object.keys(EXACT_EXAMPLES), operator: exactOperator, values: textValues },
	{
		attributes: Object.keys(CHOICES),
		operator: exactOperator,
		values: ({ row }) => {
			const attribute = String(row.attribute);
			return readChoices(row, attribute, CHOICES[attribute]);
		},
	},
	{
		attributes: Object.keys(RECORDS),
		operator: recordOperator,
		values: ({ row }) => {
			const { displayName } = RECORDS[String(row.attribute)];
			return readField(row, { name: 'recordId', displayName }, required(listOf(recordId())));
		},
	},
	{
		attributes: ['labels'],
		operator: labelOperator,
		values: ({ row }) => readField(row, labelsField, required(textList)),
	},
	{ attributes: [CUSTOM], operator: customOperator, values: textValues },
];

/** The fields for the values to compare with. */
export const valuesFields: INodeProperties[] = [
	...valueFields({ ...TEXT_EXAMPLES, ...PHONE_EXAMPLES, ...EXACT_EXAMPLES }, ...NO_VALUE),
	labelValueField('labelOperator'),
	...recordFields,
	...choiceFields('attribute', 'Value to compare with', CHOICES),
];
