import type { INodeProperties } from 'n8n-workflow';

import type { AttributeKind, ChoiceField } from './conditionRows';
import { CUSTOM, DAYS, LINKS, MATCHES, NO_VALUE } from './conditions';
import { countryCodesCheck, textCheck } from './conditionValues';
import { labelTitles } from '../input/rows';
import { type Choice, valuesIn } from '../input/values';
import { byName, titled } from '../form/fields';
import { customAttributeLocator, labelsField } from '../form/locators';

export const NO_MISSING = "Doesn't match if there is no value";

// The operators with their names in the editor. The contract (4.1) has only those of CONTAINS and EQUALS.

export const CONTAINS: Choice[] = [
	{ name: 'Contains', value: 'contains' },
	{
		name: 'Does Not Contain',
		value: 'does_not_contain',
		description: NO_MISSING,
	},
];
export const EQUALS = equality(NO_MISSING);
export const CUSTOM_EQUALS = equality('Also matches if there is no value');
export const LABEL_EQUALS = equality('Also matches if there are no labels');
export const PRESENCE = titled('is_not_present', 'is_present');

/**
 * @param negation what Does Not Equal means for missing values
 * @param compared what counts when whole texts are compared
 */
export function equality(negation: string, compared?: string): Choice[] {
	return [
		{ name: 'Does Not Equal', value: 'not_equal_to', description: negation },
		{ name: 'Equals', value: 'equal_to', description: compared },
	];
}

/** The link between rows that have no link of their own. */
export const matchField: INodeProperties = {
	displayName: 'Match',
	name: 'match',
	type: 'options',
	description: 'Whether all conditions must be met or any one of them',
	default: 'all',
	options: MATCHES,
};

/**
 * The field for the operator, for one kind of attributes. Each kind needs a field with its own name: if the
 * user chooses another attribute, the editor keeps the value of a field with the same name, although that
 * operator may not work with the new attribute.
 *
 * @param start default of a new row
 */
export function operatorField(name: string, start: string, ...options: Choice[]): ChoiceField {
	return {
		displayName: 'Operator',
		name,
		type: 'options',
		description: 'How to compare the attribute with the value',
		default: start,
		options: byName(...options),
	};
}

/** The row's field for a text to compare with. */
const textField: INodeProperties = {
	displayName: 'Value',
	name: 'value',
	type: 'string',
	default: '',
	description: 'Value to compare with',
};

/** Attributes that are compared with texts, each with an example value. */
export function textKinds(
	operator: ChoiceField,
	examples: Record<string, string>,
): AttributeKind[] {
	return Object.entries(examples).map(([attribute, example]) => ({
		attributes: [attribute],
		operator,
		value: { ...textField, placeholder: `e.g. ${example}` },
		check: textCheck,
	}));
}

export function countryCodeKind(operator: ChoiceField): AttributeKind {
	return {
		attributes: ['country_code'],
		operator,
		value: {
			...textField,
			placeholder: 'e.g. FR',
			description: 'Codes of two letters, with commas between them',
		},
		check: countryCodesCheck,
		splitsAtCommas: true,
	};
}

export function labelsKind(operator: ChoiceField): AttributeKind {
	return { attributes: ['labels'], operator, value: labelsField, check: () => labelTitles };
}

/** The value of a custom attribute. */
export const customValueField: INodeProperties = {
	...textField,
	placeholder: 'e.g. gold, 50, true or 2026-01-31',
	hint: 'Enter a value of the type in the list above. A misspelled choice finds nothing.',
};

/**
 * The field for conditions as rows. The link of a single row is optional, because most filters need only
 * 'Match', and on the last row it has no effect.
 *
 * @param attribute the field for the attribute
 * @param searchListMethod the list of custom attributes
 */
export function conditionRowsField(
	about: Partial<Pick<INodeProperties, 'displayName' | 'description' | 'displayOptions'>>,
	attribute: INodeProperties,
	kinds: AttributeKind[],
	searchListMethod: string,
): INodeProperties {
	const fields: INodeProperties[] = [
		attribute,
		...[
			customAttributeLocator('Custom Attribute', 'customAttribute', searchListMethod),
			...kinds.flatMap(({ owner }) => owner?.field ?? []),
		].map((field) => ({ ...field, displayOptions: { show: { attribute: [CUSTOM] } } })),
		...operatorFields(kinds),
		...kinds.flatMap(valueFields),
		commaNotice(kinds),
	];
	return {
		displayName: 'Conditions',
		name: 'conditions',
		type: 'fixedCollection',
		typeOptions: {
			multipleValues: true,
			sortable: true,
			hideOptionalFields: true,
			addOptionalFieldButtonText: 'And/Or to Next',
		},
		placeholder: 'Add Condition',
		default: {},
		...about,
		options: [
			{
				displayName: 'Condition',
				name: 'condition',
				values: [...fields.map(shownAlways), linkField],
			},
		],
	};
}

function shownAlways(field: INodeProperties): INodeProperties {
	return { ...field, typeOptions: { ...field.typeOptions, showEvenWhenOptional: true } };
}

/** Each field for an operator, shown for the attributes of all its kinds. */
function operatorFields(kinds: AttributeKind[]): INodeProperties[] {
	return [...new Set(kinds.map(({ operator }) => operator))].map((operator) => {
		const having = kinds.filter((kind) => kind.operator === operator);
		const attribute = having.flatMap(({ attributes }) => attributes);
		return { ...operator, displayOptions: { show: { attribute } } };
	});
}

/** The fields for the value of a kind, shown only for operators that take it. */
function valueFields({ attributes, operator, value, days }: AttributeKind): INodeProperties[] {
	const offered = valuesIn(operator.options);
	const without = offered.filter((each) => NO_VALUE.includes(each) || (days && each in DAYS));
	const hide = without.length > 0 ? { hide: { [operator.name]: without } } : {};
	const show = { attribute: attributes };
	const shown = [{ ...value, displayOptions: { show, ...hide } }];
	if (!days) return shown;
	const showDays = { ...show, [operator.name]: Object.keys(DAYS) };
	return [...shown, { ...days, displayOptions: { show: showDays } }];
}

function commaNotice(kinds: AttributeKind[]): INodeProperties {
	const withText = kinds.filter(
		({ value, splitsAtCommas }) => value.name === textField.name && !splitsAtCommas,
	);
	const attribute = withText.flatMap(({ attributes }) => attributes);
	return {
		displayName:
			"A comma is part of the value. For several values, add a condition for each and set 'Match' to Any Condition.",
		name: 'commaNotice',
		type: 'notice',
		default: '',
		displayOptions: {
			show: { attribute, value: [{ _cnd: { includes: ',' } }] },
			// An expression may contain a comma.
			hide: { value: [{ _cnd: { startsWith: '=' } }] },
		},
	};
}

const linkField: INodeProperties = {
	displayName: 'And/Or to Next',
	name: 'queryOperator',
	type: 'options',
	default: '',
	options: LINKS,
	description: "Used instead of 'Match' between this condition and the next",
};
