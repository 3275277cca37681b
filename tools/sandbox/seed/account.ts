import type { App, Inbox, JsonObject } from '../records';

/** What stands for a secret of the account: it must never reach an item. */
function secret(name: string): string {
	return `sandbox-secret-${name}`;
}

function inbox(
	id: number,
	name: string,
	channel: string,
	secrets: JsonObject,
	provider: string | null = null,
): Inbox {
	const channel_type = `Channel::${channel}`;
	return { id, avatar_url: '', channel_id: 10 + id, name, channel_type, provider, secrets };
}

export function seedInboxes(): Inbox[] {
	const provider_config = { api_key: secret('provider-key') };
	return [
		inbox(1, 'Website chat', 'WebWidget', { hmac_token: secret('hmac-1') }),
		inbox(2, 'Support mail', 'Email', { imap_password: secret('imap-password') }),
		inbox(3, 'WhatsApp', 'Whatsapp', { provider_config }, 'whatsapp_cloud'),
		inbox(4, 'API', 'Api', { hmac_token: secret('hmac-4') }),
		inbox(5, 'Telegram', 'Telegram', { bot_token: secret('telegram-token') }),
	];
}

function member(
	id: number,
	name: string,
	role: 'administrator' | 'agent',
	availability_status: 'available' | 'busy' | 'offline',
	inbox_ids: number[],
) {
	const [firstName] = name.split(' ');
	return {
		id,
		availability_status,
		auto_offline: true,
		email: `${firstName.toLowerCase()}@example.com`,
		available_name: firstName,
		name,
		role,
		thumbnail: '',
		custom_role_id: role === 'agent' ? 1 : 2,
		inbox_ids,
	};
}

export function seedMembers() {
	return [
		member(1, 'Ada Byron', 'administrator', 'available', [1, 2, 3]),
		member(2, 'Grace Murray', 'agent', 'available', [1, 2]),
		member(3, 'Alan Mathison', 'agent', 'busy', [1, 3]),
		member(4, 'Katherine Coleman', 'agent', 'offline', [2, 3, 5]),
	];
}

export function seedTeams() {
	return [
		{ id: 1, name: 'support', description: 'Answers first', allow_auto_assign: true },
		{ id: 2, name: 'sales', description: '', allow_auto_assign: false },
	];
}

const LABELS: [title: string, description: string, color: string, show_on_sidebar: boolean][] = [
	['vip', 'Handle first', '#d97706', true],
	['billing', 'Invoices and payments', '#0d9488', true],
	['bug', 'Something is broken', '#dc2626', true],
	['feature-request', '', '#2563eb', false],
	['lead', 'May become a customer', '#16a34a', true],
	['spam', '', '#6b7280', false],
	['follow-up', 'Write again next week', '#9333ea', true],
];

/** `count` labels: the seven that have names of their own, then numbered ones. */
export function seedLabels(count: number) {
	return Array.from({ length: count }, (_, index) => {
		const numbered = [`label-${index + 1}`, '', '#6b7280', false] as const;
		const [title, description, color, show_on_sidebar] = LABELS[index] ?? numbered;
		return { id: index + 1, title, description, color, show_on_sidebar };
	});
}

function bot(id: number, name: string, page: string, description: string) {
	const outgoing_url = `https://bots.example.com/${page}`;
	const access_token = secret(`bot-token-${id}`);
	return { id, name, description, outgoing_url, access_token, system: false };
}

export function seedAgentBots() {
	const foreign = 'Comes with the platform and belongs to no account';
	return [
		bot(1, 'Concierge', 'concierge', 'Greets visitors'),
		bot(2, 'Night shift', 'night', 'Answers after hours'),
		{ ...bot(3, 'Platform assistant', 'platform', foreign), system: true },
	];
}

const DEFINITIONS: [key: string, name: string, type: string, values?: string[]][] = [
	['plan', 'Plan', 'list', ['free', 'starter', 'gold', 'enterprise']],
	['company', 'Company', 'text'],
	['tier', 'Tier', 'text'],
	['source', 'Source', 'text'],
	['notes', 'Notes', 'text'],
	['tags', 'Tags', 'text'],
	['score', 'Score', 'number'],
	['vip', 'VIP', 'checkbox'],
	['newsletter', 'Newsletter', 'checkbox'],
	['website', 'Website', 'link'],
	['birthday', 'Birthday', 'date'],
	['signed_up_at', 'Signed up at', 'date'],
];

export function seedCustomAttributes() {
	return DEFINITIONS.map(([key, name, type, values = []], index) => ({
		id: index + 1,
		attribute_key: key,
		attribute_display_name: name,
		attribute_display_type: type,
		attribute_values: values,
	}));
}

function app(id: string, name: string, description: string, hooks: JsonObject[] = []): App {
	const isInboxApp = id === 'dialogflow';
	return {
		id,
		name,
		description,
		hook_type: isInboxApp ? 'inbox' : 'account',
		enabled: id !== 'slack',
		allow_multiple_hooks: isInboxApp || id === 'webhook',
		hooks,
	};
}

/** The integration apps of the account `account_id`. */
export function seedApps(account_id: number): App[] {
	const openai = {
		...{ id: 1, app_id: 'openai', status: true, inbox: null, account_id, hook_type: 'account' },
		settings: { api_key: secret('openai-key'), label_suggestion: true },
		reference_id: null,
	};
	const inbox = { id: 1, name: 'Website chat' };
	const dialogflow = {
		...{ id: 2, app_id: 'dialogflow', status: true, inbox, account_id, hook_type: 'inbox' },
		settings: { project_id: 'demo', credentials: { private_key: secret('dialogflow') } },
		reference_id: 'df-1',
	};
	return [
		app('openai', 'OpenAI', 'Suggests replies', [openai]),
		app('dialogflow', 'Dialogflow', 'Answers with a bot of your own', [dialogflow]),
		app('slack', 'Slack', 'Shows conversations in Slack'),
		app('webhook', 'Webhooks', 'Tells other systems what happens'),
	];
}

export function seedCatalogs() {
	return [
		{ id: 1, name: 'Spring collection', products: 12, connected: true },
		{ id: 2, name: 'Spare parts', products: 0, connected: true },
		{ id: 3, name: 'Drafts', products: 5, connected: false },
	];
}
