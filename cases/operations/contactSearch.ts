import { searchContacts } from '../../nodes/Contact/operations/search';
import { type OperationCase } from '../operationCase';
import { CONTACT_NOT_FOUND, SIMPLE_CONTACT } from '../simpleContact';

const URL = '/api/v1/accounts/27/contacts/search';

export const operationCase: OperationCase = {
	node: 'contact',
	operation: searchContacts,
	exchanges: [
		{
			title: 'with a text',
			parameters: { query: 'nadia.tanaka+3 & co?' },
			sends: { url: `${URL}?q=nadia.tanaka%2B3%20%26%20co%3F&page=1` },
			undocumented: ['query.q'],
			gives: () => [],
		},
		{
			title: 'with a sort order, at most one page',
			parameters: {
				query: 'nadia.tanaka.3@',
				limit: 3,
				simplify: false,
				options: { sort: '-last_activity_at' },
			},
			sends: { url: `${URL}?q=nadia.tanaka.3%40&sort=-last_activity_at&page=1` },
			undocumented: ['query.q', 'query.sort'],
			gives: () => [expect.objectContaining({ id: 3, blocked: false })],
		},
		{
			title: 'with a limit, in the order of the service',
			parameters: { query: 'nadia.tanaka.4', limit: 15 },
			sends: { url: `${URL}?q=nadia.tanaka.4&page=1` },
			undocumented: ['query.q'],
			gives: () => [],
		},
		{
			title: 'with a page number',
			parameters: { query: 'example', options: { page: 90 } },
			sends: { url: `${URL}?q=example&page=90` },
			undocumented: ['query.q'],
			gives: () => [],
		},
		{
			title: 'with Return All',
			parameters: { query: 'nobody', returnAll: true },
			sends: { url: `${URL}?q=nobody&sort=created_at%2Cname%2Cemail%2Cphone_number&page=1` },
			sendsThen: (dialect) => (dialect === 'documented' ? [`${URL}?q=nobody&page=1`] : []),
			undocumented: ['query.q', 'query.sort'],
			gives: () => [],
		},
		{
			title: 'with another name of the query parameter',
			parameters: {
				query: 'nobody',
				returnAll: true,
				options: { queryParameterName: 'query', sort: '-name', page: 1 },
			},
			sends: { url: `${URL}?query=nobody&sort=-name&page=1` },
		},
	],
	output: SIMPLE_CONTACT,
	example: { query: 'example.com', limit: 20 },
	surprises: [
		'Chatwoot has [wildcards](../compatibility.md#servers), and compares identifiers with upper and lower case.',
	],
	failures: [
		{ cause: 'The expression returns nothing', parameters: { query: '={{ $json.email }}' } },
	],
	failureNote: CONTACT_NOT_FOUND,
	scenario: {
		parameters: { query: '={{ $json.query }}', limit: 2 },
		items: [{ query: 'example' }, { query: 'Ana' }, { query: '+4930' }],
	},
};
