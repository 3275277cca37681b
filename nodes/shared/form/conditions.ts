import type { IDisplayOptions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { CUSTOM, hasOperator, type Kind } from '../input/conditions';
import { titled } from './fields';
import { recordLocator } from './locators';

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
	description: 'How the conditions given here are linked',
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
			addOptionalFieldButtonText: 'Add Link to Next',
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
 * The operators of each kind. When another attribute is chosen, the editor keeps the operator: one
 * that does not fit is shown by a second field, which says so and offers those that do.
 */
export function operatorFields(kinds: Kind[]): INodeProperties[] {
	const all = kinds.flatMap(({ operators }) => operators);
	return kinds.flatMap((kind) => {
		const { attributes: attribute, operators } = kind;
		const others = all.filter(({ value }, index) => {
			const isFirst = all.findIndex((other) => other.value === value) === index;
			return isFirst && !hasOperator(kind, value);
		});
		if (others.length === 0) return [operatorField(operators, { show: { attribute } })];
		const operator = others.map(({ value }) => value);
		return [
			operatorField(operators, { show: { attribute }, hide: { operator } }),
			operatorField([...operators, ...others.map(unfit)], { show: { attribute, operator } }),
		];
	});
}

function unfit({ name, value }: INodePropertyOptions): INodePropertyOptions {
	return { name: `${name} (Choose Another)`, value, disabled: true };
}

/** All start with Equals: the editor keeps one default by name. */
function operatorField(
	options: INodePropertyOptions[],
	displayOptions: IDisplayOptions,
): INodeProperties {
	return {
		displayName: 'Operator',
		name: 'operator',
		type: 'options',
		description: 'How it is compared',
		displayOptions,
		default: 'equal_to',
		options,
	};
}

/** The row's field for the key of an attribute of the account's own. */
export function customAttributeField(
	searchListMethod: string,
	show: Record<string, string[]> = {},
): INodeProperties {
	return {
		...recordLocator({
			displayName: 'Custom Attribute',
			name: 'customAttribute',
			description: 'Choose an attribute, or enter its key as in the settings of custom attributes',
			searchListMethod,
			typed: { displayName: 'By Key', name: 'key', placeholder: 'e.g. plan' },
		}),
		displayOptions: { show: { attribute: [CUSTOM], ...show } },
	};
}

const linkField: INodeProperties = {
	displayName: 'Link to Next',
	name: 'queryOperator',
	type: 'options',
	default: '',
	options: [
		{ name: 'And', value: 'AND' },
		{ name: 'As Match Says', value: '' },
		{ name: 'Or', value: 'OR' },
	],
	description: "How this condition is linked to the next one, where 'Match' does not fit",
};
