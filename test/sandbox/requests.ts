import type { OperationName } from '../../tools/sandbox';
import { account } from './support';

export interface ValidRequest {
	operation: OperationName;
	method: string;
	path: string;
	body?: unknown;
}

/** One request for each of the thirteen operations that the contract allows and that succeeds. */
export const VALID_REQUESTS: readonly ValidRequest[] = [
	{
		operation: 'contactFilter',
		method: 'POST',
		path: account('contacts/filter?page=1'),
		body: {
			payload: [
				{
					attribute_key: 'city',
					filter_operator: 'equal_to',
					values: ['Berlin'],
					query_operator: null,
				},
			],
		},
	},
	{
		operation: 'contactCreate',
		method: 'POST',
		path: account('contacts'),
		body: {
			inbox_id: 1,
			name: 'Ada',
			email: 'ada@test.example',
			custom_attributes: { plan: 'gold' },
		},
	},
	{ operation: 'contactSearch', method: 'GET', path: account('contacts/search?q=example') },
	{
		operation: 'automationRuleUpdate',
		method: 'PATCH',
		path: account('automation_rules/1'),
		body: { active: false },
	},
	{
		operation: 'messagingFlowCreate',
		method: 'POST',
		path: account('messaging_flows'),
		body: {
			name: 'Sign up',
			inbox_id: 3,
			endpoint_uri: 'https://flows.example.com/new',
			flow_json: { version: '6.0', screens: [{ id: 'START' }] },
			categories: ['SIGN_UP'],
		},
	},
	{
		operation: 'appointmentReschedule',
		method: 'POST',
		path: account('appointments/1/reschedule'),
		body: { appointment_at: '2027-03-01T10:00:00+01:00', notes: 'Moved' },
	},
	{
		operation: 'appointmentComplete',
		method: 'POST',
		path: account('appointments/2/complete'),
	},
	{ operation: 'inboxGetAgents', method: 'GET', path: account('inbox_members/1') },
	{ operation: 'integrationGetApps', method: 'GET', path: account('integrations/apps') },
	{ operation: 'agentBotDelete', method: 'DELETE', path: account('agent_bots/1') },
	{ operation: 'labelDelete', method: 'DELETE', path: account('labels/1') },
	{
		operation: 'outboundReportGetByTemplate',
		method: 'GET',
		path: '/api/v2/accounts/1/outbound_reports/by_template',
	},
	{
		operation: 'catalogPushToPartner',
		method: 'POST',
		path: account('catalogs/1/push_to_partner'),
		body: { source_catalog_id: 2 },
	},
];
