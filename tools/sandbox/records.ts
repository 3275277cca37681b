/** The records the service keeps. Field names are the contract's (section 2). */

export type JsonObject = Record<string, unknown>;

export interface Inbox {
	id: number;
	name: string;
	avatar_url: string;
	channel_id: number;
	channel_type: string;
	provider: string | null;
	/** Settings only administrators of a real service see: they stand for secrets here. */
	secrets: JsonObject;
}

export interface ContactInbox {
	source_id: string;
	inbox: Inbox;
}

/** Contract 2.1; timestamps in Unix seconds. `labels` is kept but never shown on a contact. */
export interface Contact {
	id: number;
	name: string;
	email: string | null;
	phone_number: string | null;
	identifier: string | null;
	blocked: boolean;
	thumbnail: string;
	availability_status: 'online' | 'offline';
	additional_attributes: JsonObject;
	custom_attributes: JsonObject;
	last_activity_at: number | null;
	created_at: number;
	contact_inboxes: ContactInbox[];
	labels: string[];
}

export interface CustomAttributeDefinition {
	id: number;
	attribute_key: string;
	attribute_display_name: string;
	attribute_display_type: 'text' | 'number' | 'link' | 'date' | 'list' | 'checkbox';
	attribute_values: string[];
}

export interface RuleCondition {
	attribute_key: string;
	filter_operator: string;
	values?: unknown;
	query_operator?: string | null;
	custom_attribute_type?: string;
}

export interface RuleAction {
	action_name: string;
	action_params?: unknown;
}

/** Contract 2.4; `created_on` in Unix seconds. */
export interface AutomationRule {
	id: number;
	account_id: number;
	name: string;
	description: string;
	event_name: string;
	conditions: RuleCondition[];
	actions: RuleAction[];
	created_on: number;
	active: boolean;
}

/** Contract 2.5; `created_at` as ISO 8601. `flow_json` is taken in but not shown. */
export interface MessagingFlow {
	id: number;
	name: string;
	status: string;
	endpoint_uri: string;
	inbox_id: number;
	categories: string[];
	partner_flow_id: string;
	created_at: string;
	flow_json: JsonObject;
}

/** Contract 2.6; times as ISO 8601. */
export interface Appointment {
	id: number;
	contact_id: number;
	service_id: number;
	provider_id: number;
	appointment_at: string;
	status: string;
	notes: string;
	cancellation_reason: string;
	conversation_id: number;
	created_at: string;
}

/** Contract 2.7, with the inboxes the member works in. */
export interface Member {
	id: number;
	availability_status: 'available' | 'busy' | 'offline';
	auto_offline: boolean;
	email: string;
	available_name: string;
	name: string;
	role: 'agent' | 'administrator';
	thumbnail: string;
	custom_role_id: number;
	inbox_ids: number[];
}

export interface Team {
	id: number;
	name: string;
	description: string;
	allow_auto_assign: boolean;
}

/** Contract 2.8; the settings of hooks stand for third-party secrets. */
export interface App {
	id: string;
	name: string;
	description: string;
	hook_type: string;
	enabled: boolean;
	allow_multiple_hooks: boolean;
	hooks: Hook[];
}

export interface Hook {
	id: number;
	app_id: string;
	status: boolean;
	inbox: { id: number; name: string } | null;
	account_id: number;
	hook_type: 'account' | 'inbox';
	settings: JsonObject;
	reference_id: string | null;
}

export interface Label {
	id: number;
	title: string;
	description: string;
	color: string;
	show_on_sidebar: boolean;
}

/** `system` bots belong to no account and can't be deleted. */
export interface AgentBot {
	id: number;
	name: string;
	description: string;
	outgoing_url: string;
	access_token: string;
	system: boolean;
}

export interface Catalog {
	id: number;
	name: string;
	products: number;
	/** Whether a partner catalog is connected, so that a push can work. */
	connected: boolean;
}

export interface CatalogPush {
	catalog_id: number;
	source_catalog_id: number | null;
	products: number;
}

/** Contract 2.9; rates are fractions from 0 to 1, null where nothing was sent. */
export interface TemplateRow {
	template_name: string;
	language: string;
	category: string;
	total_sent: number;
	total_delivered: number;
	total_read: number;
	total_failed: number;
	delivery_rate: number | null;
	read_rate: number | null;
}
