import type { JsonObject } from '../records';

/** A fake secret of the account. It must never reach an item. */
function secret(name: string): string {
	return `sandbox-secret-${name}`;
}

/** `secrets` are settings that only administrators can see. */
export function inbox(id: number, name: string, channel: string, secrets: JsonObject) {
	const channel_type = `Channel::${channel}`;
	const provider = channel === 'Whatsapp' ? 'whatsapp_cloud' : null;
	return { id, avatar_url: '', channel_id: 10 + id, name, channel_type, provider, secrets };
}

export type Inbox = ReturnType<typeof inbox>;

export function seedInboxes() {
	return [
		inbox(1, 'Website chat', 'WebWidget', { hmac_token: secret('hmac-1') }),
		inbox(2, 'Support mail', 'Email', { imap_password: secret('imap-password') }),
		inbox(3, 'WhatsApp', 'Whatsapp', { provider_config: { api_key: secret('provider-key') } }),
		inbox(4, 'API', 'Api', { hmac_token: secret('hmac-4') }),
		inbox(5, 'Telegram', 'Telegram', { bot_token: secret('telegram-token') }),
	];
}

function member(id: number, name: string, availability_status: string, inbox_ids: number[]) {
	const [firstName] = name.split(' ');
	return {
		id,
		availability_status,
		auto_offline: true,
		email: `${firstName.toLowerCase()}@example.com`,
		available_name: firstName,
		name,
		role: id === 1 ? 'administrator' : 'agent',
		thumbnail: '',
		custom_role_id: id === 1 ? 2 : 1,
		inbox_ids,
	};
}

export function seedMembers() {
	return [
		member(1, 'Ada Byron', 'available', [1, 2, 3, 4]),
		member(2, 'Grace Murray', 'available', [1, 2]),
		member(3, 'Alan Mathison', 'busy', [1, 3]),
		member(4, 'Katherine Coleman', 'offline', [2, 3, 5]),
	];
}

export function seedTeams() {
	return [
		{ id: 1, name: 'support', description: 'Answers first', allow_auto_assign: true },
		{ id: 2, name: 'sales', description: '', allow_auto_assign: false },
	];
}

const TITLES = ['vip', 'billing', 'bug', 'feature-request', 'lead', 'spam', 'follow-up'];

export function label(id: number, title: string, show_on_sidebar = false) {
	return { id, title, description: '', color: '#6b7280', show_on_sidebar };
}

/** Creates labels: seven with real titles, then numbered ones. */
export function seedLabels(count: number) {
	return Array.from({ length: count }, (_, index) =>
		label(index + 1, TITLES[index] ?? `label-${index + 1}`, index < TITLES.length),
	);
}

export function agentBot(id: number, name: string, description: string, system_bot = false) {
	const access_token = secret(`bot-token-${id}`);
	const outgoing_url = `https://bots.example.com/${id}`;
	return { id, name, description, outgoing_url, access_token, system_bot };
}

export function seedAgentBots() {
	return [
		agentBot(1, 'Concierge', 'Greets visitors'),
		agentBot(2, 'Night shift', 'Answers after hours'),
		agentBot(3, 'Platform assistant', 'Comes with the platform and belongs to no account', true),
	];
}

function app(id: string, name: string, description: string, hooks: JsonObject[] = []) {
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

/** The integration apps of the account (contract 2.8). */
export function seedApps(account_id: number) {
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
