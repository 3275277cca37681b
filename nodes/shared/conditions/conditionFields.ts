/** The conditions of a filter or a rule on its form: Match, and rows. */
import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { notice } from '../form/fields';
import { customAttributeLocator } from '../form/locators';
import { IS_LIST, IS_NO_LIST } from './customAttribute';
import { type Choice, choice, valuesIn } from '../input/checks';
import { type Attribute, attributeChoices, ATTRIBUTES, CUSTOM, TEXT_VALUE } from './attributes';
import { readField } from '../input/rows';
import { DAYS, type Feature, NO_VALUE } from './operators';

/** How a condition is linked to the next one. */
export type Link = 'AND' | 'OR';

const MATCHES: Choice[] = [
	{ name: 'All Conditions', value: 'all' },
	{ name: 'Any Condition', value: 'any' },
];

/** The link between rows. A rule that mixes And and Or can be written as JSON. */
export const matchField: INodeProperties = {
	displayName: 'Match',
	name: 'match',
	type: 'options',
	description:
		"Whether all conditions must be met or any one of them. To mix And and Or, use 'Conditions (JSON)'.",
	default: 'all',
	options: MATCHES,
};

const MIXED: Choice = { name: 'Mixed: Set It in Each Condition', value: 'mixed' };

/** Match in a filter, where it decides whether each row has a link of its own. */
export const filterMatchField: INodeProperties = {
	...matchField,
	description: 'Whether all conditions must be met, any one of them, or what each says',
	options: [...MATCHES, MIXED],
};

const match = choice(MATCHES);

/** The link that Match selects. */
export function matchLink(value: unknown): Link {
	return match(value) === 'any' ? 'OR' : 'AND';
}

/** Reads the link of a row. */
export type ReadLink = (row: IDataObject) => Link;

/** Makes a function that reads the row's own link, or takes another one. */
export function ownLinkOr(otherLink: Link): ReadLink {
	return (row) => readField(row, linkField, choice(LINKS)) ?? otherLink;
}

/** How the rows of a filter are linked. If Match is an expression, n8n fills in the links of rows, which nobody chose. */
export function filterLink(value: unknown): ReadLink {
	const chosen = choice([...MATCHES, MIXED])(value);
	return chosen === MIXED.value ? ownLinkOr('AND') : () => matchLink(chosen);
}

const LINKS: Array<Choice<Link>> = [
	{ name: 'And', value: 'AND' },
	{ name: 'Or', value: 'OR' },
];

/**
 * The link of a row in a filter to the next one, if Match is mixed. Rules have none: their Match is an entry of a
 * collection, and n8n drops saved links under a condition on it when it loads the workflow.
 */
const linkField: INodeProperties = {
	displayName: 'And/Or to Next',
	name: 'queryOperator',
	type: 'options',
	default: 'AND',
	options: LINKS,
	displayOptions: { show: { '/match': [MIXED.value] } },
	description: 'Link to the next condition. In the last one, it has no effect.',
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

/** The field for conditions as rows. */
export function conditionRowsField(
	feature: Feature,
	about: Partial<INodeProperties>,
): INodeProperties {
	const attributes = ATTRIBUTES[feature];
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
			...attributes.flatMap(({ owner }) => owner?.field ?? []),
		].map((field) => ({ ...field, displayOptions: { show: { attribute: [CUSTOM] } } })),
		...operatorFields(attributes),
		...valueFields(attributes),
		...commaNotices(attributes),
		partNotice,
	];
	return {
		displayName: 'Conditions',
		name: 'conditions',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, sortable: true },
		placeholder: 'Add Condition',
		default: {},
		...about,
		options: [
			{
				displayName: 'Condition',
				name: 'condition',
				values: feature === 'filter' ? [...fields, linkField] : fields,
			},
		],
	};
}

/** Each field for an operator, shown for the attributes that have it. */
function operatorFields(attributes: Attribute[]): INodeProperties[] {
	return distinct(attributes, ({ operator }) => operator).map(([{ operator }, names]) => ({
		...operator,
		displayOptions: { show: { attribute: names } },
	}));
}

/** Each field for a value, shown for the attributes that have it and for the operators that take it. */
function valueFields(attributes: Attribute[]): INodeProperties[] {
	return distinct(attributes, ({ value }) => value).flatMap(fieldsOfValue);
}

function fieldsOfValue([{ operator, value }, names]: [
	Attribute,
	names: string[],
]): INodeProperties[] {
	const { field, daysField, listField } = value;
	const without = valuesIn(operator.options).filter(
		(name) => NO_VALUE.includes(name) || (daysField && name in DAYS),
	);
	const hide = without.length > 0 && { [operator.name]: without };
	const show = { attribute: names };
	if (listField) {
		return [
			{ ...field, displayOptions: { show, hide: { ...hide, customAttribute: IS_LIST } } },
			{ ...listField, displayOptions: { show, hide: { ...hide, customAttribute: IS_NO_LIST } } },
		];
	}
	const shown = [{ ...field, displayOptions: { show, ...(hide && { hide }) } }];
	if (!daysField) return shown;
	const showDays = { ...show, [operator.name]: Object.keys(DAYS) };
	return [...shown, { ...daysField, displayOptions: { show: showDays } }];
}

/** The first attribute with each operator or value, and the names of all that share it. */
function distinct(
	attributes: Attribute[],
	partOf: (attribute: Attribute) => object,
): Array<[first: Attribute, names: string[]]> {
	return [...new Set(attributes.map(partOf))].map((part) => {
		const having = attributes.filter((attribute) => partOf(attribute) === part);
		return [having[0], having.map(({ attribute }) => attribute)];
	});
}

/** A notice about a comma in a text, for each set of operators. n8n 1.123 fails where a condition reads a hidden field. */
function commaNotices(attributes: Attribute[]): INodeProperties[] {
	const texts = attributes.filter(
		({ value }) => value.field.name === TEXT_VALUE && !value.splitsAtCommas,
	);
	return distinct(texts, ({ operator }) => operator).map(([{ operator, value }, names]) =>
		notice('commaNotice', COMMA, {
			show: {
				attribute: names,
				[operator.name]: valuesIn(operator.options).filter((name) => !NO_VALUE.includes(name)),
				...(value.listField && { customAttribute: IS_NO_LIST }),
				value: [{ _cnd: { includes: ',' } }],
			},
		}),
	);
}

const COMMA =
	"A comma is part of the value. For several values, add a condition for each and set 'Match' to Any Condition.";

/** A name or a domain equals no email address, so such a condition finds nobody. */
const partNotice = notice(
	'partNotice',
	'Equals needs the whole email address. For a part of it, use Contains.',
	{
		show: { attribute: ['email'], operator: ['equal_to'] },
		hide: { value: ['', { _cnd: { includes: '@' } }, { _cnd: { startsWith: '=' } }] },
	},
);
