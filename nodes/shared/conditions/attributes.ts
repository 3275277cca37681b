/** The attributes that conditions compare: one row each, with its operators in filters and in rules. */
import type { INodeProperties } from 'n8n-workflow';

import {
	byName,
	choiceField,
	CONVERSATION_STATUSES,
	PRIORITIES,
	textField,
	titled,
} from '../form/fields';
import { labelsField, recordLocator } from '../form/locators';
import { boolean, type Choice, choice, required, text } from '../input/checks';
import { camelCase, titleCase } from '../values';
import { InvalidValue } from '../input/invalidValue';
import { type Check } from '../input/invalidValue';
import { recordId } from '../input/recordId';
import { labelTitles, listOf } from '../input/rows';
import { isoTime } from '../input/time';
import { CUSTOM } from './conditions';
import { countryCodesCheck, customCheck, textCheck, type ValueContext } from './conditionValues';
import { type Feature, type OperatorName, OPERATORS } from './operators';
import { type ChoiceField } from '../form/fields';

/** The name of the field for a text to compare with. */
export const TEXT_VALUE = 'value';

/** Attributes that share the field for the value, with the field for their operator. */
export interface AttributeKind {
	attributes: string[];
	/** Name in the editor, if it isn't `titleCase` of the attribute. */
	name?: string;
	/** The name of the field for the operator in filters and in rules. Without one, they can't compare the attribute. */
	filter?: OperatorName<'filter'>;
	rule?: OperatorName<'rule'>;
	/** What the list of attributes says about it. */
	description?: string;
	/** What is different in rules. */
	inRules?: Partial<AttributeKind>;
	operator: ChoiceField;
	value: INodeProperties;
	/** Makes the check of a value, which returns one value or a list. */
	check: (context: ValueContext) => Check<unknown>;
	/** The field for a number of days, if it is another one. */
	days?: INodeProperties;
	/** Whether a comma separates values. In other texts, a comma is part of the value. */
	splitsAtCommas?: true;
	/** The field that says whether a custom attribute belongs to contacts or conversations. */
	owner?: { field: INodeProperties; check: (context: ValueContext) => Check<string | undefined> };
}

function exampleField(example: string): INodeProperties {
	return textField('Value', TEXT_VALUE, 'Value to compare with', example);
}

const customValueField: INodeProperties = {
	...exampleField('gold, 50, true or 2026-01-31'),
	hint: 'The list above shows the type, and the choices if there are any. A misspelled one finds nothing.',
};

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

const daysAgoField: INodeProperties = {
	displayName: 'Days',
	name: 'days',
	type: 'number',
	description: 'Number of days ago',
	typeOptions: { minValue: 1, maxValue: 998 },
	default: 30,
};

const OWNER_CHOICES: Choice[] = [
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
	options: OWNER_CHOICES,
};

const ownerIn = choice(OWNER_CHOICES);

/**
 * Makes the check of Attribute Of. An attribute that was chosen from the list belongs to what the list says. An attribute
 * that the form doesn't have may be a standard one, so Attribute Of may be blank.
 */
function ownerCheck({ attribute, chosen }: ValueContext): Check<string | undefined> {
	if (!chosen?.owner) return attribute === CUSTOM ? required(ownerIn) : ownerIn;
	const { owner, key } = chosen;
	return (value) => {
		const own = `${owner}_attribute`;
		if ((ownerIn(value) ?? own) === own) return own;
		throw new InvalidValue(
			`must be ${titleCase(owner)}, because '${key}' is an attribute of ${owner}s`,
		);
	};
}

/** An attribute that is compared with texts. */
function compared(
	attribute: string,
	example: string,
	row: Partial<AttributeKind>,
): Omit<AttributeKind, 'operator'> {
	return { attributes: [attribute], value: exampleField(example), check: textCheck, ...row };
}

/** An attribute of conversations with a few choices. */
function choices(
	attribute: string,
	start: string,
	options: Choice[],
): Omit<AttributeKind, 'operator'> {
	return {
		attributes: [attribute],
		rule: 'exactOperator',
		value: choiceField(camelCase(attribute), 'Value to compare with', start, options),
		check: () => listOf(choice(options)),
	};
}

/** An attribute of conversations whose values are records, which are chosen from a list. */
function records(
	attribute: string,
	name: string,
	displayName: string,
	searchListMethod: string,
): Omit<AttributeKind, 'operator'> {
	return {
		attributes: [attribute],
		name,
		rule: 'recordOperator',
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

const ATTRIBUTES: Array<Omit<AttributeKind, 'operator'>> = [
	compared('city', 'Paris', { filter: 'operator', rule: 'operator' }),
	compared('company_name', 'Example Ltd', { filter: 'operator', rule: 'operator' }),
	compared('content', 'refund', { name: 'Message Content', rule: 'operator' }),
	compared('mail_subject', 'Invoice', { name: 'Email Subject', rule: 'operator' }),
	compared('referer', 'example.com/pricing', { name: 'Referrer Link', rule: 'operator' }),
	compared('email', 'name@email.com', {
		filter: 'operator',
		rule: 'operator',
		inRules: { value: exampleField('@example.com') },
	}),
	compared('name', 'Ann', { filter: 'operator' }),
	compared('phone_number', '+15551234567', { filter: 'operator', rule: 'phoneOperator' }),
	compared('identifier', 'customer-1042', { filter: 'exactOperator' }),
	compared('browser_language', 'en', { rule: 'exactOperator' }),
	compared('conversation_language', 'en', { rule: 'exactOperator' }),
	{
		attributes: ['country_code'],
		filter: 'exactOperator',
		rule: 'exactOperator',
		inRules: { description: 'Before Chatwoot 4.10, a rule with this condition never runs' },
		value: {
			...exampleField('FR'),
			description: 'Codes of two letters, with commas between them',
		},
		check: countryCodesCheck,
		splitsAtCommas: true,
	},
	{
		attributes: ['blocked'],
		filter: 'exactOperator',
		value: blockedField,
		check: () => (value) => text(boolean(value)),
	},
	choices('message_type', 'incoming', titled('incoming', 'outgoing')),
	choices('priority', 'high', PRIORITIES),
	choices('status', 'open', CONVERSATION_STATUSES),
	records('assignee_id', 'Assignee', 'Agent', 'searchAgents'),
	records('inbox_id', 'Inbox', 'Inbox', 'searchInboxes'),
	records('team_id', 'Team', 'Team', 'searchTeams'),
	{
		attributes: ['labels'],
		filter: 'recordOperator',
		rule: 'labelOperator',
		value: labelsField,
		check: () => labelTitles,
	},
	{
		attributes: ['created_at', 'last_activity_at'],
		filter: 'timeOperator',
		value: dateField,
		check: ({ zone }) => isoTime(zone),
		days: daysAgoField,
	},
	{
		attributes: [CUSTOM],
		name: 'Custom Attribute',
		filter: 'customOperator',
		rule: 'customOperator',
		value: customValueField,
		inRules: { owner: { field: belongsToField, check: ownerCheck } },
		check: customCheck,
	},
];

/** The attributes that filters or rules compare, with the fields that they have there. */
export const ATTRIBUTE_KINDS: Record<Feature, AttributeKind[]> = {
	filter: kindsFor('filter'),
	rule: kindsFor('rule'),
};

function kindsFor(feature: Feature): AttributeKind[] {
	return ATTRIBUTES.flatMap((row) => {
		const operator = OPERATORS[feature].find(({ name }) => name === row[feature]);
		return operator ? [{ ...row, ...(feature === 'rule' && row.inRules), operator }] : [];
	});
}

export function attributeChoices(feature: Feature): Choice[] {
	const choices = ATTRIBUTE_KINDS[feature].flatMap(({ attributes, name, description }) =>
		titled(...attributes).map((choice) => ({
			...choice,
			...(name && { name }),
			...(description && { description }),
		})),
	);
	return byName(...choices);
}
