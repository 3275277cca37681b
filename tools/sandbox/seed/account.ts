import type {
	AgentBot,
	App,
	Catalog,
	CustomAttributeDefinition,
	Inbox,
	Label,
	Member,
} from '../records';

export const INBOXES: Inbox[] = [
	{
		id: 1,
		name: 'Website chat',
		avatar_url: '',
		channel_id: 11,
		channel_type: 'Channel::WebWidget',
		provider: null,
		secrets: { website_token: 'sandbox-secret-website-token', hmac_token: 'sandbox-secret-hmac-1' },
	},
	{
		id: 2,
		name: 'Support mail',
		avatar_url: '',
		channel_id: 12,
		channel_type: 'Channel::Email',
		provider: null,
		secrets: { imap_login: 'support@example.com', imap_password: 'sandbox-secret-imap-password' },
	},
	{
		id: 3,
		name: 'WhatsApp',
		avatar_url: '',
		channel_id: 13,
		channel_type: 'Channel::Whatsapp',
		provider: 'whatsapp_cloud',
		secrets: { provider_config: { api_key: 'sandbox-secret-provider-key' } },
	},
	{
		id: 4,
		name: 'API',
		avatar_url: '',
		channel_id: 14,
		channel_type: 'Channel::Api',
		provider: null,
		secrets: { hmac_token: 'sandbox-secret-hmac-4' },
	},
	{
		id: 5,
		name: 'Telegram',
		avatar_url: '',
		channel_id: 15,
		channel_type: 'Channel::Telegram',
		provider: null,
		secrets: { bot_token: 'sandbox-secret-telegram-token' },
	},
];

function member(
	id: number,
	name: string,
	role: Member['role'],
	status: Member['availability_status'],
	inboxIds: number[],
): Member {
	return {
		id,
		availability_status: status,
		auto_offline: true,
		email: `${name.split(' ')[0].toLowerCase()}@example.com`,
		available_name: name.split(' ')[0],
		name,
		role,
		thumbnail: '',
		custom_role_id: role === 'agent' ? 1 : 2,
		inbox_ids: inboxIds,
	};
}

export const MEMBERS: Member[] = [
	member(1, 'Ada Byron', 'administrator', 'available', [1, 2, 3]),
	member(2, 'Grace Murray', 'agent', 'available', [1, 2]),
	member(3, 'Alan Mathison', 'agent', 'busy', [1, 3]),
	member(4, 'Katherine Coleman', 'agent', 'offline', [2, 3, 5]),
];

const LABELS: Omit<Label, 'id'>[] = [
	{ title: 'vip', description: 'Handle first', color: '#d97706', show_on_sidebar: true },
	{
		title: 'billing',
		description: 'Invoices and payments',
		color: '#0d9488',
		show_on_sidebar: true,
	},
	{ title: 'bug', description: 'Something is broken', color: '#dc2626', show_on_sidebar: true },
	{ title: 'feature-request', description: '', color: '#2563eb', show_on_sidebar: false },
	{ title: 'lead', description: 'May become a customer', color: '#16a34a', show_on_sidebar: true },
	{ title: 'spam', description: '', color: '#6b7280', show_on_sidebar: false },
	{
		title: 'follow-up',
		description: 'Write again next week',
		color: '#9333ea',
		show_on_sidebar: true,
	},
];

/** `count` labels: the seven that have names of their own, then numbered ones. */
export function seedLabels(count: number): Label[] {
	return Array.from({ length: count }, (_, index) => ({
		id: index + 1,
		...(LABELS[index] ?? {
			title: `label-${index + 1}`,
			description: '',
			color: '#6b7280',
			show_on_sidebar: false,
		}),
	}));
}

export const AGENT_BOTS: AgentBot[] = [
	{
		id: 1,
		name: 'Concierge',
		description: 'Greets visitors',
		outgoing_url: 'https://bots.example.com/concierge',
		access_token: 'sandbox-secret-bot-token-1',
		system: false,
	},
	{
		id: 2,
		name: 'Night shift',
		description: 'Answers after hours',
		outgoing_url: 'https://bots.example.com/night',
		access_token: 'sandbox-secret-bot-token-2',
		system: false,
	},
	{
		id: 3,
		name: 'Platform assistant',
		description: 'Comes with the platform and belongs to no account',
		outgoing_url: 'https://bots.example.com/platform',
		access_token: 'sandbox-secret-bot-token-3',
		system: true,
	},
];

export const CUSTOM_ATTRIBUTES: CustomAttributeDefinition[] = [
	['plan', 'Plan', 'list', ['free', 'starter', 'gold', 'enterprise']],
	['company', 'Company', 'text', []],
	['tier', 'Tier', 'text', []],
	['source', 'Source', 'text', []],
	['notes', 'Notes', 'text', []],
	['tags', 'Tags', 'text', []],
	['score', 'Score', 'number', []],
	['vip', 'VIP', 'checkbox', []],
	['newsletter', 'Newsletter', 'checkbox', []],
	['website', 'Website', 'link', []],
	['birthday', 'Birthday', 'date', []],
	['signed_up_at', 'Signed up at', 'date', []],
].map(([key, name, type, values], index) => ({
	id: index + 1,
	attribute_key: key,
	attribute_display_name: name,
	attribute_display_type: type,
	attribute_values: values,
})) as CustomAttributeDefinition[];

/** The integration apps of the account `accountId`. */
export function seedApps(accountId: number): App[] {
	return [
		{
			id: 'openai',
			name: 'OpenAI',
			description: 'Suggests replies',
			hook_type: 'account',
			enabled: true,
			allow_multiple_hooks: false,
			hooks: [
				{
					id: 1,
					app_id: 'openai',
					status: true,
					inbox: null,
					account_id: accountId,
					hook_type: 'account',
					settings: { api_key: 'sandbox-secret-openai-key', label_suggestion: true },
					reference_id: null,
				},
			],
		},
		{
			id: 'dialogflow',
			name: 'Dialogflow',
			description: 'Answers with a bot of your own',
			hook_type: 'inbox',
			enabled: true,
			allow_multiple_hooks: true,
			hooks: [
				{
					id: 2,
					app_id: 'dialogflow',
					status: true,
					inbox: { id: 1, name: 'Website chat' },
					account_id: accountId,
					hook_type: 'inbox',
					settings: {
						project_id: 'demo',
						credentials: { private_key: 'sandbox-secret-dialogflow' },
					},
					reference_id: 'df-1',
				},
			],
		},
		{
			id: 'slack',
			name: 'Slack',
			description: 'Shows conversations in Slack',
			hook_type: 'account',
			enabled: false,
			allow_multiple_hooks: false,
			hooks: [],
		},
		{
			id: 'webhook',
			name: 'Webhooks',
			description: 'Tells other systems what happens',
			hook_type: 'account',
			enabled: true,
			allow_multiple_hooks: true,
			hooks: [],
		},
	];
}

export const CATALOGS: Catalog[] = [
	{ id: 1, name: 'Spring collection', products: 12, connected: true },
	{ id: 2, name: 'Spare parts', products: 0, connected: true },
	{ id: 3, name: 'Drafts', products: 5, connected: false },
];
