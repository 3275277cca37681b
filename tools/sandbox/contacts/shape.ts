import { json, type HttpResponse } from '../response';
import type { Call } from '../operation';
import { type Page, pageOf } from '../page';
import type { JsonObject } from '../records';
import type { Inbox } from '../seed/account';
import type { Contact } from '../seed/contacts';
import { byAll } from './store';

/** The inbox without its secrets (contract 2.2). */
export function slimInbox({ secrets: _secrets, ...inbox }: Inbox): JsonObject {
	return inbox;
}

/** A contact with all fields (contract 2.1), but not its labels. Upstream omits `last_activity_at` if it is null. */
export function contactShape(contact: Contact, upstream: boolean): JsonObject {
	const { labels: _labels, ...fields } = contact;
	const contact_inboxes = contact.contact_inboxes.map(({ source_id, inbox }) => ({
		source_id,
		inbox: slimInbox(inbox),
	}));
	const shape: JsonObject = { ...fields, contact_inboxes };
	if (upstream && contact.last_activity_at === null) delete shape.last_activity_at;
	return shape;
}

/**
 * The requested page of sorted contacts. Equal contacts come in another order on each page, the same in each reading,
 * as PostgreSQL gives them.
 */
export function sortedPage(contacts: readonly Contact[], call: Call): Page<Contact> {
	const { sort = '' } = call.query;
	const page = pageOf(contacts, call);
	if (sort === '') return page;
	const compare = byAll(sort);
	const records = page.records.map((contact, index) => {
		const place = (page.page - 1) * call.pageSize + index;
		let [first, end] = [place, place + 1];
		while (first > 0 && compare(contacts[first - 1], contact) === 0) first--;
		while (end < contacts.length && compare(contacts[end], contact) === 0) end++;
		return contacts[first + ((place - first + page.page) % (end - first))];
	});
	return { ...page, records };
}

/** A response with one page of contacts. */
export function contactList(
	{ records }: Page<Contact>,
	meta: JsonObject,
	call: Call,
): HttpResponse {
	const payload = records.map((contact) => contactShape(contact, call.upstream));
	return json(200, { meta, payload });
}

/** The page number in `meta` (contract 2.3). Upstream returns it as text from page 2 on. */
export function currentPage({ page }: Page<Contact>, { upstream }: Call): string | number {
	return upstream && page > 1 ? String(page) : page;
}
