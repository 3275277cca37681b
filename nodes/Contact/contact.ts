import type { IDataObject } from 'n8n-workflow';

import { pick, unwrap } from '../shared/output/body';
import { withIsoTimes } from '../shared/output/time';
import { isBlank, isObject } from '../shared/input/values';

/** The fields of a simplified contact, also in the output schemas. */
export const SIMPLE_FIELDS = [
	'id',
	'name',
	'email',
	'phone_number',
	'identifier',
	'city',
	'country',
	'custom_attributes',
	'created_at',
	'last_activity_at',
];

/** The documented fields of the inbox of a contact (contract, 2.2). */
const INBOX_FIELDS = ['id', 'avatar_url', 'channel_id', 'name', 'channel_type', 'provider'];

/**
 * The contact in the response to a create, without nesting.
 *
 * The contract (4.3) documents `{payload: [contact], id, availability_status}`. Other servers send
 * `{payload: {contact, contact_inbox}}` or the record itself.
 *
 * @returns the contact; without one, `{created: true}` and the fields of the response
 */
export function createdContact(body: unknown): IDataObject {
	const { payload, ...around }: IDataObject = isObject(body) ? body : { payload: body as [] };
	const inner = unwrap(payload ?? around);
	const first: unknown = Array.isArray(inner) ? inner[0] : inner;
	const beside = payload === undefined ? {} : around;
	const contact: IDataObject = { ...beside, ...(isObject(first) ? flat(first) : {}) };
	if (isBlank(contact.id)) contact.id = around.id;
	return isBlank(contact.id) ? { created: true, ...contact } : contact;
}

/** The contact in `{contact, contact_inbox}`, with its inbox as a field. */
function flat(record: IDataObject): IDataObject {
	const { contact, contact_inbox } = record;
	if (!isObject(contact)) return record;
	return contact_inbox === undefined ? contact : { ...contact, contact_inbox: slim(contact_inbox) };
}

/** Keeps only the documented fields of the inbox: some servers send the passwords of its channel too. */
function slim(contactInbox: IDataObject[string]): IDataObject[string] {
	if (!isObject(contactInbox) || !isObject(contactInbox.inbox)) return contactInbox;
	return { ...contactInbox, inbox: pick(contactInbox.inbox, INBOX_FIELDS) };
}

/** The fields of a contact (contract, 2.1) that workflows use most, with its times as ISO 8601. */
export function simpleContact(contact: IDataObject): IDataObject {
	const { additional_attributes: attributes } = contact;
	const place = isObject(attributes) ? pick(attributes, ['city', 'country']) : {};
	// `created` comes from a create: false for an existing contact, true if the response has no contact.
	const simple = pick({ ...contact, ...place }, [...SIMPLE_FIELDS, 'created']);
	return withIsoTimes(simple, ['created_at', 'last_activity_at']);
}
