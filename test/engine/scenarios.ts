import type { IDataObject } from 'n8n-workflow';

import type { State } from '../../tools/sandbox';
import type { ContractOperation } from '../../tools/sandbox/operations';
import type { NodeRun } from './harness';

/** One operation on three input items that a fresh sandbox serves without complaint. */
export interface Scenario extends Pick<NodeRun, 'node' | 'parameters'> {
	/** What the sandbox calls the operation. */
	operation: ContractOperation;
	/** What users call it. */
	title: string;
	/** Method and path template, as the contract has them. */
	endpoint: string;
	/** The json of each input item; parameters point into it. */
	items: IDataObject[];
	/** Whether a second request for the same item does no harm. */
	repeatable: boolean;
	/** Makes of the seeded records three that the operation can be used on. */
	prepare?: (state: State) => void;
}

/** A resource locator with an ID from the input item. */
export function byId(value: unknown): IDataObject {
	return { __rl: true, mode: 'id', value: value as string };
}

const IDS = [{ id: 1 }, { id: 2 }, { id: 3 }];

/** The thirteen operations, in the order of the contract. */
export const SCENARIOS: readonly Scenario[] = [
	{
		operation: 'contactFilter',
		title: 'Contact: Filter',
		endpoint: 'POST /api/v1/accounts/{account_id}/contacts/filter',
		node: 'contact',
		parameters: {
			operation: 'filter',
			specifyConditions: 'fields',
			conditions: {
				condition: [{ attribute: 'city', operator: 'equal_to', value: '={{ $json.city }}' }],
			},
			limit: 2,
		},
		items: [{ city: 'Berlin' }, { city: 'Paris' }, { city: 'Lima' }],
		repeatable: true,
	},
	{
		operation: 'automationRuleUpdate',
		title: 'Automation Rule: Update',
		endpoint: 'PATCH /api/v1/accounts/{account_id}/automation_rules/{id}',
		node: 'automationRule',
		parameters: {
			operation: 'update',
			automationRuleId: byId('={{ $json.id }}'),
			updateFields: { active: false },
		},
		items: IDS,
		repeatable: false,
	},
	{
		operation: 'contactCreate',
		title: 'Contact: Create',
		endpoint: 'POST /api/v1/accounts/{account_id}/contacts',
		node: 'contact',
		parameters: { operation: 'create', name: '={{ $json.name }}', email: '={{ $json.email }}' },
		items: [
			{ name: 'Ada', email: 'ada@new.example' },
			{ name: 'Bob', email: 'bob@new.example' },
			{ name: 'Cleo', email: 'cleo@new.example' },
		],
		repeatable: false,
	},
	{
		operation: 'messagingFlowCreate',
		title: 'Messaging Flow: Create',
		endpoint: 'POST /api/v1/accounts/{account_id}/messaging_flows',
		node: 'messagingFlow',
		parameters: {
			operation: 'create',
			name: '={{ $json.name }}',
			inboxId: byId('3'),
			flowJson: '{"version": "7.0", "screens": []}',
		},
		items: [{ name: 'Booking' }, { name: 'Survey' }, { name: 'Sign up again' }],
		repeatable: false,
	},
	{
		operation: 'appointmentReschedule',
		title: 'Appointment: Reschedule',
		endpoint: 'POST /api/v1/accounts/{account_id}/appointments/{id}/reschedule',
		node: 'appointment',
		parameters: {
			operation: 'reschedule',
			appointmentId: '={{ $json.id }}',
			appointmentAt: '2027-03-01T10:00:00+01:00',
		},
		items: IDS,
		repeatable: false,
	},
	{
		operation: 'appointmentComplete',
		title: 'Appointment: Complete',
		endpoint: 'POST /api/v1/accounts/{account_id}/appointments/{id}/complete',
		node: 'appointment',
		parameters: { operation: 'complete', appointmentId: '={{ $json.id }}' },
		items: IDS,
		repeatable: false,
	},
	{
		operation: 'contactSearch',
		title: 'Contact: Search',
		endpoint: 'GET /api/v1/accounts/{account_id}/contacts/search',
		node: 'contact',
		parameters: { operation: 'search', query: '={{ $json.query }}', limit: 2 },
		items: [{ query: 'example' }, { query: 'Ana' }, { query: '+4930' }],
		repeatable: true,
	},
	{
		operation: 'inboxGetAgents',
		title: 'Inbox: Get Agents',
		endpoint: 'GET /api/v1/accounts/{account_id}/inbox_members/{inbox_id}',
		node: 'inbox',
		parameters: { operation: 'getAgents', inboxId: byId('={{ $json.id }}') },
		items: IDS,
		repeatable: true,
	},
	{
		operation: 'integrationGetApps',
		title: 'Integration: Get Apps',
		endpoint: 'GET /api/v1/accounts/{account_id}/integrations/apps',
		node: 'integration',
		parameters: { operation: 'getApps' },
		items: IDS,
		repeatable: true,
	},
	{
		operation: 'agentBotDelete',
		title: 'Agent Bot: Delete',
		endpoint: 'DELETE /api/v1/accounts/{account_id}/agent_bots/{id}',
		node: 'agentBot',
		parameters: { operation: 'delete', agentBotId: byId('={{ $json.id }}') },
		items: IDS,
		repeatable: false,
		prepare: ({ agentBots }) => agentBots.forEach((bot) => (bot.system = false)),
	},
	{
		operation: 'labelDelete',
		title: 'Label: Delete',
		endpoint: 'DELETE /api/v1/accounts/{account_id}/labels/{id}',
		node: 'label',
		parameters: { operation: 'delete', labelId: byId('={{ $json.id }}') },
		items: IDS,
		repeatable: false,
	},
	{
		operation: 'outboundReportGetByTemplate',
		title: 'Outbound Report: Get by Template',
		endpoint: 'GET /api/v2/accounts/{account_id}/outbound_reports/by_template',
		node: 'outboundReport',
		parameters: { operation: 'getByTemplate' },
		items: IDS,
		repeatable: true,
	},
	{
		operation: 'catalogPushToPartner',
		title: 'Catalog: Push to Partner',
		endpoint: 'POST /api/v1/accounts/{account_id}/catalogs/{id}/push_to_partner',
		node: 'catalog',
		parameters: { operation: 'pushToPartner', catalogId: '={{ $json.id }}' },
		items: IDS,
		repeatable: false,
		prepare: ({ catalogs }) => catalogs.forEach((catalog) => (catalog.connected = true)),
	},
];
