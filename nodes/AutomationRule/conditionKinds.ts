import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { byName, CONTAINS, EQUALS } from '../shared/form/conditions';
import { titled } from '../shared/form/fields';
import { recordLocator } from '../shared/form/locators';
import { CUSTOM, type Kind, NO_VALUE } from '../shared/input/conditions';
import { readField, texts } from '../shared/input/rows';
import { positiveInteger, required } from '../shared/input/values';
import { choiceFields, type Choices, PRIORITIES, readChoice, STATUSES } from './choices';

const PRESENCE = titled('is_not_present', 'is_present');

const CHOICES: Choices = {
	message_type: titled('incoming', 'outgoing'),
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
			of: 'attribute',
		}),
		displayOptions: { show: { attribute: [attribute] }, hide: { operator: NO_VALUE } },
	}),
);

/** The values of one row, from the field for its kind of attribute. */
type ReadValues = (row: IDataObject) => unknown[];

const textValues: ReadValues = (row) => readField(row, valueField, required(texts));

/** What rules can compare, and how. */
export const KINDS: Array<Kind & { values: ReadValues }> = [
	{ attributes: TEXT_ATTRIBUTES, operators: [...EQUALS, ...CONTAINS], values: textValues },
	{ attributes: EXACT_ATTRIBUTES, operators: EQUALS, values: textValues },
	{
		attributes: Object.keys(CHOICES),
		operators: EQUALS,
		values: (row) => readChoice(row, String(row.attribute), texts),
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
		operators: byName(...CONTAINS, ...EQUALS, ...PRESENCE),
		values: textValues,
	},
];

/** The fields that hold what is compared with. */
export const valuesFields: INodeProperties[] = [
	valueField,
	...recordFields,
	...choiceFields('attribute', 'Value to compare with', CHOICES),
];

/** One ID or several. */
function ids(value: unknown): number[] | undefined {
	const values: unknown[] = Array.isArray(value) ? value : [value];
	const present = values.map(positiveInteger).filter((id) => id !== undefined);
	return present.length === 0 ? undefined : present;
}
