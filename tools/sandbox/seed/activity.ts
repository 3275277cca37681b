import type { Appointment, AutomationRule, MessagingFlow, TemplateRow } from '../records';
import { EPOCH } from './contacts';

const DAY = 86_400;

function isoTime(seconds: number): string {
	return new Date(seconds * 1000).toISOString();
}

/** The automation rules of the account `accountId`. */
export function seedAutomationRules(accountId: number): AutomationRule[] {
	const common = { account_id: accountId, created_on: EPOCH };
	return [
		{
			...common,
			id: 1,
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
			active: true,
		},
		{
			...common,
			id: 2,
			name: 'Important customers first',
			description: 'Raises the priority of conversations in Germany that are open',
			event_name: 'conversation_created',
			conditions: [
				{
					attribute_key: 'country_code',
					filter_operator: 'equal_to',
					values: ['DE'],
					query_operator: 'and',
				},
				{
					attribute_key: 'status',
					filter_operator: 'equal_to',
					values: ['open'],
					query_operator: null,
				},
			],
			actions: [
				{ action_name: 'change_priority', action_params: ['high'] },
				{ action_name: 'assign_team', action_params: [1] },
			],
			active: true,
		},
		{
			...common,
			id: 3,
			name: 'Thank you note',
			description: 'Says thank you when a conversation is resolved',
			event_name: 'conversation_resolved',
			conditions: [
				{
					attribute_key: 'inbox_id',
					filter_operator: 'equal_to',
					values: [1],
					query_operator: null,
				},
			],
			actions: [{ action_name: 'send_message', action_params: ['Thank you for writing to us.'] }],
			active: false,
		},
		{
			...common,
			id: 4,
			name: 'Spam out',
			description: 'Mutes conversations from a domain',
			event_name: 'conversation_updated',
			conditions: [
				{
					attribute_key: 'email',
					filter_operator: 'contains',
					values: ['@spam.example'],
					query_operator: null,
				},
			],
			actions: [{ action_name: 'mute_conversation', action_params: [] }],
			active: true,
		},
	];
}

export const MESSAGING_FLOWS: MessagingFlow[] = [
	{
		id: 1,
		name: 'Sign up',
		status: 'published',
		endpoint_uri: 'https://flows.example.com/sign-up',
		inbox_id: 3,
		categories: ['SIGN_UP'],
		partner_flow_id: 'flow-1001',
		created_at: isoTime(EPOCH),
		flow_json: { version: '6.0', screens: [] },
	},
];

const CLOSED_STATUSES = ['completed', 'cancelled', 'no_show'];

function appointment(id: number, status: string): Appointment {
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
export function seedAppointments(pending: number): Appointment[] {
	const open = Array.from({ length: pending }, (_, index) => appointment(index + 1, 'pending'));
	const closed = CLOSED_STATUSES.map((status, index) => appointment(pending + index + 1, status));
	return [...open, ...closed];
}

function templateRow(
	name: string,
	language: string,
	category: string,
	[sent, delivered, read]: [number, number, number],
): TemplateRow {
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
export const TEMPLATE_ROWS: TemplateRow[] = [
	templateRow('order_confirmation', 'en', 'UTILITY', [1840, 1812, 1540]),
	templateRow('order_confirmation', 'de', 'UTILITY', [620, 611, 502]),
	templateRow('appointment_reminder', 'en', 'UTILITY', [430, 421, 390]),
	templateRow('spring_sale', 'en', 'MARKETING', [5200, 4316, 1144]),
	templateRow('win_back', 'pt_BR', 'MARKETING', [900, 612, 97]),
	templateRow('one_time_code', 'en', 'AUTHENTICATION', [2210, 2201, 2150]),
	templateRow('summer_preview', 'en', 'MARKETING', [0, 0, 0]),
];
