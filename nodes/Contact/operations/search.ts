import { recordList } from '../../shared/output/body';
import { PAGE_SIZE } from '../../shared/output/pagedList';
import { limitField, returnAllField, simplifyField } from '../../shared/form/fields';
import type { ReadOperation } from '../../shared/operation';
import {
	inWords,
	InvalidValue,
	keyword,
	required,
	shown,
	text,
	valuesIn,
} from '../../shared/input/values';
import { simpleContact } from '../contact';
import { pageField, readExtent } from '../page';

/** The contract's sort attributes (4.6). */
const SORT_OPTIONS = [
	{ name: 'Email (A to Z)', value: 'email' },
	{ name: 'Email (Z to A)', value: '-email' },
	{ name: 'Last Activity (Newest First)', value: '-last_activity_at' },
	{ name: 'Last Activity (Oldest First)', value: 'last_activity_at' },
	{ name: 'Name (A to Z)', value: 'name' },
	{ name: 'Name (Z to A)', value: '-name' },
	{ name: 'Phone Number (Ascending)', value: 'phone_number' },
	{ name: 'Phone Number (Descending)', value: '-phone_number' },
];

/** Search contacts by name, identifier, email or phone number (contract, 4.6). */
export const searchContacts: ReadOperation = {
	kind: 'read',
	name: 'Search',
	value: 'search',
	action: 'Search contacts',
	description: 'Search contacts by a part of their name, email, phone number or identifier',
	endpoint: { method: 'GET', url: '/api/v1/accounts/{account_id}/contacts/search' },
	fields: [
		{
			displayName: 'Query',
			name: 'query',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. rossi',
			description:
				'Part of the name, email, phone number or identifier to look for. Only resolved contacts are found: those with an email, phone number or identifier.',
		},
		returnAllField,
		limitField,
		simplifyField,
	],
	options: [
		pageField,
		{
			displayName: 'Sort',
			name: 'sort',
			type: 'options',
			default: 'name',
			options: SORT_OPTIONS,
			description:
				'Order of the contacts. Without it, lists of several pages are sorted by name: unsorted, a server may repeat or miss contacts.',
		},
		{
			displayName: 'Query Parameter Name',
			name: 'queryParameterName',
			type: 'string',
			default: 'q',
			description: 'How your server calls the search text, if not q',
		},
		{
			displayName: 'Sort Parameter Name',
			name: 'sortParameterName',
			type: 'string',
			default: 'sort',
			description: 'How your server calls the order, if not sort',
		},
	],
	request: (read) => {
		const { page, limit } = readExtent(read);
		// The contract does not show the names of these two; the family's servers call them q and sort.
		const key = read('options.queryParameterName', text) ?? 'q';
		const sortKey = read('options.sortParameterName', text) ?? 'sort';
		return {
			query: {
				[key]: read('query', required(text)),
				[sortKey]: read('options.sort', sortKeys) ?? (isOnePage(limit) ? undefined : 'name'),
				page,
			},
			limit,
			simplify: simpleContact,
		};
	},
	records: recordList,
};

/** Whether all that is wanted is on the first page. */
function isOnePage(limit?: number): boolean {
	return limit !== undefined && limit <= PAGE_SIZE;
}

/** One attribute to sort by, or several with commas between them. */
function sortKeys(value: unknown): string | undefined {
	const keys = keyword(value)
		?.split(',')
		.map((key) => key.trim());
	const known = valuesIn(SORT_OPTIONS);
	if (!keys || keys.every((key) => known.includes(key))) return keys?.join(',');
	throw new InvalidValue(
		`must be ${inWords(known)}, or several with commas between them, but is ${shown(value)}`,
	);
}
