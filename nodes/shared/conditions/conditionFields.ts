import type { INodeProperties } from 'n8n-workflow';

import { customAttributeLocator } from '../form/locators';
import { valuesIn } from '../input/checks';
import { attributeChoices, type AttributeKind, ATTRIBUTE_KINDS, TEXT_VALUE } from './attributes';
import { CUSTOM, LINKS, MATCHES } from './conditions';
import { DAYS, type Feature, NO_VALUE } from './operators';

/** The link between rows that have no link of their own. */
export const matchField: INodeProperties = {
	displayName: 'Match',
	name: 'match',
	type: 'options',
	description: 'Whether all conditions must be met or any one of them',
	default: 'all',
	options: MATCHES,
};

/** What the form of each feature says about the attribute, and its list of custom attributes. */
const ATTRIBUTE_FIELDS = {
	filter: {
		description: 'Attribute of the contact to compare',
		start: 'email',
		searchListMethod: 'searchContactAttributes',
	},
	rule: {
		description: 'Attribute of the conversation or its contact to compare',
		start: 'content',
		searchListMethod: 'searchCustomAttributes',
	},
};

/**
 * The field for conditions as rows. The link of a single row is optional, because most filters need only
 * 'Match', and on the last row it has no effect.
 */
export function conditionRowsField(
	feature: Feature,
	{ typeOptions, ...about }: Partial<INodeProperties>,
): INodeProperties {
	const kinds = ATTRIBUTE_KINDS[feature];
	const { description, start, searchListMethod } = ATTRIBUTE_FIELDS[feature];
	const fields: INodeProperties[] = [
		{
			displayName: 'Attribute',
			name: 'attribute',
			type: 'options',
			noDataExpression: true,
			description,
			default: start,
			options: attributeChoices(feature),
		},
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
			...typeOptions,
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
		({ value, splitsAtCommas }) => value.name === TEXT_VALUE && !splitsAtCommas,
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
