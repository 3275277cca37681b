import type { IDataObject } from 'n8n-workflow';

import type { DialectName, PlannedFault } from '../sandbox';
import type { ContractOperation } from '../sandbox/operations';

/** What goes wrong in a run, and how it is brought about. */
export interface Mishap {
	/** Completes "When …". */
	when: string;
	/** In place of those of the example. */
	parameters?: IDataObject;
	fault?: PlannedFault;
	/** In place of fields of the credential. */
	credential?: Record<string, string>;
	/** The contract's words, unless told. */
	dialect?: DialectName;
}

/** Another way to use an operation. */
export interface Variation {
	/** What the reader sees, as a sentence. */
	says: string;
	parameters: IDataObject;
	shows: 'requests' | 'item';
}

/** An operation as people use it, and what can go wrong with it besides COMMON_MISHAPS. */
export interface Example {
	parameters: IDataObject;
	variations?: Variation[];
	mishaps: Mishap[];
}

const BLANK = "={{ '' }}";
const AGENT_TOKEN = { apiAccessToken: 'sandbox-token-agent' };
const LOST: Mishap = {
	when: 'the connection is lost after the request was sent',
	fault: { kind: 'resetAfterRead', action: 'performed' },
};

/** IDs are those of the sandbox as it starts. */
export const EXAMPLES: Record<ContractOperation, Example> = {
	contactCreate: {
		parameters: {
			inboxId: byId(1),
			name: 'Ann Lee',
			email: 'ann.lee@example.com',
			phoneNumber: '+15551234567',
			customAttributes: {
				assignments: [
					{ id: '1', name: 'plan', type: 'string', value: 'gold' },
					{ id: '2', name: 'score', type: 'number', value: 42 },
				],
			},
			additionalAttributesJson: '{"city": "Paris", "country_code": "FR"}',
			additionalFields: { identifier: 'customer-1042' },
		},
		variations: [
			{
				says: "With 'On Duplicate' set to Continue with Existing Contact, an email that a contact has already gives that contact.",
				parameters: {
					name: 'Dmitri',
					email: 'dmitri.eriksen.1@example.com',
					options: { onDuplicate: 'continue' },
				},
				shows: 'item',
			},
		],
		mishaps: [
			{
				when: 'another contact has the same email',
				parameters: { name: 'Ann Lee', email: 'dmitri.eriksen.1@example.com' },
			},
			{
				when: 'the phone number is not in E.164',
				parameters: { name: 'Ann Lee', phoneNumber: '0555 1234567' },
			},
			{
				when: 'the service refuses the email',
				parameters: { name: 'Ann Lee', email: 'ann.lee' },
			},
			{
				when: 'the inbox does not exist',
				parameters: { name: 'Ann Lee', inboxId: byId(99) },
			},
			{
				when: 'a custom attribute is not defined in the service',
				parameters: { name: 'Ann Lee', customAttributesJson: '{"colour": "red"}' },
			},
			{
				when: 'the JSON of the attributes is a list',
				parameters: { name: 'Ann Lee', customAttributesJson: '["gold"]' },
			},
			{
				when: 'the item has no file for the avatar',
				parameters: { name: 'Ann Lee', additionalFields: { avatarBinaryField: 'data' } },
			},
			LOST,
		],
	},
	contactFilter: {
		parameters: {
			conditions: {
				condition: [
					{
						attribute: 'email',
						operator: 'contains',
						value: '@example.com',
						queryOperator: 'AND',
					},
					{ attribute: 'blocked', operator: 'equal_to', value: 'false' },
				],
			},
			limit: 5,
		},
		variations: [
			{
				says: 'The same in JSON. The link between the two, and the list around a single value, may be left out.',
				parameters: {
					specifyConditions: 'json',
					conditionsJson:
						'[{"attribute_key": "email", "filter_operator": "contains", "values": "@example.com"}, {"attribute_key": "blocked", "filter_operator": "equal_to", "values": "false"}]',
					limit: 5,
				},
				shows: 'requests',
			},
		],
		mishaps: [
			{ when: 'there is no condition', parameters: { conditions: {} } },
			{
				when: 'a condition has no value',
				parameters: {
					conditions: { condition: [{ attribute: 'email', operator: 'contains', value: '' }] },
				},
			},
			{
				when: 'a condition in the JSON is not complete',
				parameters: { specifyConditions: 'json', conditionsJson: '[{"attribute_key": "email"}]' },
			},
			{
				when: 'the service does not know the attribute',
				parameters: {
					conditions: {
						condition: [
							{
								attribute: 'customAttribute',
								customAttribute: 'colour',
								operator: 'equal_to',
								value: 'red',
							},
						],
					},
				},
			},
			{
				when: 'a page of a longer list cannot be read',
				parameters: {
					conditions: {
						condition: [{ attribute: 'email', operator: 'contains', value: '@example.com' }],
					},
					returnAll: true,
					options: { maxRetries: 0, maxConcurrentRequests: 1 },
				},
				fault: { kind: 'status', status: 503, from: 3 },
			},
		],
	},
	contactSearch: {
		parameters: { query: 'example.com', limit: 20 },
		mishaps: [
			{ when: 'the query is an expression that gives nothing', parameters: { query: BLANK } },
			{ when: 'the limit is no whole number', parameters: { query: 'ann', limit: 2.5 } },
		],
	},
	automationRuleUpdate: {
		parameters: {
			automationRuleId: byId(1),
			updateFields: {
				active: false,
				conditions: {
					condition: [
						{ attribute: 'content', operator: 'contains', value: 'refund', queryOperator: 'AND' },
						{ attribute: 'inbox_id', operator: 'equal_to', value: 1 },
					],
				},
				actions: { action: [{ actionName: 'add_label', labels: 'billing, vip' }] },
			},
		},
		variations: [
			{
				says: "Only what was added is sent. With nothing but 'Active' switched on:",
				parameters: { automationRuleId: byId(3), updateFields: { active: true } },
				shows: 'requests',
			},
		],
		mishaps: [
			{ when: 'no field was added', parameters: { automationRuleId: byId(1), updateFields: {} } },
			{
				when: 'the rule does not exist',
				parameters: { automationRuleId: byId(99), updateFields: { active: false } },
			},
			{
				when: 'an action lacks its value',
				parameters: {
					automationRuleId: byId(1),
					updateFields: { actions: { action: [{ actionName: 'add_label', labels: '' }] } },
				},
			},
			{
				when: 'a condition in the JSON is not complete',
				parameters: {
					automationRuleId: byId(1),
					updateFields: { conditionsJson: '[{"attribute_key": "content"}]' },
				},
			},
			{
				when: 'the token belongs to an agent and the service wants an administrator',
				credential: AGENT_TOKEN,
				dialect: 'upstream',
			},
			LOST,
		],
	},
	messagingFlowCreate: {
		parameters: {
			name: 'Appointment booking',
			inboxId: byId(3),
			endpointUri: 'https://flows.example.com/booking',
			flowJson: '{"version": "7.0", "screens": [{"id": "WELCOME", "title": "Book a visit"}]}',
			categories: ['APPOINTMENT_BOOKING'],
		},
		mishaps: [
			{
				when: 'the service misses the name and the flow',
				parameters: { inboxId: byId(3) },
			},
			{
				when: 'the flow is no JSON object',
				parameters: { name: 'Booking', inboxId: byId(3), flowJson: '[]' },
			},
			LOST,
		],
	},
	appointmentReschedule: {
		parameters: {
			appointmentId: '2',
			appointmentAt: '2026-03-30T09:30:00',
			additionalFields: { notes: 'Asked for a later time' },
		},
		mishaps: [
			{
				when: 'the time is not a time',
				parameters: { appointmentId: '2', appointmentAt: 'next Tuesday' },
			},
			{
				when: 'the appointment does not exist',
				parameters: { appointmentId: '99', appointmentAt: '2026-03-30T09:30:00' },
			},
			{
				when: 'the appointment was completed or cancelled',
				parameters: { appointmentId: '13', appointmentAt: '2026-03-30T09:30:00' },
			},
			LOST,
		],
	},
	appointmentComplete: {
		parameters: { appointmentId: '2' },
		mishaps: [
			{ when: 'the appointment does not exist', parameters: { appointmentId: '99' } },
			{
				when: 'the appointment was completed or cancelled before',
				parameters: { appointmentId: '13' },
			},
			LOST,
		],
	},
	inboxGetAgents: {
		parameters: { inboxId: byId(1) },
		mishaps: [
			{
				when: 'the inbox is an expression that gives nothing',
				parameters: { inboxId: byId(BLANK) },
			},
			{ when: 'the inbox does not exist', parameters: { inboxId: byId(99) } },
		],
	},
	integrationGetApps: { parameters: {}, mishaps: [] },
	agentBotDelete: {
		parameters: { agentBotId: byId(1) },
		mishaps: [
			{
				when: 'the bot does not exist, or belongs to the whole service',
				parameters: { agentBotId: byId(3) },
			},
			{
				when: 'the token belongs to an agent and the service wants an administrator',
				credential: AGENT_TOKEN,
				dialect: 'upstream',
			},
			LOST,
		],
	},
	labelDelete: {
		parameters: { labelId: byId(7) },
		mishaps: [
			{ when: 'the ID is a title', parameters: { labelId: byId('vip') } },
			{ when: 'the label does not exist', parameters: { labelId: byId(99) } },
			{
				when: 'the token belongs to an agent and the service wants an administrator',
				credential: AGENT_TOKEN,
				dialect: 'upstream',
			},
			LOST,
		],
	},
	outboundReportGetByTemplate: {
		parameters: {},
		variations: [
			{
				says: 'With a row in Query Parameters:',
				parameters: {
					options: { queryParameters: { parameter: [{ name: 'since', value: '1772323200' }] } },
				},
				shows: 'requests',
			},
		],
		mishaps: [
			{
				when: 'a query parameter has a value and no name',
				parameters: {
					options: { queryParameters: { parameter: [{ name: '', value: '2026-01-01' }] } },
				},
			},
		],
	},
	catalogPushToPartner: {
		parameters: { catalogId: '1', additionalFields: { sourceCatalogId: '3' } },
		mishaps: [
			{ when: 'the catalog does not exist', parameters: { catalogId: '99' } },
			{
				when: 'the catalog is not connected to a partner catalog',
				parameters: { catalogId: '3' },
			},
			LOST,
		],
	},
};

/** The operation that shows what can go wrong with each of them. */
export const COMMON_EXAMPLE: ContractOperation = 'inboxGetAgents';

const NO_RETRIES = { inboxId: byId(1), options: { maxRetries: 0 } };

/** What can go wrong with every operation. */
export const COMMON_MISHAPS: Mishap[] = [
	{
		when: 'the token is wrong',
		credential: { apiAccessToken: 'wrong' },
		dialect: 'upstream',
	},
	{
		when: 'a proxy drops the token, for its header has underscores',
		fault: { kind: 'dropUnderscoreHeaders' },
		dialect: 'upstream',
	},
	{
		when: 'the user of the token is no member of the account',
		credential: { apiAccessToken: 'sandbox-token-outsider' },
		dialect: 'upstream',
	},
	{
		when: "'Account ID' is not a number",
		parameters: { options: { accountId: 'acme' }, inboxId: byId(1) },
	},
	{
		when: 'the plan of the account has no API',
		fault: { kind: 'noApiAccess', status: 403 },
	},
	{
		when: 'the rate limit is reached and stays so',
		parameters: NO_RETRIES,
		fault: { kind: 'rateLimit' },
	},
	{
		when: 'the service is down',
		parameters: NO_RETRIES,
		fault: { kind: 'status', status: 503, format: 'html' },
	},
	{ when: 'the service breaks down', fault: { kind: 'status', status: 500 } },
	{
		when: 'nothing listens at the address',
		parameters: NO_RETRIES,
		credential: { baseUrl: 'http://127.0.0.1:9' },
	},
	{
		when: 'the service does not answer in time',
		parameters: { ...NO_RETRIES, requestOptions: { timeout: 200 } },
		fault: { kind: 'silence' },
	},
	{
		when: 'the connection is lost',
		parameters: NO_RETRIES,
		fault: { kind: 'resetAfterRead' },
	},
	{ when: 'the answer is cut off', fault: { kind: 'truncated' } },
	{ when: 'another website is at the address', fault: { kind: 'html' } },
	{
		when: 'the address has moved',
		fault: { kind: 'redirect', to: 'https://support.example.com' },
	},
];

/** A resource locator as the mode By ID leaves it. */
function byId(value: number | string): IDataObject {
	return { __rl: true, mode: 'id', value: String(value) };
}
