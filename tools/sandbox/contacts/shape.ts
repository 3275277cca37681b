import { json, type Answer } from '../answer';
import type { Call } from '../operation';
import type { Page } from '../page';
import type { JsonObject } from '../records';
import type { Inbox } from '../seed/account';
import type { Contact } from '../seed/contacts';

/** Contract 2.2, the inbox of a contact inbox: what is safe to show of it. */
export function slimInbox({ secrets: _secrets, ...inbox }: Inbox): JsonObject {
	return inbox;
}

/** Contract 2.1, all fields. The family leaves out last_activity_at where there was none. */
export function contactShape(contact: Contact, upstream: boolean): JsonObject {
	const contact_inboxes = contact.contact_inboxes.map(({ source_id, inbox }) => ({
		source_id,
		inbox: slimInbox(inbox),
	}));
	const shape: JsonObject = { ...contact, contact_inboxes };
	if (upstream && contact.last_activity_at === null) delete shape.last_activity_at;
	return shape;
}

/** A page of contacts. */
export function contactList({ records }: Page<Contact>, meta: JsonObject, call: Call): Answer {
	const payload = records.map((contact) => contactShape(contact, call.upstream));
	return json(200, { meta, payload });
}

/** Contract 2.3: the family gives a page that was asked for back as text. */
export function currentPage({ page }: Page<Contact>, { query, upstream }: Call): string | number {
	return upstream && query.page !== undefined ? String(page) : page;
}
