/** Records that operations change or show in part; field names are the contract's (section 2). */

export type JsonObject = Record<string, unknown>;

export interface Inbox {
	id: number;
	avatar_url: string;
	channel_id: number;
	name: string;
	channel_type: string;
	provider: string | null;
	/** Settings only administrators of a real service see: they stand for secrets here. */
	secrets: JsonObject;
}

/** Contract 2.1; timestamps in Unix seconds. */
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
	contact_inboxes: { source_id: string; inbox: Inbox }[];
}
