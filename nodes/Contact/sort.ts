import type { INodeProperties, INodePropertyOptions, NodeHint } from 'n8n-workflow';

import { byName } from '../shared/form/conditions';

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

/** The order of a search. */
export const searchSortField = sortField(
	SEARCH_ORDERS,
	'Order of the contacts. Without it, the node sorts lists of several pages by name: in an unsorted list, a server may repeat or skip contacts.',
);

/** The order of a filter, which is undocumented. */
export const filterSortField = sortField(
	byName(...SEARCH_ORDERS, ...CREATED),
	'Order of the contacts. Undocumented, but supported by many servers. For another order, use an expression that returns a field name; a minus in front means descending.',
);

/**
 * The one way in which a list can be incomplete without a failure: Search has no total on many servers. README,
 * docs/rules.md and docs/reliability.md have the same sentence.
 */
export const LIST_EXCEPTION =
	'If contacts change while Search reads several pages, some may be missing: use Filter, whose total is known.';

/** A hint where contacts are likely to change their order. n8n lets no declarative node add hints to a run. */
export const orderHint: NodeHint = {
	message: `${LIST_EXCEPTION} Or sort by name or email, which rarely change.`,
	location: 'outputPane',
	displayCondition:
		'={{ $parameter.returnAll && /last_activity_at/.test($parameter.options.sort) && !$parameter.options.page }}',
};
