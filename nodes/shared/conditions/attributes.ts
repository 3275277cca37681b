/** The attributes of conditions: one row each, with its operators and the field for its value. */
import type { INodeProperties } from 'n8n-workflow';

import {
	byName,
	type ChoiceField,
	choiceField,
	CONVERSATION_STATUSES,
	PRIORITIES,
	textField,
	titled,
} from '../form/fields';
import { labelsField, recordLocator } from '../form/locators';
import { boolean, type Choice, choice, positiveInteger, required, text } from '../input/checks';
import { type Check, InvalidValue } from '../input/invalidValue';
import { countryCode, refusingNullWord, textCheckFor, UNIQUE_ATTRIBUTES } from '../input/keys';
import { recordId } from '../input/recordId';
import { commaList, labelTitles, listOf } from '../input/rows';
import { isIsoTime, isoTime, utcDateOf } from '../input/time';
import { quote, titleCase } from '../values';
import { type CustomContext, customCheck } from './customAttribute';
import { DAYS, type Feature, OPERATORS, ORDER } from './operators';

/** The choice for a custom attribute. Its key is in another field. */
export const CUSTOM = 'customAttribute';

/** The name of the field for a text to compare with. */
export const TEXT_VALUE = 'value';

/** What the check of a value depends on. */
export interface ValueContext extends CustomContext {
	attribute: string;
}

/** A value to compare with: its field, and how it is checked. */
interface ComparedValue {
	field: INodeProperties;
	/** Makes the check, which returns one value or a list. */
	check: (context: ValueContext) => Check<unknown>;
	/** The field for a number of days, if it is another one. */
	daysField?: INodeProperties;
	/** The field in its place if a custom attribute of type list was chosen. */
	listField?: INodeProperties;
	/** Whether a comma separates values. In other texts, a comma is part of the value. */
	splitsAtCommas?: true;
}

/** An attribute that a filter or a rule can compare. */
export interface Attribute {
	attribute: string;
	/** Its name in the form, if it isn't `titleCase` of the attribute. */
	label?: string;
	/** What the list of attributes says about it. */
	description?: string;
	operator: ChoiceField;
	value: ComparedValue;
	/** The field that says whether a custom attribute belongs to contacts or conversations. */
	owner?: { field: INodeProperties; check: (context: ValueContext) => Check<string | undefined> };
}

/** A row of the table. */
interface AttributeRow extends Omit<Attribute, 'operator'> {
	filter?: keyof typeof OPERATORS.filter;
	rule?: keyof typeof OPERATORS.rule;
	/** What is different in rules. */
	inRules?: Partial<Attribute>;
}

/** One or several texts. */
function texts(example: string): ComparedValue {
	return {
		field: textField('Value', TEXT_VALUE, 'Value to compare with', example),
		check: ({ attribute, operator }) => {
			const check = textCheckFor(attribute);
			// Nearly all contacts differ from a word for no value.
			const findsAll = operator === 'not_equal_to' && UNIQUE_ATTRIBUTES.includes(attribute);
			return listOf(findsAll ? refusingNullWord(check) : check);
		},
	};
}

/** One or several of a few choices. */
function oneOf(name: string, start: string, options: Choice[]): ComparedValue {
	return {
		field: choiceField(name, 'Value to compare with', start, options),
		check: () => listOf(choice(options)),
	};
}

/** One or several records, which are chosen from a list. */
function records(displayName: string, searchListMethod: string): ComparedValue {
	return {
		field: recordLocator({
			displayName,
			name: 'recordId',
			description: `${displayName} to compare with`,
			searchListMethod,
			dependsOn: 'attribute',
		}),
		check: () => listOf(recordId(displayName.toLowerCase())),
	};
}

const countryCodes: ComparedValue = {
	field: {
		...texts('FR').field,
		description: 'Codes of two letters, with commas between them',
	},
	check: () => commaList(countryCode(". To send another text, use 'Conditions (JSON)'")),
	splitsAtCommas: true,
};

const yesOrNo: ComparedValue = {
	field: {
		displayName: 'Value',
		name: 'blocked',
		type: 'options',
		description: 'Whether to look for contacts that are blocked',
		default: 'true',
		options: [
			{ name: 'No', value: 'false' },
			{ name: 'Yes', value: 'true' },
		],
	},
	check: () => (value) => text(boolean(value)),
};

const labels: ComparedValue = { field: labelsField, check: () => labelTitles };

const time: ComparedValue = {
	field: {
		displayName: 'Date',
		name: 'date',
		type: 'dateTime',
		hint: "In the workflow's time zone. As an expression: {{ $now.minus({ days: 30 }) }}",
		description: 'Date and time to compare with',
		default: '',
	},
	check: ({ zone }) => isoTime(zone),
	daysField: {
		displayName: 'Days',
		name: 'days',
		type: 'number',
		description: 'Number of days ago',
		typeOptions: { minValue: 1, maxValue: 998 },
		default: 30,
	},
};

const customValue: ComparedValue = {
	field: {
		...texts('gold, 50, true or 2026-01-31').field,
		hint: 'The list above shows the type',
	},
	check: customCheck,
	listField: recordLocator({
		displayName: 'Value',
		name: 'choice',
		description: 'Choice to compare with',
		searchListMethod: 'searchChoices',
		dependsOn: 'customAttribute.value',
		byHand: { displayName: 'By Value', name: 'value', placeholder: 'e.g. gold' },
	}),
};

const OWNERS: Choice[] = [
	{ name: 'As Listed', value: '' },
	{ name: 'Contact', value: 'contact_attribute' },
	{ name: 'Conversation', value: 'conversation_attribute' },
];

/** Whether a custom attribute belongs to contacts or conversations. Without it, a rule acts on the wrong ones. */
const owner: Attribute['owner'] = {
	field: {
		displayName: 'Attribute Of',
		name: 'customAttributeType',
		type: 'options',
		description: 'Whether the contact or the conversation has it, if you entered a key',
		default: '',
		options: OWNERS,
	},
	// An attribute that the form doesn't have may be a standard one, which has no owner.
	check: ({ attribute, chosen }) => {
		const ownerIn = choice(OWNERS);
		if (!chosen?.owner) return attribute === CUSTOM ? required(ownerIn) : ownerIn;
		const { owner: listed, key } = chosen;
		return (value) => {
			const owner = `${listed}_attribute`;
			if ((ownerIn(value) ?? owner) === owner) return owner;
			throw new InvalidValue(
				`must be ${titleCase(listed)}, because '${key}' is an attribute of ${listed}s`,
			);
		};
	},
};

/** `filter` and `rule` name a set of operators (operators.ts). Without one, Contact: Filter or rules don't offer the attribute. */
const TABLE: AttributeRow[] = [
	{ attribute: 'city', filter: 'text', rule: 'text', value: texts('Paris') },
	{ attribute: 'company_name', filter: 'text', rule: 'text', value: texts('Example Ltd') },
	{ attribute: 'content', label: 'Message Content', rule: 'text', value: texts('refund') },
	{ attribute: 'mail_subject', label: 'Email Subject', rule: 'text', value: texts('Invoice') },
	{
		attribute: 'referer',
		label: 'Referrer Link',
		rule: 'text',
		value: texts('example.com/pricing'),
	},
	{
		attribute: 'email',
		filter: 'text',
		rule: 'text',
		value: texts('name@email.com'),
		inRules: { value: texts('@example.com') },
	},
	{ attribute: 'name', filter: 'text', value: texts('Ann') },
	{ attribute: 'phone_number', filter: 'text', rule: 'phone', value: texts('+15551234567') },
	{ attribute: 'identifier', filter: 'exact', value: texts('customer-1042') },
	{ attribute: 'browser_language', rule: 'exact', value: texts('en') },
	{ attribute: 'conversation_language', rule: 'exact', value: texts('en') },
	{
		attribute: 'country_code',
		filter: 'exact',
		rule: 'exact',
		value: countryCodes,
		inRules: { description: 'Before Chatwoot 4.10, a rule with this condition never runs' },
	},
	{ attribute: 'blocked', filter: 'exact', value: yesOrNo },
	{
		attribute: 'message_type',
		rule: 'exact',
		value: oneOf('messageType', 'incoming', titled('incoming', 'outgoing')),
	},
	{ attribute: 'priority', rule: 'exact', value: oneOf('priority', 'high', PRIORITIES) },
	{ attribute: 'status', rule: 'exact', value: oneOf('status', 'open', CONVERSATION_STATUSES) },
	{
		attribute: 'assignee_id',
		label: 'Assignee',
		rule: 'record',
		value: records('Agent', 'searchAgents'),
	},
	{
		attribute: 'inbox_id',
		label: 'Inbox',
		rule: 'record',
		value: records('Inbox', 'searchInboxes'),
	},
	{ attribute: 'team_id', label: 'Team', rule: 'record', value: records('Team', 'searchTeams') },
	{ attribute: 'labels', filter: 'record', rule: 'label', value: labels },
	{ attribute: 'created_at', filter: 'time', value: time },
	{ attribute: 'last_activity_at', filter: 'time', value: time },
	{
		attribute: CUSTOM,
		label: 'Custom Attribute',
		filter: 'custom',
		rule: 'custom',
		value: customValue,
		inRules: { owner },
	},
];

/** The attributes of filters and of rules, with what is different in rules. */
export const ATTRIBUTES: Record<Feature, Attribute[]> = {
	filter: TABLE.flatMap(({ filter, ...row }) =>
		filter ? [{ ...row, operator: OPERATORS.filter[filter] }] : [],
	),
	rule: TABLE.flatMap(({ rule, inRules, ...row }) =>
		rule ? [{ ...row, ...inRules, operator: OPERATORS.rule[rule] }] : [],
	),
};

/** The choices of Attribute. */
export function attributeChoices(feature: Feature): Choice[] {
	const choices = ATTRIBUTES[feature].map(({ attribute, label, description }) => ({
		name: label ?? titleCase(attribute),
		value: attribute,
		...(description && { description }),
	}));
	return byName(...choices);
}

/** Reads a number of days as the date to compare with. Is After excludes that date. */
export const daysCheck =
	({ operator, zone }: ValueContext): Check<string | undefined> =>
	(value) => {
		const days = positiveInteger(value);
		if (days === undefined) return undefined;
		const date = utcDateOf(zone, DAYS[operator] === ORDER.after ? days + 1 : days);
		if (isIsoTime(date)) return date;
		// The number is most likely a time in seconds.
		throw new InvalidValue(`must be a number of days like 30, but is ${quote(value)}`);
	};
