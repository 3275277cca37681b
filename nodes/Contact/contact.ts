import type { IDataObject } from 'n8n-workflow';

import { recordIn } from '../shared/response/bodies';
import { errorsBeside, pick, timeOf } from '../shared/response/records';
import { isBlank, isObject } from '../shared/values';

/** The fields of a simplified contact, among them those that Filter compares. */
export const CONTACT_FIELDS = [
	'id',
	'name',
	'email',
	'phone_number',
	'identifier',
	'blocked',
	'company_name',
	'city',
	'country',
	'country_code',
	'custom_attributes',
	'created_at',
	'last_activity_at',
];

/** Those of them that are additional attributes. */
const ADDITIONAL = ['company_name', 'city', 'country', 'country_code'];

/** Those of them that are times. */
const TIMES = ['created_at', 'last_activity_at'];

/** The documented fields of the inbox of a contact (contract, 2.2). */
const INBOX_FIELDS = ['id', 'avatar_url', 'channel_id', 'name', 'channel_type', 'provider'];

/**
 * The contact in the response to a create, without nesting, with the fields beside it and `created`, which is false for an
 * existing contact. The contract (4.3) documents `{payload: [contact], id, availability_status}`. Other servers send
 * `{payload: {contact, contact_inbox}}` or the record itself.
 */
export function createdContact(body: unknown): IDataObject {
	const contact = recordIn(body, 'contact');
	if (!contact) return { created: true };
	const { payload, ...beside } = isObject(body) ? body : {};
	const errors = errorsBeside(body, contact);
	const created = contact.created !== false;
	const within = [payload].flat().filter(isObject);
	const inner = within.length === 1 ? within[0] : undefined;
	// A field of the contact itself may have this name.
	const isField = contact === body && !isBlank(inner?.id);
	if (payload === undefined || isField) return inInboxes({ ...errors, ...contact, created });
	// The ID may be beside the contact only.
	const fields = contact === body ? inner : contact;
	const { contact_inbox = fields?.contact_inbox } = inner ?? {};
	return inInboxes({ ...errors, ...beside, ...fields, contact_inbox, id: contact.id, created });
}

/**
 * A contact with the entry of its inbox among `contact_inboxes`, as a contact in a list has it. The entry keeps only the
 * documented fields of the inbox: some servers send the passwords of its channel too.
 */
function inInboxes({ contact_inbox: entry, ...contact }: IDataObject): IDataObject {
	if (!isObject(entry) || !isObject(entry.inbox)) return contact;
	const known = inboxesOf(contact);
	if (known.some(({ source_id }) => source_id === entry.source_id)) return contact;
	const own = { ...entry, inbox: pick(entry.inbox, INBOX_FIELDS) };
	return { ...contact, contact_inboxes: [...known, own] };
}

/** The entries of the inboxes that a contact is in (contract, 2.1). */
export function inboxesOf({ contact_inboxes }: IDataObject): IDataObject[] {
	return [contact_inboxes].flat().filter(isObject);
}

/** What identifies a contact in an inbox; undefined if it isn't in it. */
export function sourceIdIn(contact: IDataObject, inboxId: number | undefined): IDataObject[string] {
	if (inboxId === undefined) return undefined;
	const isIn = ({ inbox }: IDataObject) => isObject(inbox) && String(inbox.id) === String(inboxId);
	return inboxesOf(contact).find(isIn)?.source_id ?? undefined;
}

/** The fields of a contact (contract, 2.1) that workflows use most, with its times as ISO 8601. */
export function simpleContact(contact: IDataObject): IDataObject {
	const { additional_attributes: attributes, id } = contact;
	// A create whose response has no contact.
	if (isBlank(id)) return pick(contact, [...CONTACT_FIELDS, 'created']);
	const simple: IDataObject = {};
	for (const field of CONTACT_FIELDS) {
		const inner = isObject(attributes) && ADDITIONAL.includes(field) ? attributes[field] : null;
		const value = inner ?? contact[field] ?? null;
		simple[field] = TIMES.includes(field) ? (timeOf(value)?.toISOString() ?? value) : value;
	}
	// Errors are about a part that was not done.
	return { ...simple, ...pick(contact, ['created', 'error', 'errors']) };
}
