import { recordList } from '../../shared/response/records';
import { limitField, returnAllField, simplifyField, textField } from '../../shared/form/fields';
import type { Operation } from '../../shared/operation';
import { keyText, searchText } from '../../shared/input/keys';
import { required } from '../../shared/input/checks';
import { quote } from '../../shared/values';
import { InvalidValue } from '../../shared/input/invalidValue';
import { simpleContact } from '../contact';
import {
	missingMatchesHint,
	noMatchHint,
	orderOf,
	pageField,
	readExtent,
	searchSort,
	searchSortField,
} from '../contactList';

/** Search contacts by name, identifier, email or phone number (contract, 4.6). */
export const searchContacts: Operation = {
	safety: 'safe',
	name: 'Search',
	value: 'search',
	action: 'Search contacts',
	description: 'Find contacts by a part of their name, email, phone number or identifier',
	endpoint: { method: 'GET', url: '/api/v1/accounts/{account_id}/contacts/search' },
	inChatwoot: true,
	fields: [
		{
			...textField(
				'Query',
				'query',
				'Part of the name, email, phone number or identifier of a contact',
				'rossi',
			),
			required: true,
			hint: 'To find exactly one contact, use Filter',
		},
		{
			...returnAllField,
			// Chatwoot names no total from 4.11 on, so a deletion can't be noticed.
			hint: 'A contact may be missing if another is deleted meanwhile',
		},
		limitField,
		simplifyField,
	],
	options: [
		pageField,
		searchSortField,
		{
			displayName: 'Query Parameter Name',
			name: 'queryParameterName',
			type: 'string',
			default: 'q',
			description: 'Name that your server uses for the query, if not q',
		},
	],
	hints: [noMatchHint, missingMatchesHint],
	request: (read) => {
		const { page, limit } = readExtent(read);
		const sort = read('options.sort', searchSort);
		const key = read('options.queryParameterName', queryName) ?? 'q';
		return {
			query: { [key]: read('query', required(searchText)), sort, page },
			limit,
			order: orderOf(sort),
			simplify: simpleContact,
		};
	},
	records: recordList,
};

/** The name of the query parameter, which the contract (4.6) does not document. */
function queryName(value: unknown): string | undefined {
	const name = keyText(value);
	if (name !== 'page' && name !== 'sort') return name;
	throw new InvalidValue(`is ${quote(name)}, but the node uses this name for another parameter`);
}
