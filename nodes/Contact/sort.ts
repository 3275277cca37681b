import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { byName } from '../shared/form/fields';
import { keyText } from '../shared/input/keys';
import { type Choice, choiceIn, isObject } from '../shared/input/values';
import type { ListOrder } from '../shared/operation';
import { timeOf } from '../shared/output/time';

/** The documented orders of a search (contract, 4.6). */
export const SEARCH_ORDERS: Choice[] = [
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

function sortField(options: Choice[], description: string): INodeProperties {
	return {
		displayName: 'Sort',
		name: 'sort',
		type: 'options',
		default: 'name',
		options,
		description,
	};
}

const WHOLE_ORDER =
	"With 'Return All', contacts with equal values are sorted by further fields if the service allows it.";

/** The order of a search. */
export const searchSortField = sortField(SEARCH_ORDERS, `Order of the contacts. ${WHOLE_ORDER}`);

const FILTER_ORDERS = byName(...SEARCH_ORDERS, ...CREATED);

/** The order of a filter, which is undocumented. */
export const filterSortField = sortField(
	FILTER_ORDERS,
	`Order of the contacts. Undocumented, but supported by many servers. For another order, use an expression that returns a field name; a minus in front means descending. ${WHOLE_ORDER}`,
);

/** Reads the order of a filter: choices or names of other fields, with commas between them. */
export function filterSort(value: unknown): string | undefined {
	const keys = keyText(value)?.split(',');
	return keys?.map((key) => choiceIn(FILTER_ORDERS, key)?.value ?? key).join(',');
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
	if (sort === undefined) return { keys: WHOLE_LIST };
	const places = sort.split(',').map((key) => APPLIED.indexOf(withoutMinus(key)));
	const behind = places.includes(-1) ? [] : APPLIED.slice(Math.max(...places) + 1);
	const [first] = sort.split(',');
	return {
		keys: [sort, ...behind.filter((key) => key !== CHANGING)].join(','),
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
