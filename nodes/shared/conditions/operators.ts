/** The operators of conditions, and the fields of the form that have them. */

import { byName, ChoiceField, titled } from '../form/fields';
import type { Choice } from '../input/checks';

/** What has conditions: a contact filter or an automation rule. */
export type Feature = 'filter' | 'rule';

/** Operators that take no value. */
export const NO_VALUE = ['is_present', 'is_not_present'];

export const CONTAINS_OPERATORS = ['contains', 'does_not_contain'];

/** Operators that compare sizes or times. */
export const ORDER = { after: 'is_greater_than', before: 'is_less_than' };
export const ORDER_OPERATORS = [ORDER.after, ORDER.before];

/** The form's operators that count days from today, and the operators that are sent in their place. */
export const DAYS: Record<string, string | undefined> = {
	within_days: ORDER.after,
	days_before: ORDER.before,
};

const NO_MISSING = "Doesn't match if there is no value";
/** Chatwoot stores a missing name as an empty text. */
const NO_MISSING_BUT_NAME = `${NO_MISSING}, except for Name`;

/** Equals and Does Not Equal. Their descriptions say what missing values and case mean, which differs. */
function equality(notEquals = NO_MISSING, equals?: string): Choice[] {
	return [
		{ name: 'Does Not Equal', value: 'not_equal_to', description: notEquals },
		{ name: 'Equals', value: 'equal_to', description: equals },
	];
}

// The operators with their names in the editor. The contract (4.1) has only those of CONTAINS and of equality.

function containing(notContains = NO_MISSING): Choice[] {
	return [
		{ name: 'Contains', value: 'contains' },
		{ name: 'Does Not Contain', value: 'does_not_contain', description: notContains },
	];
}
const CONTAINS = containing();
const RULE_EQUALS = equality(
	NO_MISSING,
	'Case-sensitive on many servers, except for Message Content',
);
const CUSTOM_EQUALS = equality('Also matches if there is no value');
const PRESENCE = titled('is_not_present', 'is_present');
const DAYS_AGO: Choice[] = [
	{
		name: 'In the Last X Days',
		value: 'within_days',
		description: 'Today and the X days before it',
	},
	{ name: 'Before the Last X Days', value: 'days_before', description: 'More than X days ago' },
];

/**
 * A field for the operator. Each set of operators needs a field with its own name: if the user chooses another attribute,
 * the editor keeps the value of a field with the same name, although the new attribute may not have that operator.
 */
function operatorField(name: string, start: string, ...options: Choice[]): ChoiceField {
	return {
		displayName: 'Operator',
		name,
		type: 'options',
		description: 'How to compare the attribute with the value',
		default: start,
		options: byName(...options),
	};
}

/** The sets of operators, by what they compare. The names of their fields are stored in workflows. */
export const OPERATORS = {
	filter: {
		text: operatorField(
			'operator',
			'equal_to',
			...equality(NO_MISSING_BUT_NAME),
			...containing(NO_MISSING_BUT_NAME),
		),
		exact: operatorField('exactOperator', 'equal_to', ...equality()),
		record: operatorField(
			'recordOperator',
			'equal_to',
			...equality('Also matches if there are no labels'),
			...PRESENCE,
		),
		time: operatorField(
			'timeOperator',
			ORDER.after,
			{ name: 'Is After', value: ORDER.after },
			{ name: 'Is Before', value: ORDER.before },
			...DAYS_AGO,
		),
		custom: operatorField(
			'customOperator',
			'equal_to',
			...CUSTOM_EQUALS,
			...CONTAINS,
			...PRESENCE,
			{ name: 'Is Greater Than / After', value: ORDER.after },
			{ name: 'Is Less Than / Before', value: ORDER.before },
			...DAYS_AGO,
		),
	},
	rule: {
		// As in the contract's example, because hardly any message equals a text.
		text: operatorField('operator', 'contains', ...RULE_EQUALS, ...CONTAINS),
		phone: operatorField(
			'phoneOperator',
			'contains',
			...equality(),
			...CONTAINS,
			...titled('starts_with'),
		),
		exact: operatorField('exactOperator', 'equal_to', ...RULE_EQUALS),
		record: operatorField('recordOperator', 'equal_to', ...equality(), ...PRESENCE),
		// Does Not Equal would find conversations that have another label too.
		label: operatorField(
			'labelOperator',
			'equal_to',
			{ name: 'Equals', value: 'equal_to' },
			...PRESENCE,
		),
		custom: operatorField('customOperator', 'equal_to', ...CONTAINS, ...CUSTOM_EQUALS, ...PRESENCE),
	},
} satisfies Record<Feature, Record<string, ChoiceField>>;
