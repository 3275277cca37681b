import type { INodeProperties } from 'n8n-workflow';

import {
	conditionRowsField,
	CONTAINS,
	countryCodeKind,
	CUSTOM_EQUALS,
	customValueField,
	equality,
	EQUALS,
	labelsKind,
	NO_MISSING,
	operatorField,
	PRESENCE,
	textKinds,
} from '../shared/conditions/conditionFields';
import { byName, titled } from '../shared/form/fields';
import { recordLocator } from '../shared/form/locators';
import { type AttributeKind, conditionRows } from '../shared/conditions/conditionRows';
import {
	type Condition,
	CUSTOM,
	jsonToConditions,
	linkConditions,
} from '../shared/conditions/conditions';
import { customCheck, type ValueContext } from '../shared/conditions/conditionValues';
import { camelCase, titleCase } from '../shared/input/names';
import { recordId } from '../shared/input/recordId';
import { listOf, onlyTexts, valuesOf } from '../shared/input/rows';
import {
	type Check,
	type Choice,
	choice,
	InvalidValue,
	isObject,
	required,
} from '../shared/input/values';
import { choiceField, PRIORITIES, STATUSES } from './actions';

const TEXT_EQUALS = equality(
	NO_MISSING,
	'Case-sensitive on many servers, except for Message Content',
);

/** The default is `contains`, as in the contract's example, because hardly any message equals a text. */
const textOperator = operatorField('operator', 'contains', ...TEXT_EQUALS, ...CONTAINS);
const phoneOperator = operatorField(
	'phoneOperator',
	'contains',
	...EQUALS,
	...CONTAINS,
	...titled('starts_with'),
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

/** An attribute with a few choices. */
function choiceKind(attribute: string, start: string, options: Choice[]): AttributeKind {
	return {
		attributes: [attribute],
		operator: exactOperator,
		value: choiceField(camelCase(attribute), 'Value to compare with', start, options),
		check: () => listOf(choice(options)),
	};
}

/** An attribute whose values are records, which are chosen from a list. */
function recordKind(
	attribute: string,
	displayName: string,
	searchListMethod: string,
): AttributeKind {
	return {
		attributes: [attribute],
		operator: recordOperator,
		value: recordLocator({
			displayName,
			name: 'recordId',
			description: `${displayName} to compare with`,
			searchListMethod,
			dependsOn: 'attribute',
		}),
		check: () => listOf(recordId(displayName.toLowerCase())),
	};
}

const OWNERS: Choice[] = [
	{ name: 'As Listed', value: '' },
	{ name: 'Contact', value: 'contact_attribute' },
	{ name: 'Conversation', value: 'conversation_attribute' },
];

/** Whether a custom attribute belongs to contacts or conversations. Without it, a rule acts on the wrong ones. */
const belongsToField: INodeProperties = {
	displayName: 'Attribute Of',
	name: 'customAttributeType',
	type: 'options',
	description: 'Whether the contact or the conversation has it, if you entered a key',
	default: '',
	options: OWNERS,
};

/** The attributes that rules can compare, with their operators. */
const KINDS: AttributeKind[] = [
	...textKinds(textOperator, {
		city: 'Paris',
		company_name: 'Example Ltd',
		content: 'refund',
		mail_subject: 'Invoice',
		referer: 'example.com/pricing',
		email: '@example.com',
	}),
	...textKinds(phoneOperator, { phone_number: '+15551234567' }),
	...textKinds(exactOperator, {
		browser_language: 'en',
		conversation_language: 'en',
	}),
	countryCodeKind(exactOperator),
	choiceKind('message_type', 'incoming', titled('incoming', 'outgoing')),
	choiceKind('priority', 'high', PRIORITIES),
	choiceKind('status', 'open', STATUSES),
	recordKind('assignee_id', 'Agent', 'searchAgents'),
	recordKind('inbox_id', 'Inbox', 'searchInboxes'),
	recordKind('team_id', 'Team', 'searchTeams'),
	labelsKind(labelOperator),
	{
		attributes: [CUSTOM],
		operator: customOperator,
		value: customValueField,
		check: customCheck,
		owner: { field: belongsToField, check: ownerCheck },
	},
];

/** The field for conditions as rows. The contract (2.4) documents only the content. */
export const conditionsField = conditionRowsField(
	{
		displayName: 'Replace Conditions',
		description: 'Conditions under which the rule runs its actions',
	},
	{
		displayName: 'Attribute',
		name: 'attribute',
		type: 'options',
		noDataExpression: true,
		description: 'Attribute of the conversation or its contact to compare',
		default: 'content',
		options: byName(
			...titled('browser_language', 'city', 'company_name', 'conversation_language'),
			...titled('email', 'labels', 'message_type', 'phone_number'),
			...titled('priority', 'status'),
			{ name: 'Assignee', value: 'assignee_id' },
			{
				name: 'Country Code',
				value: 'country_code',
				description: 'Before Chatwoot 4.10, a rule with this condition never runs',
			},
			{ name: 'Custom Attribute', value: CUSTOM },
			{ name: 'Email Subject', value: 'mail_subject' },
			{ name: 'Inbox', value: 'inbox_id' },
			{ name: 'Message Content', value: 'content' },
			{ name: 'Referrer Link', value: 'referer' },
			{ name: 'Team', value: 'team_id' },
		),
	},
	KINDS,
	'searchCustomAttributes',
);

/**
 * Makes a check that reads conditions from rows. Without rows, the rule keeps its conditions.
 *
 * @param zone time zone of the workflow, for times without an offset
 * @param link between rows that have no link of their own
 * @throws InvalidRow that names the row
 */
export function conditionsFromRows(
	zone: string,
	link: 'AND' | 'OR',
): Check<Condition[] | undefined> {
	const read = conditionRows('rule', KINDS, zone, link);
	return (value, typed) => {
		const conditions = read(value, typed);
		return conditions.length > 0 ? conditions : undefined;
	};
}

/**
 * Makes a check that reads conditions from JSON. Numbers and objects are sent unchanged, because some rules
 * contain them.
 *
 * @param link between conditions that have no link of their own
 */
export function conditionsFromJson(
	link: 'AND' | 'OR',
): (value: unknown) => Condition[] | undefined {
	return (value) => {
		const conditions = jsonToConditions(value, (row, check) =>
			isObject(row.values) ? row.values : valuesOf(row, 'values', true, onlyTexts(check)),
		);
		return conditions && linkConditions(conditions, link);
	};
}

const attributeType = choice(OWNERS);

/**
 * Makes the check of Attribute Of. An attribute that was chosen from the list belongs to what the list says. An attribute
 * that the form doesn't have may be a standard one, so Attribute Of may be blank.
 */
function ownerCheck({ attribute, chosen }: ValueContext): Check<string | undefined> {
	if (!chosen?.owner) return attribute === CUSTOM ? required(attributeType) : attributeType;
	const { owner, key } = chosen;
	return (value) => {
		const own = `${owner}_attribute`;
		if ((attributeType(value) ?? own) === own) return own;
		throw new InvalidValue(
			`must be ${titleCase(owner)}, because '${key}' is an attribute of ${owner}s`,
		);
	};
}
