import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { type ChoiceField, type Kind, VALUE } from '../input/conditionRows';
import { CUSTOM, NO_VALUE } from '../input/conditions';
import { titled } from './fields';
import { customAttributeLocator, labelsField } from './locators';

export const NO_MISSING = "Doesn't match a missing value";

/** The four operators of the contract (4.1), with their names in the editor. */
export const CONTAINS: INodePropertyOptions[] = [
	{
		name: 'Contains',
		value: 'contains',
		description: 'On many servers, % stands for any text and _ for any character',
	},
	{
		name: 'Does Not Contain',
		value: 'does_not_contain',
		description: NO_MISSING,
	},
];
export const EQUALS = equality(NO_MISSING);
export const CUSTOM_EQUALS = equality(
	'Also matches a missing value. Use it without other conditions, or with Any Condition.',
);
export const LABEL_EQUALS = equality('Also matches if there are no labels');
export const PRESENCE = titled('is_not_present', 'is_present');

/**
 * @param negation what Does Not Equal means for missing values
 * @param compared what counts when whole texts are compared
 */
export function equality(negation: string, compared?: string): INodePropertyOptions[] {
	return [
		{ name: 'Does Not Equal', value: 'not_equal_to', description: negation },
		{ name: 'Equals', value: 'equal_to', description: compared },
	];
}

/** Options sorted by name, as n8n requires. */
export function byName(...options: INodePropertyOptions[]): INodePropertyOptions[] {
	return options.sort((a, b) => a.name.localeCompare(b.name));
}

/** The link between rows that have no link of their own. */
export const matchField: INodeProperties = {
	displayName: 'Match',
	name: 'match',
	type: 'options',
	description: 'Whether all conditions must be met or any one of them',
	default: 'all',
	options: [
		{ name: 'All Conditions', value: 'all' },
		{ name: 'Any Condition', value: 'any' },
	],
};

/**
 * The field for conditions as rows. The link of a single row is optional, because most filters need only
 * 'Match', and on the last row it has no effect.
 *
 * @param rowFields the fields of a row, without the link
 */
export function conditionRows(
	about: Pick<INodeProperties, 'description' | 'displayOptions'>,
	rowFields: INodeProperties[],
): INodeProperties {
	return {
		displayName: 'Conditions',
		name: 'conditions',
		type: 'fixedCollection',
		typeOptions: {
			multipleValues: true,
			sortable: true,
			hideOptionalFields: true,
			addOptionalFieldButtonText: 'Add Link to Next Condition',
		},
		placeholder: 'Add Condition',
		default: {},
		...about,
		options: [
			{
				displayName: 'Condition',
				name: 'condition',
				values: [...rowFields.map(shownAlways), linkField],
			},
		],
	};
}

function shownAlways(field: INodeProperties): INodeProperties {
	return { ...field, typeOptions: { ...field.typeOptions, showEvenWhenOptional: true } };
}

/**
 * The field for the operator, for one kind of attributes. Each kind needs a field with its own name: if the
 * user chooses another attribute, the editor keeps the value of a field with the same name, although that
 * operator may not work with the new attribute.
 *
 * @param start default of a new row
 */
export function operatorField(
	name: string,
	start: string,
	...options: INodePropertyOptions[]
): ChoiceField {
	return {
		displayName: 'Operator',
		name,
		type: 'options',
		description: 'How to compare the attribute with the value',
		default: start,
		options: byName(...options),
	};
}

/** The operators of each kind, shown for its attributes. */
export function operatorFields(kinds: Kind[]): INodeProperties[] {
	return kinds.map(({ attributes, operator }) => ({
		...operator,
		displayOptions: { show: { attribute: attributes } },
	}));
}

/** The field for the key of a custom attribute in a row. */
export function customAttributeField(
	searchListMethod: string,
	show: Record<string, string[]> = {},
): INodeProperties {
	return {
		...customAttributeLocator('Custom Attribute', 'customAttribute', searchListMethod),
		displayOptions: { show: { attribute: [CUSTOM], ...show } },
	};
}

/** The row's field for a text to compare with. */
const valueField: INodeProperties = {
	...VALUE,
	type: 'string',
	default: '',
	description:
		'Value to compare with. For several values, use an expression that returns a list, such as ["a", "b"].',
};

/**
 * The row's fields for texts and for the value of a custom attribute.
 *
 * @param examples an example value for each attribute
 * @param otherwise operators of custom attributes that take no value, or take it from another field
 */
export function valueFields(
	examples: Record<string, string>,
	...otherwise: string[]
): INodeProperties[] {
	const texts = Object.entries(examples).map(([attribute, example]) => ({
		...valueField,
		displayOptions: { show: { attribute: [attribute] } },
		placeholder: `e.g. ${example}`,
	}));
	const custom = {
		...valueField,
		displayOptions: { show: { attribute: [CUSTOM] }, hide: { customOperator: otherwise } },
		placeholder: 'e.g. gold, 50, true or 2026-01-31',
		hint: "Enter a value of the type that the list shows behind the attribute's name",
	};
	const attribute = [...Object.keys(examples), CUSTOM];
	const commaNotice: INodeProperties = {
		displayName:
			"The comma is part of the value. To compare with several values, switch 'Value' to Expression and enter a list, such as {{ ['bill', 'payment'] }}.",
		name: 'commaNotice',
		type: 'notice',
		default: '',
		displayOptions: {
			show: { attribute, value: [{ _cnd: { includes: ',' } }] },
			// An expression may contain a comma.
			hide: { value: [{ _cnd: { startsWith: '=' } }] },
		},
	};
	return [...texts, custom, commaNotice];
}

/** The row's field for the labels to compare with. Their operator may take none. */
export function labelValueField(operator: string): INodeProperties {
	return {
		...labelsField,
		displayOptions: { show: { attribute: ['labels'] }, hide: { [operator]: NO_VALUE } },
	};
}

const linkField: INodeProperties = {
	displayName: 'Link to Next Condition',
	name: 'queryOperator',
	type: 'options',
	default: '',
	options: [
		{ name: 'And', value: 'AND' },
		{ name: 'Or', value: 'OR' },
		{ name: 'Same as Match', value: '' },
	],
	description:
		"Overrides 'Match' between this condition and the next. A Or B And C means A Or (B And C). Ignored on the last condition.",
};
