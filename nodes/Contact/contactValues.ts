import type { IDataObject } from 'n8n-workflow';

import { UNIQUE_ATTRIBUTES } from '../shared/input/keys';
import { isBlank, isObject, withoutUndefined } from '../shared/values';
import { inboxesOf } from './contact';

/*
 * Compares the values of a create with those of a contact. Services may store a value in another form.
 */

/** The unique fields of a create that have a value, by their names in the API. */
export function uniqueFields(values: IDataObject): string[] {
	return UNIQUE_ATTRIBUTES.filter((field) => canonical(field, values[field] ?? '') !== '');
}

/** The unique values of a create as texts, such as `email:ann@example.com`. */
export function uniqueKeys(values: IDataObject): string[] {
	return uniqueFields(values).map((field) => `${field}:${canonical(field, values[field])}`);
}

/**
 * What services change of a contact: its image arrives later, and Chatwoot names the company by the email domain (4.15
 * always, newer versions with the paid feature for companies).
 */
const CHANGED = ['avatar', 'avatar_url', 'company_name'];

/** Whether a contact has all values that were sent, but for those that services change. */
export function hasAllValues(contact: IDataObject, values: IDataObject): boolean {
	const inboxIds = inboxesOf(contact).map(({ inbox }) => isObject(inbox) && inbox.id);
	return Object.entries(withoutUndefined(values)).every(([field, value]) =>
		field === 'inbox_id' ? inboxIds.includes(value) : hasValue(contact, field, value),
	);
}

/** Whether a contact has a value. If that is an object, such as attributes, the contact's may have more in it. */
export function hasValue(contact: IDataObject, field: string, value: unknown): boolean {
	if (CHANGED.includes(field)) return true;
	const known = contact[field];
	if (isBlank(known)) return isBlank(value);
	if (isObject(known) && isObject(value))
		return Object.entries(value).every(([key, inner]) => hasValue(known, key, inner));
	return canonical(field, known) === canonical(field, value);
}

/** A value as it is compared: emails in lower case, phone numbers without punctuation, and line breaks as \n. */
export function canonical(field: string, value: unknown): string {
	const raw = typeof value === 'object' ? JSON.stringify(value) : String(value);
	const text = raw.trim().replace(/\r\n/g, '\n');
	if (field === 'email') return text.toLowerCase();
	return field === 'phone_number' ? text.replace(/[^\da-z]/gi, '') : text;
}

/**
 * Whether servers store a value unchanged: an identifier, an email in lower-case ASCII letters, a phone number in
 * E.164. They may store any other value in another form, so a look-up without a result doesn't prove its absence.
 */
export function isStoredUnchanged(field: string, value: string): boolean {
	if (field === 'email') return /^[\x21-\x40\x5b-\x7e]+$/.test(value);
	return field !== 'phone_number' || /^\+[1-9]\d{6,14}$/.test(value);
}
