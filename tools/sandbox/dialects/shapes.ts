import type { Contact, ContactInbox, Inbox, JsonObject } from '../records';
import { without } from '../without';

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
	return {
		...without(contact, 'labels'),
		contact_inboxes: contact.contact_inboxes.map(contactInboxShape),
	};
}

/** A contact without its inboxes where the request said so. */
export function listedContact(contact: JsonObject, showInboxes: boolean): JsonObject {
	return showInboxes ? contact : without(contact, 'contact_inboxes');
}
