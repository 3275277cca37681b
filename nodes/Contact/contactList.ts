import type { IDataObject, INodeProperties, NodeHint } from 'n8n-workflow';

import { byName } from '../shared/form/fields';
import { keyText } from '../shared/input/keys';
import {
	refusingEmptyExpression,
	type Choice,
	choiceIn,
	labelsOf,
	positiveInteger,
} from '../shared/input/checks';
import { readLimit } from '../shared/input/parameters';
import { commaList } from '../shared/input/rows';
import { isObject, quote } from '../shared/values';
import { InvalidValue } from '../shared/input/invalidValue';
import type { ListOrder, ReadParameter } from '../shared/operation';
import { timeOf } from '../shared/response/records';

/*
 * What Search and Filter have in common: the page, the order, and the hint of an empty result.
 */

/** n8n ends a branch without items, which surprises whoever goes on if nobody is found. A tool has no branch. */
export const noMatchHint: NodeHint = {
	message:
		"If no contact matches, the workflow ends here. To go on, turn on 'Always Output Data' in Settings, and test in an If node whether {{ $json.id }} exists.",
	location: 'outputPane',
	whenToDisplay: 'beforeExecution',
	displayCondition: '={{ $parameter.operation !== "create" && !$parameter.descriptionType }}',
};

/** n8n puts an empty item in place of an output without items, but not in place of each item without a match. */
export const missingMatchesHint: NodeHint = {
	message:
		"Items without a match are missing here. To find them, run this node in 'Loop Over Items' with one item each, and turn on 'Always Output Data' in its Settings.",
	location: 'outputPane',
	whenToDisplay: 'afterExecution',
	displayCondition:
		'={{ $parameter.operation !== "create" && !$parameter.descriptionType && $input.all().length > 1 }}',
};

/** A typed choice isn't compared with those of the service, which only the editor loads. */
export const typedChoiceHint: NodeHint = {
	message:
		"A value of a list attribute was typed and isn't checked. If no contact is found, choose it under 'From list'.",
	type: 'warning',
	location: 'outputPane',
	displayCondition:
		'={{ $parameter.operation === "filter" && ($rawParameter.conditions?.condition ?? []).some(({ choice }) => choice?.mode === "value" && choice.value && !String(choice.value).startsWith("=")) }}',
};

/** The option for one page of a list (contract, 4.1 and 4.6). */
export const pageField: INodeProperties = {
	displayName: 'Page',
	name: 'page',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 1,
	description: "Page to return, instead of what 'Return All' and 'Limit' say",
};

/** Reads whether to return one page of a list or a number of records. */
export function readExtent(read: ReadParameter): { page?: number; limit?: number } {
	const page = read('options.page', refusingEmptyExpression(positiveInteger));
	return page === undefined ? { limit: readLimit(read) } : { page };
}

/** The documented orders of a search (contract, 4.6). */
const SEARCH_ORDERS: Choice[] = [
	{ name: 'Email (A to Z)', value: 'email' },
	{ name: 'Email (Z to A)', value: '-email' },
	{ name: 'Last Activity (Newest First)', value: '-last_activity_at' },
	{ name: 'Last Activity (Oldest First)', value: 'last_activity_at' },
	{ name: 'Name (A to Z)', value: 'name' },
	{ name: 'Name (Z to A)', value: '-name' },
	{ name: 'Phone Number (Ascending)', value: 'phone_number' },
	{ name: 'Phone Number (Descending)', value: '-phone_number' },
];

const CREATED: Choice[] = [
	{ name: 'Created At (Newest First)', value: '-created_at' },
	{ name: 'Created At (Oldest First)', value: 'created_at' },
];

function sortField(options: Choice[]): INodeProperties {
	return {
		displayName: 'Sort',
		name: 'sort',
		type: 'options',
		default: 'name',
		options,
		description: 'Order of the contacts',
	};
}

/** The order of a search. */
export const searchSortField = sortField(SEARCH_ORDERS);

const FILTER_ORDERS = byName(...SEARCH_ORDERS, ...CREATED);

/** The order of a filter, which is undocumented. */
export const filterSortField = sortField(FILTER_ORDERS);

/** Reads the order of a filter: choices or names of other fields, with commas between them. */
export function filterSort(value: unknown): string | undefined {
	return sortKeys(value, FILTER_ORDERS)?.join(',');
}

/** Reads the order of a search: one choice, or several with commas between them. */
export function searchSort(value: unknown): string | undefined {
	const keys = sortKeys(value, SEARCH_ORDERS);
	if (keys?.every((key) => choiceIn(SEARCH_ORDERS, key)) ?? true) return keys?.join(',');
	throw new InvalidValue(
		`must be ${labelsOf(SEARCH_ORDERS)}, or several with commas between them, but is ${quote(value)}`,
	);
}

function sortKeys(value: unknown, choices: Choice[]): string[] | undefined {
	return commaList((key) => choiceIn(choices, key)?.value ?? keyText(key))(value);
}

/** Keys that leave few ties. */
const WHOLE_LIST = 'created_at,name,email,phone_number';

/** The order in which Chatwoot applies the keys of a sort, wherever they stand. Other keys come last. */
const APPLIED = ['email', 'name', 'phone_number', 'last_activity_at', 'created_at'];

/** Writes to a contact change it, so the node doesn't add it. */
const CHANGING = 'last_activity_at';

/**
 * The order of a whole list of contacts, so that each keeps its place from page to page. Behind the keys of the
 * user come those that Chatwoot applies after them.
 *
 * @param sort the keys that the user chose, such as `-name,email`
 */
export function orderOf(sort?: string): ListOrder {
	if (sort === undefined) return { sort: WHOLE_LIST };
	const places = sort.split(',').map((key) => APPLIED.indexOf(withoutMinus(key)));
	const behind = places.includes(-1) ? [] : APPLIED.slice(Math.max(...places) + 1);
	const [first] = sort.split(',');
	return {
		sort: [sort, ...behind.filter((key) => key !== CHANGING)].join(','),
		sortValue: (contact) => sortValue(contact, withoutMinus(first), first.startsWith('-') ? -1 : 1),
	};
}

function withoutMinus(key: string): string {
	return key.replace(/^-/, '');
}

/** What places a contact: a number, or a text that only the service compares. What has no time comes last. */
function sortValue(contact: IDataObject, key: string, sign: number): unknown {
	const { additional_attributes: attributes } = contact;
	const value = contact[key] ?? (isObject(attributes) ? attributes[key] : null) ?? null;
	const place = key.endsWith('_at') ? (timeOf(value)?.getTime() ?? sign * Infinity) : value;
	return typeof place === 'number' ? sign * place : place;
}
