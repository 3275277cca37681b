import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { type ChoiceField, CUSTOM, type Kind } from '../input/conditions';
import { titled } from './fields';
import { customAttributeLocator } from './locators';

/** What the contract's four operators (4.1) are called in the editor. */
export const CONTAINS = titled('contains', 'does_not_contain');
export const EQUALS: INodePropertyOptions[] = [
	{ name: 'Equals', value: 'equal_to' },
	{ name: 'Does Not Equal', value: 'not_equal_to' },
];

/** Choices as n8n lists them: by name. */
export function byName(...options: INodePropertyOptions[]): INodePropertyOptions[] {
	return options.sort((a, b) => a.name.localeCompare(b.name));
}

/** How the rows are linked where they do not say it themselves. */
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
 * A builder of conditions: what all of them have, around the fields of one row. A row's own link is
 * added where it is wanted: on the last row it would lead nowhere.
 */
export function conditionRows(
	about: Pick<INodeProperties, 'description' | 'displayOptions'>,
	values: INodeProperties[],
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
				values: [...values.map(shownAlways), linkField],
			},
		],
	};
}

function shownAlways(field: INodeProperties): INodeProperties {
	return { ...field, typeOptions: { ...field.typeOptions, showEvenWhenOptional: true } };
}

/**
 * A row's field for how attributes of one kind are compared. Each kind has a field with a name of its
 * own: when another attribute is chosen, the editor keeps what a field of the same name holds, and it
 * may not fit.
 *
 * @param start what a new row starts with
 */
export function operatorField(
	name: string,
	options: INodePropertyOptions[],
	start = options[0].value,
): ChoiceField {
	return {
		displayName: 'Operator',
		name,
		type: 'options',
		description: 'How to compare the attribute with the value',
		default: start,
		options,
	};
}

/** The operators of each kind, shown for its attributes. */
export function operatorFields(kinds: Kind[]): INodeProperties[] {
	return kinds.map(({ attributes, operator }) => ({
		...operator,
		displayOptions: { show: { attribute: attributes } },
	}));
}

/** The row's field for the key of an attribute of the account's own. */
export function customAttributeField(
	searchListMethod: string,
	show: Record<string, string[]> = {},
): INodeProperties {
	return {
		...customAttributeLocator('Custom Attribute', 'customAttribute', searchListMethod),
		displayOptions: { show: { attribute: [CUSTOM], ...show } },
	};
}

const linkField: INodeProperties = {
	displayName: 'Link to Next Condition',
	name: 'queryOperator',
	type: 'options',
	default: '',
	options: [
		{ name: 'Same as Match', value: '' },
		{ name: 'And', value: 'AND' },
		{ name: 'Or', value: 'OR' },
	],
	description:
		"How to link this condition to the next one, if not as 'Match' says. Ignored on the last condition.",
};
