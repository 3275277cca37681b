import { filterContacts } from '../../nodes/Contact/operations/filter';
import { condition, type OperationCase } from '../operationCase';
import { CONTACT_NOT_FOUND, SIMPLE_CONTACT } from '../simpleContact';

const URL = '/api/v1/accounts/27/contacts/filter';
const EMAIL = { attribute: 'email', operator: 'contains', value: '@example.com' };

export const operationCase: OperationCase = {
	node: 'contact',
	operation: filterContacts,
	exchanges: [
		{
			title: 'with one condition',
			parameters: {
				conditions: { condition: [{ attribute: 'city', operator: 'equal_to', value: 'Nowhere' }] },
			},
			sends: {
				url: `${URL}?page=1`,
				body: { payload: [condition('city', 'equal_to', ['Nowhere'])] },
			},
			gives: () => [],
		},
		{
			title: 'with rows of conditions',
			parameters: {
				specifyConditions: 'fields',
				match: 'mixed',
				conditions: {
					condition: [
						{ attribute: 'city', operator: 'equal_to', value: 'Berlin', queryOperator: 'OR' },
						{ attribute: 'name', operator: 'contains', value: ['Quispe', 'Tanaka'] },
						{
							attribute: 'customAttribute',
							customAttribute: 'plan',
							customOperator: 'equal_to',
							value: 'starter',
							queryOperator: 'OR',
						},
					],
				},
				limit: 1,
			},
			sends: {
				url: `${URL}?page=1`,
				body: {
					payload: [
						condition('city', 'equal_to', ['Berlin'], 'OR'),
						condition('name', 'contains', ['Quispe', 'Tanaka'], 'AND'),
						condition('plan', 'equal_to', ['starter']),
					],
				},
			},
			gives: () => [
				expect.objectContaining({ id: 3, created_at: expect.stringMatching(/^2025-.*Z$/) }),
			],
		},
		{
			title: 'for any of the conditions, with a day in the time zone of the workflow, one page',
			timezone: 'America/Lima',
			parameters: {
				match: 'any',
				conditions: {
					condition: [
						{ attribute: 'created_at', timeOperator: 'is_greater_than', date: '2030-02-03' },
						{ attribute: 'blocked', exactOperator: 'equal_to', blocked: 'true' },
					],
				},
				options: { page: 40 },
			},
			sends: {
				url: `${URL}?page=40`,
				body: {
					payload: [
						condition('created_at', 'is_greater_than', ['2030-02-03T00:00:00-05:00'], 'OR'),
						condition('blocked', 'equal_to', ['true']),
					],
				},
			},
			undocumented: ['body.payload[].filter_operator'],
			gives: () => [],
		},
		{
			title: 'with Return All',
			parameters: {
				conditions: { condition: [{ attribute: 'city', operator: 'equal_to', value: 'Nowhere' }] },
				returnAll: true,
			},
			sends: {
				url: `${URL}?sort=created_at%2Cname%2Cemail%2Cphone_number&page=1`,
				body: { payload: [condition('city', 'equal_to', ['Nowhere'])] },
			},
			// The contract has one sort key at most, so a service by its letter refuses those of Return All.
			sendsThen: (dialect) => (dialect === 'documented' ? [`${URL}?page=1`] : []),
			undocumented: ['query.sort'],
			gives: () => [],
		},
		{
			title: 'with JSON and without Simplify, one page',
			parameters: {
				specifyConditions: 'json',
				conditionsJson:
					'[{"attribute_key": "identifier", "filter_operator": "equal_to", "values": "example-000003", "query_operator": "and"}, {"attribute_key": "name", "filter_operator": "does_not_contain", "values": ["Zoë"], "query_operator": "OR"}]',
				returnAll: true,
				simplify: false,
				options: { page: 1 },
			},
			sends: {
				url: `${URL}?page=1`,
				body: {
					payload: [
						condition('identifier', 'equal_to', ['example-000003'], 'AND'),
						condition('name', 'does_not_contain', ['Zoë']),
					],
				},
			},
			gives: () => [
				expect.objectContaining({ id: 3, thumbnail: '', blocked: false, contact_inboxes: [] }),
			],
		},
		{
			title: 'with a sort order',
			parameters: {
				conditions: { condition: [{ attribute: 'city', operator: 'equal_to', value: 'Nowhere' }] },
				options: { sort: '-name' },
			},
			sends: {
				url: `${URL}?sort=-name&page=1`,
				body: { payload: [condition('city', 'equal_to', ['Nowhere'])] },
			},
			undocumented: ['query.sort'],
		},
	],
	output: SIMPLE_CONTACT,
	example: {
		conditions: {
			condition: [EMAIL, { attribute: 'blocked', exactOperator: 'equal_to', blocked: 'false' }],
		},
		limit: 5,
	},
	surprises: [
		'Chatwoot compares texts and dates [in its own way](../compatibility.md#servers). In the Last X Days may find up to a day more, and Before the Last X Days may miss up to a day.',
		'With Match set to Mixed, A Or B And C means A Or (B And C).',
		'For another order, use an expression that returns a field name, with a minus for descending.',
	],
	failures: [
		{
			cause: 'The expression of a value returns nothing',
			parameters: {
				conditions: {
					condition: [{ attribute: 'email', operator: 'equal_to', value: '={{ $json.email }}' }],
				},
			},
		},
		{
			cause: 'The service does not know an operator in Conditions (JSON)',
			parameters: {
				specifyConditions: 'json',
				conditionsJson:
					'[{"attribute_key": "created_at", "filter_operator": "days_before", "values": ["30"]}]',
			},
		},
	],
	failureNote: CONTACT_NOT_FOUND,
	scenario: {
		parameters: {
			conditions: {
				condition: [{ attribute: 'city', operator: 'equal_to', value: '={{ $json.city }}' }],
			},
			limit: 2,
		},
		items: [{ city: 'Berlin' }, { city: 'Paris' }, { city: 'Lima' }],
	},
};
