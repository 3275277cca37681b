import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { type ChoiceField, CUSTOM, type Kind, NO_VALUE } from '../input/conditions';
import { titled } from './fields';
import { customAttributeLocator, labelsField } from './locators';

/** The four operators of the contract (4.1), with their names in the editor. */
export const CONTAINS = titled('contains', 'does_not_contain');
export const EQUALS: INodePropertyOptions[] = [
	{ name: 'Does Not Equal', value: 'not_equal_to' },
	{ name: 'Equals', value: 'equal_to' },
];

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

/**
 * The row's field for the value of a custom attribute.
 *
 * @param otherwise operators that take no value, or take it from another field
 */
export function customValueField(
	valueField: INodeProperties,
	...otherwise: string[]
): INodeProperties {
	return {
		...valueField,
		displayOptions: { show: { attribute: [CUSTOM] }, hide: { customOperator: otherwise } },
		placeholder: 'e.g. gold, 50, true or 2026-01-31',
		hint: "Enter a value of the type that the list shows behind the attribute's name",
	};
}

/** The row's field for the labels to compare with. Their operator may take none. */
export const labelValueField: INodeProperties = {
	...labelsField,
	displayOptions: { show: { attribute: ['labels'] }, hide: { recordOperator: NO_VALUE } },
};

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
		"Overrides 'Match' between this condition and the next. Ignored on the last condition.",
};
