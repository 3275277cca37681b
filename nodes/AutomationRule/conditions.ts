import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import {
	byName,
	conditionRows,
	customAttributeField,
	operatorFields,
} from '../shared/form/conditions';
import { titled } from '../shared/form/fields';
import {
	chosenIn,
	type ConditionForm,
	type ConditionRow,
	conditionsOfRows,
	isCustom,
	type Kind,
} from '../shared/input/conditionRows';
import {
	type Condition,
	conditionsFromJson,
	CUSTOM,
	linkConditions,
} from '../shared/input/conditions';
import { titleCase } from '../shared/input/names';
import { readField, valuesOf } from '../shared/input/rows';
import {
	InvalidValue,
	required,
	rowsOf,
	quote,
	text,
	valuesIn,
	withoutUndefined,
} from '../shared/input/values';
import { KINDS, STARTS_WITH, valuesFields } from './conditionKinds';

/** Whether a custom attribute belongs to contacts or conversations. Without it, a rule acts on the wrong ones. */
const belongsToField: INodeProperties = {
	displayName: 'Belongs To',
	name: 'customAttributeType',
	type: 'options',
	displayOptions: { show: { attribute: [CUSTOM] } },
	description:
		'Whether it is an attribute of the contact or of the conversation. Choose it if you entered a key.',
	default: '',
	options: [
		{ name: 'As the List Says', value: '' },
		{ name: 'Contact', value: 'contact_attribute' },
		{ name: 'Conversation', value: 'conversation_attribute' },
	],
};

/** The contract (2.4) documents only the content. Many servers support the others. */
const ATTRIBUTES = byName(
	...titled('browser_language', 'city', 'company_name', 'conversation_language'),
	...titled('country_code', 'email', 'labels', 'message_type', 'phone_number'),
	...titled('priority', 'status'),
	{ name: 'Assignee', value: 'assignee_id' },
	{ name: 'Custom Attribute', value: CUSTOM },
	{ name: 'Email Subject', value: 'mail_subject' },
	{ name: 'Inbox', value: 'inbox_id' },
	{ name: 'Message Content', value: 'content' },
	{ name: 'Referrer Link', value: 'referer' },
	{ name: 'Team', value: 'team_id' },
);

const FORM: ConditionForm = {
	kinds: KINDS,
	// The other attributes are compared with a list.
	comparesFirst: (kind, operator) =>
		kind.attributes.includes('labels') || isCustom(kind) || operator === STARTS_WITH,
	ofRule: true,
	besideOthers:
		"Some servers then run the rule at the wrong time or never. Use a second rule, or 'Conditions (JSON)'",
	more: belongsTo,
};

/** The field for conditions as rows. The contract (2.4) does not document the attributes and operators. */
export const conditionsField = conditionRows(
	{
		description:
			'Conditions under which the rule runs its actions. Only Message Content and Contains are documented, but many servers support the others.',
	},
	[
		{
			displayName: 'Attribute',
			name: 'attribute',
			type: 'options',
			noDataExpression: true,
			description: 'Attribute of the conversation or its contact to compare',
			default: 'content',
			options: ATTRIBUTES,
		},
		customAttributeField('searchCustomAttributes'),
		belongsToField,
		...operatorFields(KINDS),
		...valuesFields,
	],
);

/**
 * Makes a check that reads conditions from rows. Without rows, the rule keeps its conditions.
 *
 * @param link between rows that have no link of their own
 * @throws InvalidRow that names the row
 */
export function conditionsFromRows(
	link: 'AND' | 'OR',
): (value: unknown, typed?: unknown) => Condition[] | undefined {
	return (value, typed) => {
		const rows = rowsOf(value, 'condition');
		if (rows.length === 0) return undefined;
		return conditionsOfRows(FORM, rows, rowsOf(typed, 'condition'), link);
	};
}

/**
 * Makes a check that reads conditions from JSON. Numbers and objects are sent unchanged, because some rules
 * contain them.
 *
 * @param link between conditions that have no link of their own
 */
export function conditionsOfJson(link: 'AND' | 'OR'): (value: unknown) => Condition[] | undefined {
	return (value) => {
		const conditions = conditionsFromJson(value, (row, check, isNeeded) =>
			valuesOf(row, 'values', isNeeded, check),
		);
		return conditions && linkConditions(conditions, link);
	};
}

/**
 * Whom a custom attribute belongs to: the list knows it of a chosen one. An attribute that the form doesn't list
 * may be a standard one, which belongs to nobody.
 */
function belongsTo(from: ConditionRow, kind: Kind): { custom_attribute_type?: string } {
	if (!isCustom(kind)) return {};
	const { name, owner } = chosenIn(from) ?? {};
	const given = readField(from.row, belongsToField, attributeType);
	const own = owner && `${owner}_attribute`;
	if (own && given && given !== own) {
		throw new InvalidValue(
			`'Belongs To' must be ${titleCase(owner)}, because '${name}' is an attribute of ${owner}s`,
		);
	}
	const isNeeded = from.row.attribute === CUSTOM && own === undefined;
	if (isNeeded) readField(from.row, belongsToField, required(attributeType));
	return withoutUndefined({ custom_attribute_type: own ?? given });
}

function attributeType(value: unknown): string | undefined {
	const given = text(value);
	const types = valuesIn(belongsToField.options as INodePropertyOptions[]);
	const type = types.find((known) => known === given || known === `${given}_attribute`);
	if (given === undefined || type !== undefined) return type;
	throw new InvalidValue(`must be contact or conversation, but is ${quote(value)}`);
}
