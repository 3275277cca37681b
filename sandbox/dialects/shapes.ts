import type { Contact, ContactInbox, Inbox, JsonObject } from '../records';

/** Contract 2.2, the inbox of a contact inbox: what is safe to show of it. */
export function slimInbox({
	id,
	avatar_url,
	channel_id,
	name,
	channel_type,
	provider,
}: Inbox): JsonObject {
	return { id, avatar_url, channel_id, name, channel_type, provider };
}

function contactInboxShape({ source_id, inbox }: ContactInbox): JsonObject {
	return { source_id, inbox: slimInbox(inbox) };
}

/** Contract 2.1, all fields. */
export function contactShape(contact: Contact): JsonObject {
	const { labels, contact_inboxes: inboxes, ...fields } = contact;
	return { ...fields, contact_inboxes: inboxes.map(contactInboxShape) };
}

/** A contact without its inboxes where the request said so. */
export function listedContact(contact: JsonObject, showInboxes: boolean): JsonObject {
	if (showInboxes) return contact;
	const { contact_inboxes, ...others } = contact;
	return others;
}
