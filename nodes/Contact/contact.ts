import type { IDataObject } from 'n8n-workflow';

import { pick, unwrap } from '../shared/output/body';
import { isObject } from '../shared/input/values';

/** What a simplified contact has, also in the output schemas. */
export const SIMPLE_FIELDS = [
	'id',
	'name',
	'email',
	'phone_number',
	'identifier',
	'custom_attributes',
	'created_at',
	'last_activity_at',
];

/** An inbox as the contract has it beside a contact (2.2). */
const INBOX_FIELDS = ['id', 'avatar_url', 'channel_id', 'name', 'channel_type', 'provider'];

/**
 * The contact in the answer to a create, flat.
 *
 * The contract (4.3) has `{payload: [contact], id, availability_status}`, the family's servers
 * `{payload: {contact, contact_inbox}}`, others the bare record.
 *
 * @returns `{created: true}` and what stands beside, where there is no contact in it
 */
export function createdContact(body: unknown): IDataObject {
	const { payload, ...around } = isObject(body) ? body : { payload: body };
	const inner = unwrap(payload ?? around);
	const first: unknown = Array.isArray(inner) ? inner[0] : inner;
	const beside = payload === undefined ? {} : around;
	if (!isObject(first) || Object.keys(first).length === 0) return { created: true, ...beside };
	const { contact, contact_inbox } = first;
	if (!isObject(contact) && !('id' in first)) return { created: true, ...beside, ...first };
	// A spread of both takes three times as long, a hundredth of what an item takes.
	if (!isObject(contact)) return Object.assign({}, beside, first);
	const inbox = contact_inbox === undefined ? {} : { contact_inbox: slim(contact_inbox) };
	return { ...beside, ...contact, ...inbox };
}

/** The family sends the whole record of the inbox here, passwords of its channel included. */
function slim(contactInbox: IDataObject[string]): IDataObject[string] {
	if (!isObject(contactInbox) || !isObject(contactInbox.inbox)) return contactInbox;
	return { ...contactInbox, inbox: pick(contactInbox.inbox, INBOX_FIELDS) };
}

/** The fields of a contact (contract, 2.1) that workflows use most, its times as ISO 8601. */
export function simpleContact(contact: IDataObject): IDataObject {
	// Of a create: false where the contact was there before, true where the answer shows none.
	const simple = pick(contact, [...SIMPLE_FIELDS, 'created']);
	for (const field of ['created_at', 'last_activity_at']) {
		const time = timeOf(contact[field]);
		if (time) simple[field] = time.toISOString();
	}
	return simple;
}

/**
 * A timestamp of the service. Contract 2.1 does not show the unit: the family's servers send seconds,
 * others milliseconds.
 *
 * @returns undefined for what is no such number
 */
export function timeOf(timestamp: unknown): Date | undefined {
	if (typeof timestamp !== 'number') return undefined;
	const time = new Date(Math.abs(timestamp) < 1e11 ? timestamp * 1000 : timestamp);
	return Number.isNaN(time.getTime()) ? undefined : time;
}
