import type { AutomationRule, JsonObject, RuleAction, RuleCondition } from '../records';
import { EPOCH } from './contacts';

const DAY = 86_400;

function isoTime(seconds: number): string {
	return new Date(seconds * 1000).toISOString();
}

type Join = string | null;

function condition(key: string, operator: string, values: unknown[], join: Join = null) {
	return { attribute_key: key, filter_operator: operator, values, query_operator: join };
}

function action(action_name: string, ...action_params: unknown[]): RuleAction {
	return { action_name, action_params };
}

const RULES: [
	name: string,
	description: string,
	event_name: string,
	conditions: RuleCondition[],
	actions: RuleAction[],
][] = [
	[
		'Label billing questions',
		'Adds the label billing where a message speaks of an invoice',
		'message_created',
		[condition('content', 'contains', ['invoice', 'payment'])],
		[action('add_label', 'billing')],
	],
	[
		'Important customers first',
		'Raises the priority of conversations in Germany that are open',
		'conversation_created',
		[
			condition('country_code', 'equal_to', ['DE'], 'and'),
			condition('status', 'equal_to', ['open']),
		],
		[action('change_priority', 'high'), action('assign_team', 1)],
	],
	[
		'Thank you note',
		'Says thank you when a conversation is resolved',
		'conversation_resolved',
		[condition('inbox_id', 'equal_to', [1])],
		[action('send_message', 'Thank you for writing to us.')],
	],
	[
		'Spam out',
		'Mutes conversations from a domain',
		'conversation_updated',
		[condition('email', 'contains', ['@spam.example'])],
		[action('mute_conversation')],
	],
];

/** The automation rules of the account `account_id`: the third is switched off. */
export function seedAutomationRules(account_id: number): AutomationRule[] {
	return structuredClone(RULES).map(
		([name, description, event_name, conditions, actions], index) => ({
			account_id,
			created_on: EPOCH,
			id: index + 1,
			name,
			description,
			event_name,
			conditions,
			actions,
			active: index !== 2,
		}),
	);
}

export function seedMessagingFlows() {
	return [
		{
			id: 1,
			name: 'Sign up',
			status: 'published',
			endpoint_uri: 'https://flows.example.com/sign-up',
			inbox_id: 3,
			categories: ['SIGN_UP'],
			partner_flow_id: 'flow-1001',
			created_at: isoTime(EPOCH),
			flow_json: { version: '6.0', screens: [] } as JsonObject,
		},
	];
}

const CLOSED_STATUSES = ['completed', 'cancelled', 'no_show'];

function appointment(id: number, status: string) {
	return {
		id,
		contact_id: id,
		service_id: (id % 3) + 1,
		provider_id: (id % 4) + 1,
		appointment_at: isoTime(EPOCH + 365 * DAY + (id % 240) * 3600),
		status,
		notes: id % 2 === 0 ? 'First visit' : '',
		cancellation_reason: status === 'cancelled' ? 'Asked for by the contact' : '',
		conversation_id: 100 + id,
		created_at: isoTime(EPOCH + (id % 300) * 60),
	};
}

/** `pending` appointments from ID 1, and after them one each that is completed, cancelled, missed. */
export function seedAppointments(pending: number) {
	const open = Array.from({ length: pending }, (_, index) => appointment(index + 1, 'pending'));
	const closed = CLOSED_STATUSES.map((status, index) => appointment(pending + index + 1, status));
	return [...open, ...closed];
}

function templateRow(
	name: string,
	language: string,
	category: string,
	[sent, delivered, read]: [number, number, number],
) {
	const rate = (part: number) => (sent === 0 ? null : Math.round((part / sent) * 10_000) / 10_000);
	return {
		template_name: name,
		language,
		category,
		total_sent: sent,
		total_delivered: delivered,
		total_read: read,
		total_failed: sent - delivered,
		delivery_rate: rate(delivered),
		read_rate: rate(read),
	};
}

/** Two of them are delivered to less than nine in ten; one was never sent. */
export function seedTemplateRows() {
	return [
		templateRow('order_confirmation', 'en', 'UTILITY', [1840, 1812, 1540]),
		templateRow('order_confirmation', 'de', 'UTILITY', [620, 611, 502]),
		templateRow('appointment_reminder', 'en', 'UTILITY', [430, 421, 390]),
		templateRow('spring_sale', 'en', 'MARKETING', [5200, 4316, 1144]),
		templateRow('win_back', 'pt_BR', 'MARKETING', [900, 612, 97]),
		templateRow('one_time_code', 'en', 'AUTHENTICATION', [2210, 2201, 2150]),
		templateRow('summer_preview', 'en', 'MARKETING', [0, 0, 0]),
	];
}
