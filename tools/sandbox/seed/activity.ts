import type { JsonObject } from '../records';
import { DAY, isoTime, nextMonday } from './time';

/** A conversation, with what the requests of an example have put into it. */
export interface Conversation {
	id: number;
	inbox_id: number;
	contact_id: number;
	source_id: string;
	status: 'open' | 'resolved';
	messages: JsonObject[];
}

function condition(
	attribute_key: string,
	filter_operator: string,
	...values: unknown[]
): JsonObject {
	return { attribute_key, filter_operator, values, query_operator: null };
}

function action(action_name: string, ...action_params: unknown[]): JsonObject {
	return { action_name, action_params };
}

/** The automation rules of the account (contract 2.4). The third is inactive. */
export function seedAutomationRules(account_id: number, today: number) {
	const rules = [
		{
			name: 'Label billing questions',
			description: 'Adds the label billing where a message speaks of an invoice',
			event_name: 'message_created',
			conditions: [condition('content', 'contains', 'invoice', 'payment')],
			actions: [action('add_label', 'billing')],
		},
		{
			name: 'Important customers first',
			description: 'Raises the priority of conversations in Germany that are open',
			event_name: 'conversation_created',
			conditions: [
				{ ...condition('country_code', 'equal_to', 'DE'), query_operator: 'and' },
				condition('status', 'equal_to', 'open'),
			],
			actions: [action('change_priority', 'high'), action('assign_team', 1)],
		},
		{
			name: 'Spam out',
			description: 'Mutes conversations from a domain',
			event_name: 'conversation_updated',
			conditions: [condition('email', 'contains', '@spam.example')],
			actions: [action('mute_conversation')],
		},
	];
	return rules.map((rule, index) => ({
		account_id,
		created_on: today - 400 * DAY,
		id: index + 1,
		...rule,
		active: index !== 2,
	}));
}

/**
 * Appointments 1 to 12 are pending, from Monday to Friday of next week. Last week, 13 was completed,
 * 14 cancelled and 15 missed.
 */
export function seedAppointments(today: number) {
	const monday = nextMonday(today);
	const statuses = [...Array<string>(12).fill('pending'), 'completed', 'cancelled', 'no_show'];
	return statuses.map((status, index) => {
		const id = index + 1;
		const weeks = status === 'pending' ? 0 : 2;
		const day = monday - weeks * 7 * DAY + (index % 5) * DAY;
		return {
			id,
			contact_id: id,
			service_id: (id % 3) + 1,
			provider_id: (id % 4) + 1,
			appointment_at: isoTime(day + (9 + 2 * Math.floor(index / 5)) * 3600),
			status,
			notes: id % 2 === 0 ? 'First visit' : '',
			cancellation_reason: status === 'cancelled' ? 'Asked for by the contact' : '',
			conversation_id: 100 + id,
			created_at: isoTime(day - 21 * DAY),
		};
	});
}

/** The counts of a row and its rates, which are null if nothing was sent. */
export function withRates(sent: number, delivered: number, read: number) {
	return {
		total_sent: sent,
		total_delivered: delivered,
		total_read: read,
		total_failed: sent - delivered,
		delivery_rate: rate(delivered, sent),
		read_rate: rate(read, sent),
	};
}

/** A row of the report by template (contract 2.9). */
export type TemplateRow = ReturnType<typeof seedTemplateRows>[number];

function rate(part: number, all: number): number | null {
	return all === 0 ? null : Math.round((part / all) * 10_000) / 10_000;
}

const TEMPLATES: [
	name: string,
	language: string,
	category: string,
	counts: [number, number, number],
][] = [
	['order_confirmation', 'en', 'UTILITY', [1840, 1812, 1540]],
	['order_confirmation', 'de', 'UTILITY', [620, 611, 502]],
	['appointment_reminder', 'en', 'UTILITY', [430, 421, 390]],
	['spring_sale', 'en', 'MARKETING', [5200, 4316, 1144]],
	['win_back', 'pt_BR', 'MARKETING', [900, 612, 97]],
	['one_time_code', 'en', 'AUTHENTICATION', [2210, 2201, 2150]],
	['summer_preview', 'en', 'MARKETING', [0, 0, 0]],
];

/** Two templates have a delivery rate below 90 %, and one was never sent. */
export function seedTemplateRows() {
	return TEMPLATES.map(([template_name, language, category, [sent, delivered, read]]) => ({
		template_name,
		language,
		category,
		...withRates(sent, delivered, read),
	}));
}
