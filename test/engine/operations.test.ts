import type { IDataObject } from 'n8n-workflow';

import { DIALECT_NAMES, type DialectName, type RecordedRequest } from '../../tools/sandbox';
import { sandboxForTests } from '../sandbox/support';
import { type NodeRun, runNode } from './harness';
import { byId } from './scenarios';

const NOW = Date.UTC(2026, 0, 2, 3, 4, 5);
const running = sandboxForTests({ now: () => NOW, contacts: 40 });

/** What Node and the engine put onto every request themselves. */
const TRANSPORT_HEADERS = ['accept-encoding', 'connection', 'content-length', 'host', 'user-agent'];

interface ExpectedRequest {
	method: string;
	/** Path with query. */
	url: string;
	/** Left out where the request has none. */
	body?: unknown;
}

interface Case extends Pick<NodeRun, 'node' | 'parameters' | 'timezone'> {
	title: string;
	request: ExpectedRequest;
	/** The json of the output items, by dialect where they differ. */
	gives: IDataObject[] | Record<DialectName, IDataObject[]>;
}

const RULE_1 = {
	id: 1,
	account_id: 1,
	name: 'Label billing questions',
	description: 'Adds the label billing where a message speaks of an invoice',
	event_name: 'message_created',
	conditions: [
		{
			attribute_key: 'content',
			filter_operator: 'contains',
			values: ['invoice', 'payment'],
			query_operator: null,
		},
	],
	actions: [{ action_name: 'add_label', action_params: ['billing'] }],
	created_on: 1735689600,
	active: true,
};

const APPOINTMENT_2 = {
	id: 2,
	contact_id: 2,
	service_id: 3,
	provider_id: 3,
	appointment_at: '2026-01-01T02:00:00.000Z',
	status: 'pending',
	notes: 'First visit',
	cancellation_reason: '',
	conversation_id: 102,
	created_at: '2025-01-01T00:02:00.000Z',
};

const CREATED = {
	id: 43,
	name: 'Ada Byron',
	email: 'ada@new.example',
	phone_number: '+15551234567',
	identifier: 'customer-1',
	blocked: true,
	availability_status: 'offline',
	additional_attributes: { city: 'Paris', country_code: 'FR' },
	custom_attributes: { plan: 'gold', score: 7, vip: true, tags: ['a', 'b'] },
	created_at: NOW / 1000,
};

const API_INBOX = {
	id: 4,
	name: 'API',
	avatar_url: '',
	channel_id: 14,
	channel_type: 'Channel::Api',
	provider: null,
};

function rows(...assignments: Array<[name: string, value: unknown, type: string]>): IDataObject {
	return {
		assignments: assignments.map(([name, value, type], index) => ({
			id: String(index),
			name,
			value: value as string,
			type,
		})),
	};
}

const CASES: Case[] = [
	{
		title: 'contact create with every field',
		node: 'contact',
		parameters: {
			operation: 'create',
			inboxId: { __rl: true, mode: 'list', value: '4', cachedResultName: 'API' },
			name: 'Ada Byron',
			email: 'ada@new.example',
			phoneNumber: '+15551234567',
			customAttributes: rows(['score', 7, 'number'], ['vip', true, 'boolean']),
			customAttributesJson: '{"plan": "gold", "score": 1, "tags": ["a", "b"]}',
			additionalAttributes: rows(['city', 'Paris', 'string']),
			additionalAttributesJson: '={{ { country_code: "FR" } }}',
			additionalFields: {
				avatarUrl: 'https://images.example.com/ada.png',
				blocked: true,
				identifier: 'customer-1',
			},
		},
		request: {
			method: 'POST',
			url: '/api/v1/accounts/1/contacts',
			body: {
				inbox_id: 4,
				name: 'Ada Byron',
				email: 'ada@new.example',
				blocked: true,
				phone_number: '+15551234567',
				avatar_url: 'https://images.example.com/ada.png',
				identifier: 'customer-1',
				additional_attributes: { country_code: 'FR', city: 'Paris' },
				custom_attributes: { plan: 'gold', score: 7, tags: ['a', 'b'], vip: true },
			},
		},
		gives: {
			documented: [
				{
					...CREATED,
					thumbnail: 'https://images.example.com/ada.png',
					last_activity_at: null,
					contact_inboxes: [{ source_id: expect.any(String), inbox: API_INBOX }],
				},
			],
			upstream: [
				{
					...CREATED,
					thumbnail: '',
					contact_inboxes: [{ source_id: expect.any(String), inbox: API_INBOX }],
					contact_inbox: {
						source_id: expect.any(String),
						// The service sends the secrets of the inbox as well: they stay out of items.
						inbox: { ...API_INBOX, provider: undefined },
					},
				},
			],
		},
	},
	{
		title: 'contact filter with rows of conditions',
		node: 'contact',
		parameters: {
			operation: 'filter',
			conditions: {
				condition: [
					{ attribute: 'city', operator: 'equal_to', value: 'Berlin', queryOperator: 'OR' },
					{ attribute: 'name', operator: 'contains', value: ['Quispe', 'Tanaka'] },
					{
						attribute: 'customAttribute',
						customAttribute: 'plan',
						operator: 'not_equal_to',
						value: 'free',
						queryOperator: 'OR',
					},
				],
			},
			limit: 1,
		},
		request: {
			method: 'POST',
			url: '/api/v1/accounts/1/contacts/filter?page=1',
			body: {
				payload: [
					{
						attribute_key: 'city',
						filter_operator: 'equal_to',
						values: ['Berlin'],
						query_operator: 'OR',
					},
					{
						attribute_key: 'name',
						filter_operator: 'contains',
						values: ['Quispe', 'Tanaka'],
						query_operator: 'AND',
					},
					{
						attribute_key: 'plan',
						filter_operator: 'not_equal_to',
						values: ['free'],
						query_operator: null,
					},
				],
			},
		},
		gives: [
			{
				id: 3,
				name: 'Nadia Tanaka',
				email: 'nadia.tanaka.3@example.com',
				phone_number: '+902120000003',
				identifier: 'example-000003',
				custom_attributes: { plan: 'starter', score: 87 },
				created_at: 1735689780,
				created_at_iso: '2025-01-01T00:03:00.000Z',
				last_activity_at: expect.any(Number),
				last_activity_at_iso: expect.any(String),
			},
		],
	},
	{
		title: 'contact filter with JSON, sorted, as the service sends it',
		node: 'contact',
		parameters: {
			operation: 'filter',
			specifyConditions: 'json',
			conditionsJson:
				'[{"attribute_key": "identifier", "filter_operator": "equal_to", "values": "example-000003", "query_operator": "and"}, {"attribute_key": "name", "filter_operator": "does_not_contain", "values": ["Zoë"], "query_operator": "OR"}]',
			simplify: false,
			options: { sort: '-name' },
		},
		request: {
			method: 'POST',
			url: '/api/v1/accounts/1/contacts/filter?sort=-name&page=1',
			body: {
				payload: [
					{
						attribute_key: 'identifier',
						filter_operator: 'equal_to',
						values: ['example-000003'],
						query_operator: 'AND',
					},
					{
						attribute_key: 'name',
						filter_operator: 'does_not_contain',
						values: ['Zoë'],
						query_operator: null,
					},
				],
			},
		},
		gives: [expect.objectContaining({ id: 3, thumbnail: '', blocked: false, contact_inboxes: [] })],
	},
	{
		title: 'contact search with a sort order',
		node: 'contact',
		parameters: {
			operation: 'search',
			query: 'nadia.tanaka+3 & co?',
			options: { sort: '-last_activity_at' },
		},
		request: {
			method: 'GET',
			url: '/api/v1/accounts/1/contacts/search?q=nadia.tanaka%2B3%20%26%20co%3F&sort=-last_activity_at&page=1',
		},
		gives: [],
	},
	{
		title: 'automation rule update with every field in rows',
		node: 'automationRule',
		parameters: {
			operation: 'update',
			automationRuleId: byId('1'),
			updateFields: {
				name: 'Refunds',
				description: 'Labels refunds',
				eventName: 'conversation_updated',
				active: false,
				conditions: {
					condition: [
						{ attribute: 'content', operator: 'contains', value: 'refund', queryOperator: 'OR' },
						{ attribute: 'inbox_id', operator: 'equal_to', recordId: 2, queryOperator: 'OR' },
					],
				},
				actions: {
					action: [
						{ actionName: 'add_label', labels: 'refund, urgent' },
						{ actionName: 'assign_team', id: '4' },
						{ actionName: 'change_priority', changePriority: 'high' },
						{ actionName: 'mute_conversation' },
						{ actionName: 'send_message', text: 'Thank you, we look into it.' },
					],
				},
			},
		},
		request: {
			method: 'PATCH',
			url: '/api/v1/accounts/1/automation_rules/1',
			body: {
				name: 'Refunds',
				description: 'Labels refunds',
				event_name: 'conversation_updated',
				active: false,
				conditions: [
					{
						attribute_key: 'content',
						filter_operator: 'contains',
						values: ['refund'],
						query_operator: 'OR',
					},
					{
						attribute_key: 'inbox_id',
						filter_operator: 'equal_to',
						values: [2],
						query_operator: null,
					},
				],
				actions: [
					{ action_name: 'add_label', action_params: ['refund', 'urgent'] },
					{ action_name: 'assign_team', action_params: [4] },
					{ action_name: 'change_priority', action_params: ['high'] },
					{ action_name: 'mute_conversation', action_params: [] },
					{ action_name: 'send_message', action_params: ['Thank you, we look into it.'] },
				],
			},
		},
		gives: [
			expect.objectContaining({
				id: 1,
				name: 'Refunds',
				description: 'Labels refunds',
				event_name: 'conversation_updated',
				active: false,
			}),
		],
	},
	{
		title: 'automation rule update with JSON that leaves as it is',
		node: 'automationRule',
		parameters: {
			operation: 'update',
			automationRuleId: byId(1),
			updateFields: {
				conditionsJson:
					'[{"attribute_key": "status", "filter_operator": "attribute_changed", "values": {"from": ["open"], "to": ["resolved"]}}]',
				actionsJson:
					'[{"action_name": "send_email_to_team", "action_params": [{"team_ids": [1], "message": "Look"}]}]',
			},
		},
		request: {
			method: 'PATCH',
			url: '/api/v1/accounts/1/automation_rules/1',
			body: {
				conditions: [
					{
						attribute_key: 'status',
						filter_operator: 'attribute_changed',
						values: { from: ['open'], to: ['resolved'] },
						query_operator: null,
					},
				],
				actions: [
					{
						action_name: 'send_email_to_team',
						action_params: [{ team_ids: [1], message: 'Look' }],
					},
				],
			},
		},
		gives: [expect.objectContaining({ id: 1, name: RULE_1.name, active: true })],
	},
	{
		title: 'automation rule update that only switches the rule off',
		node: 'automationRule',
		parameters: {
			operation: 'update',
			automationRuleId: byId('1'),
			updateFields: { active: false },
		},
		request: {
			method: 'PATCH',
			url: '/api/v1/accounts/1/automation_rules/1',
			body: { active: false },
		},
		gives: [{ ...RULE_1, active: false }],
	},
	{
		title: 'messaging flow create with every field',
		node: 'messagingFlow',
		parameters: {
			operation: 'create',
			name: 'Booking',
			inboxId: byId('3'),
			endpointUri: 'https://flows.example.com/booking',
			flowJson: '{"version": "7.0", "screens": [{"id": "START"}]}',
			categories: ['APPOINTMENT_BOOKING', 'OTHER'],
		},
		request: {
			method: 'POST',
			url: '/api/v1/accounts/1/messaging_flows',
			body: {
				name: 'Booking',
				inbox_id: 3,
				endpoint_uri: 'https://flows.example.com/booking',
				flow_json: { version: '7.0', screens: [{ id: 'START' }] },
				categories: ['APPOINTMENT_BOOKING', 'OTHER'],
			},
		},
		gives: [
			{
				id: 2,
				name: 'Booking',
				status: 'draft',
				endpoint_uri: 'https://flows.example.com/booking',
				inbox_id: 3,
				categories: ['APPOINTMENT_BOOKING', 'OTHER'],
				partner_flow_id: 'flow-1002',
				created_at: '2026-01-02T03:04:05.000Z',
			},
		],
	},
	{
		title: 'appointment reschedule with every field, in the time zone of the workflow',
		node: 'appointment',
		timezone: 'America/Sao_Paulo',
		parameters: {
			operation: 'reschedule',
			appointmentId: '2',
			appointmentAt: '2027-03-01T10:00:00',
			additionalFields: { notes: 'Asked for a later time' },
		},
		request: {
			method: 'POST',
			url: '/api/v1/accounts/1/appointments/2/reschedule',
			body: { appointment_at: '2027-03-01T10:00:00-03:00', notes: 'Asked for a later time' },
		},
		gives: [
			{
				...APPOINTMENT_2,
				appointment_at: '2027-03-01T10:00:00-03:00',
				notes: 'Asked for a later time',
			},
		],
	},
	{
		title: 'appointment complete, which has no body',
		node: 'appointment',
		parameters: { operation: 'complete', appointmentId: 2 },
		request: { method: 'POST', url: '/api/v1/accounts/1/appointments/2/complete' },
		gives: [{ ...APPOINTMENT_2, status: 'completed' }],
	},
	{
		title: 'inbox agents, one item each',
		node: 'inbox',
		parameters: { operation: 'getAgents', inboxId: byId('2'), simplify: false },
		request: { method: 'GET', url: '/api/v1/accounts/1/inbox_members/2' },
		gives: [
			expect.objectContaining({ id: 1, name: 'Ada Byron', role: 'administrator' }),
			expect.objectContaining({ id: 2, name: 'Grace Murray', role: 'agent' }),
			expect.objectContaining({ id: 4, name: 'Katherine Coleman', role: 'agent' }),
		],
	},
	{
		title: 'integration apps, their hooks without settings',
		node: 'integration',
		parameters: { operation: 'getApps' },
		request: { method: 'GET', url: '/api/v1/accounts/1/integrations/apps' },
		gives: [
			{
				id: 'openai',
				name: 'OpenAI',
				description: 'Suggests replies',
				hook_type: 'account',
				enabled: true,
				allow_multiple_hooks: false,
				hooks: [{ id: 1, app_id: 'openai', status: true, inbox: null, hook_type: 'account' }],
			},
			expect.objectContaining({ id: 'dialogflow' }),
			expect.objectContaining({ id: 'slack', hooks: [] }),
			expect.objectContaining({ id: 'webhook', hooks: [] }),
		],
	},
	{
		title: 'agent bot delete, which answers with nothing',
		node: 'agentBot',
		parameters: { operation: 'delete', agentBotId: byId('2') },
		request: { method: 'DELETE', url: '/api/v1/accounts/1/agent_bots/2' },
		gives: [{ deleted: true, id: 2 }],
	},
	{
		title: 'label delete, which answers with nothing',
		node: 'label',
		parameters: { operation: 'delete', labelId: byId('7') },
		request: { method: 'DELETE', url: '/api/v1/accounts/1/labels/7' },
		gives: [{ deleted: true, id: 7 }],
	},
	{
		title: 'the report, with free query parameters',
		node: 'outboundReport',
		parameters: {
			operation: 'getByTemplate',
			options: {
				queryParameters: {
					parameter: [
						{ name: 'since', value: '1767225600' },
						{ name: 'until', value: '' },
						{ name: 'a b', value: 'c&d' },
					],
				},
			},
		},
		request: {
			method: 'GET',
			url: '/api/v2/accounts/1/outbound_reports/by_template?since=1767225600&a%20b=c%26d',
		},
		gives: [
			{
				template_name: 'order_confirmation',
				language: 'en',
				category: 'UTILITY',
				total_sent: 1840,
				total_delivered: 1812,
				total_read: 1540,
				total_failed: 28,
				delivery_rate: 0.9848,
				read_rate: 0.837,
			},
			...Array.from({ length: 6 }, () =>
				expect.objectContaining({ template_name: expect.any(String) }),
			),
		],
	},
	{
		title: 'catalog push with a source catalog',
		node: 'catalog',
		parameters: {
			operation: 'pushToPartner',
			catalogId: '1',
			additionalFields: { sourceCatalogId: '3' },
		},
		request: {
			method: 'POST',
			url: '/api/v1/accounts/1/catalogs/1/push_to_partner',
			body: { source_catalog_id: 3 },
		},
		gives: {
			documented: [{ pushed: true, id: 1, products: 5 }],
			upstream: [{ pushed: true, id: 1 }],
		},
	},
	{
		title: 'catalog push without a body',
		node: 'catalog',
		parameters: { operation: 'pushToPartner', catalogId: '1' },
		request: { method: 'POST', url: '/api/v1/accounts/1/catalogs/1/push_to_partner' },
		gives: {
			documented: [{ pushed: true, id: 1, products: 12 }],
			upstream: [{ pushed: true, id: 1 }],
		},
	},
];

/** The headers that the package and its credential decide on. */
function ownHeaders({ headers }: RecordedRequest): RecordedRequest['headers'] {
	return Object.fromEntries(
		Object.entries(headers).filter(([name]) => !TRANSPORT_HEADERS.includes(name)),
	);
}

function expectedHeaders({ body }: ExpectedRequest): RecordedRequest['headers'] {
	return {
		accept: 'application/json',
		api_access_token: 'sandbox-token',
		...(body !== undefined && { 'content-type': 'application/json' }),
	};
}

describe.each(DIALECT_NAMES)('in the %s dialect', (dialect) => {
	beforeEach(() => running().setDialect(dialect));

	describe.each(CASES)('$title', ({ node, parameters, timezone, request, gives }) => {
		it('sends exactly the documented request and gives one flat, paired item per record', async () => {
			const { error, main, requests } = await runNode(running(), { node, parameters, timezone });

			expect(error).toBeUndefined();
			expect(requests).toHaveLength(1);
			const [{ method, url, rawBody, problem }] = requests;
			expect({ method, url, problem }).toEqual({
				method: request.method,
				url: request.url,
				problem: undefined,
			});
			expect(rawBody === '' ? undefined : JSON.parse(rawBody)).toEqual(request.body);
			expect(ownHeaders(requests[0])).toEqual(expectedHeaders(request));

			const expected = Array.isArray(gives) ? gives : gives[dialect];
			expect(main).toEqual(expected.map((json) => ({ json, pairedItem: { item: 0 } })));
		});
	});
});

it('sends the token in the other header where the credential says so', async () => {
	const { requests } = await runNode(running(), {
		node: 'integration',
		parameters: { operation: 'getApps' },
		credential: { tokenHeader: 'api-access-token' },
	});
	expect(ownHeaders(requests[0])).toEqual({
		accept: 'application/json',
		'api-access-token': 'sandbox-token',
	});
});

it('uses the account of the node instead of that of the credential', async () => {
	const { requests } = await runNode(running(), {
		node: 'label',
		parameters: { operation: 'delete', options: { accountId: '={{ 2 }}' }, labelId: byId('7') },
	});
	expect(requests.map(({ path }) => path)).toEqual(['/api/v1/accounts/2/labels/7']);
});

it('calls the search text and the order as the server calls them', async () => {
	const { requests } = await runNode(running(), {
		node: 'contact',
		parameters: {
			operation: 'search',
			query: 'ada',
			options: { queryParameterName: 'query', sortParameterName: 'order', sort: '-name' },
		},
	});
	expect(requests[0].query).toEqual({ query: 'ada', order: '-name', page: '1' });
});
