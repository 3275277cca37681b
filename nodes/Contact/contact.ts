import type { IDataObject } from 'n8n-workflow';

import { unwrap } from '../shared/body';
import { isoFromSeconds, pick } from '../shared/simplify';
import { isObject, withoutUndefined } from '../shared/values';

/**
 * The contact in the answer to a create, flat.
 *
 * The contract (4.3) has `{payload: [contact], id, availability_status}`, the family's servers
 * `{payload: {contact, contact_inbox}}`, others the bare record.
 */
export function createdContact(body: unknown): IDataObject {
	const { payload, ...around } = isObject(body) ? body : {};
	const inner = unwrap(payload ?? around);
	const first: unknown = Array.isArray(inner) ? inner[0] : inner;
	const beside = payload === undefined ? {} : around;
	if (!isObject(first)) return { created: true, ...beside };
	const { contact, ...other } = first;
	return isObject(contact) ? { ...beside, ...other, ...contact } : { ...beside, ...first };
}

/** The fields of a contact (contract, 2.1) that workflows use most, its times also as ISO 8601. */
export function simpleContact(contact: IDataObject): IDataObject {
	return withoutUndefined({
		...pick(contact, ['id', 'name', 'email', 'phone_number', 'identifier', 'custom_attributes']),
		created_at: contact.created_at,
		created_at_iso: isoFromSeconds(contact.created_at),
		last_activity_at: contact.last_activity_at,
		last_activity_at_iso: isoFromSeconds(contact.last_activity_at),
	});
}
