import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { byName } from '../shared/form/conditions';
import type { ListOrder } from '../shared/operation';

/** The documented orders of a search (contract, 4.6). */
export const SEARCH_ORDERS: INodePropertyOptions[] = [
	{ name: 'Email (A to Z)', value: 'email' },
	{ name: 'Email (Z to A)', value: '-email' },
	{ name: 'Last Activity (Newest First)', value: '-last_activity_at' },
	{ name: 'Last Activity (Oldest First)', value: 'last_activity_at' },
	{ name: 'Name (A to Z)', value: 'name' },
	{ name: 'Name (Z to A)', value: '-name' },
	{ name: 'Phone Number (Ascending)', value: 'phone_number' },
	{ name: 'Phone Number (Descending)', value: '-phone_number' },
];

const CREATED: INodePropertyOptions[] = [
	{ name: 'Created At (Newest First)', value: '-created_at' },
	{ name: 'Created At (Oldest First)', value: 'created_at' },
];

function sortField(options: INodePropertyOptions[], description: string): INodeProperties {
	const [{ value: start }] = options.filter(({ value }) => value === 'name');
	return {
		displayName: 'Sort',
		name: 'sort',
		type: 'options',
		default: start,
		options,
		description,
	};
}

const WHOLE_ORDER =
	"With 'Return All', the node also sorts by creation time, name, email and phone number: where contacts are equal, a server may repeat some and skip others.";

/** The order of a search. */
export const searchSortField = sortField(SEARCH_ORDERS, `Order of the contacts. ${WHOLE_ORDER}`);

/** The order of a filter, which is undocumented. */
export const filterSortField = sortField(
	byName(...SEARCH_ORDERS, ...CREATED),
	`Order of the contacts. Undocumented, but supported by many servers. For another order, use an expression that returns a field name; a minus in front means descending. ${WHOLE_ORDER}`,
);

/** Behind these keys hardly two contacts are equal. The first one never changes. */
const WHOLE_LIST = ['created_at', 'name', 'email', 'phone_number'];

/**
 * The order of a list of contacts.
 *
 * @param parameter name of the query parameter for the order
 * @param sort the keys that the user chose, such as `-name,email`
 */
export function orderOf(parameter: string, sort?: string): ListOrder {
	const chosen = sort?.split(',') ?? [];
	const others = WHOLE_LIST.filter((key) => !chosen.some((one) => one.replace(/^-/, '') === key));
	return { parameter, whole: [...chosen, ...others].join(',') };
}
