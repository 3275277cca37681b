import type { IDataObject } from 'n8n-workflow';

import { metaOf, unwrap } from '../shared/bodies';
import { countIn, moreIn } from '../shared/output/records';
import { PAGE_SIZE } from '../shared/output/listPass';
import type {
	AddressedRequest,
	Response,
	RefusedResponse,
	Resolution,
	SendLookUp,
} from '../shared/operation';
import { findDisplayName } from '../shared/failure/fieldNames';
import { WHOLE_RECORD } from '../shared/failure/serviceMessage';
import { UNIQUE_ATTRIBUTES } from '../shared/input/keys';
import { isBlank, isObject } from '../shared/input/values';

/** The statuses of a refusal that may be about a duplicate. */
const MAY_BE_DUPLICATE = [400, 409, 422];

/** Existing contacts that have the unique values of a create. */
export interface ExistingContacts {
	/** For each unique field, the contact that has its value. */
	owners: Map<string, IDataObject>;
	/** Whether the look-ups returned complete lists. If not, there may be more such contacts. */
	complete: boolean;
	/** The `Date` header of the last response; blank if there is none. */
	serviceDate: string;
	/** When the last response arrived, on the monotonic clock. */
	respondedAt: number;
}

/** The unique fields of a create that have a value, by their names in the API. */
export function uniqueFields(fields: IDataObject): string[] {
	return UNIQUE_ATTRIBUTES.filter((field) => canonical(field, fields[field] ?? '') !== '');
}

/** The unique values of a create as texts, such as `email:ann@example.com`. */
export function uniqueKeys(fields: IDataObject): string[] {
	return uniqueFields(fields).map((field) => `${field}:${canonical(field, fields[field])}`);
}

/**
 * Looks for an existing contact after the service has refused a create. The service translates its messages,
 * so they don't tell whether there is a duplicate. But a refusal that names only other fields is not about one.
 *
 * @param fields of the create, by their names in the API
 * @param continues whether to continue with the existing contact
 */
export async function whenRefused(
	refusal: RefusedResponse,
	fields: IDataObject,
	continues: boolean,
	request: AddressedRequest,
	send: SendLookUp,
): Promise<Resolution | undefined> {
	if (!MAY_BE_DUPLICATE.includes(refusal.httpCode ?? 0)) return undefined;
	const unique = uniqueFields(fields);
	const blamed = refusal.fields.filter((field) => field !== WHOLE_RECORD).map(fieldName);
	const named = unique.filter((field) => blamed.includes(field));
	if (blamed.length > 0 && named.length === 0) return undefined;
	const names = named.length > 0 ? named : unique;
	// An existing contact is only returned if no other value belongs to another one.
	const others = continues ? unique.filter((field) => !names.includes(field)) : [];
	const existing = await findExisting(fields, names, request, send, others);
	return resolutionOf(existing, continues);
}

/** The name of a field in the API. Some servers write `contact.email` or `phoneNumber`. */
function fieldName(named: string): string {
	const last = named.split(/[./]/).pop() ?? '';
	return last.replace(/([a-z])([A-Z])/g, '$1_$2').toLowerCase();
}

/**
 * Looks for contacts with the documented filter (contract, 4.1). The filter of some servers also finds
 * similar values, so the values are compared again here.
 *
 * @param names fields whose values are looked up
 * @param others fields that are looked up too if a contact was found
 */
export async function findExisting(
	fields: IDataObject,
	names: string[],
	request: AddressedRequest,
	send: SendLookUp,
	others: string[] = [],
): Promise<ExistingContacts> {
	const existing: ExistingContacts = {
		owners: new Map(),
		complete: true,
		serviceDate: '',
		respondedAt: 0,
	};
	for (const name of [...names, ...others]) {
		const isOther = others.includes(name);
		if (isOther && existing.owners.size === 0) break;
		const value = String(fields[name]);
		const response = await send({
			method: 'POST',
			url: `${request.url}/filter`,
			body: { payload: [{ ...condition(name, value), query_operator: null }] },
		});
		if (!response) return { ...existing, complete: false };
		existing.respondedAt = performance.now();
		existing.serviceDate = String(response.headers.date ?? '');
		const { contacts, all } = contactsIn(response);
		const owner = ownerOf(name, contacts, fields, [...names, ...others]);
		if (owner) existing.owners.set(name, owner);
		else if (!all || (!isOther && !isStoredUnchanged(name, value))) existing.complete = false;
	}
	return existing;
}

/**
 * The contact that has the value of a unique field. Some services allow several: the one with most of the values of
 * the create counts, and of several such contacts the newest.
 *
 * @param compared the unique fields that are looked up
 */
function ownerOf(
	name: string,
	contacts: IDataObject[],
	fields: IDataObject,
	compared: string[],
): IDataObject | undefined {
	const matches = (contact: IDataObject) =>
		compared.filter((each) => hasValue(contact, each, fields[each])).length;
	const [owner] = contacts
		.filter((contact) => hasValue(contact, name, fields[name]))
		.sort(
			(one, other) =>
				matches(other) - matches(one) || Number(other.created_at) - Number(one.created_at),
		);
	return owner;
}

/**
 * What existing contacts mean for a create.
 *
 * @param continues whether to continue with the existing contact, if it is a single one that has all the values
 * @returns undefined if there is none
 */
export function resolutionOf(
	{ owners, complete }: ExistingContacts,
	continues: boolean,
): Resolution | undefined {
	const [contact, ...others] = [...owners.values()];
	if (!contact) return undefined;
	const named = nameOwners(owners);
	if (!continues) {
		return {
			remedy: `${named} Use another value, or set 'If the Contact Exists' to 'Continue with Existing Contact'.`,
		};
	}
	if (!complete) {
		return { remedy: `${named} It is unknown whether the other values belong to it too.` };
	}
	if (others.some(({ id }) => id !== contact.id)) {
		return { remedy: `${named} These are different contacts, so none was chosen.` };
	}
	return { response: { status: 200, headers: {}, body: { ...contact, created: false } } };
}

/** Whether a contact has a value. The service may write it in another way. */
export function hasValue(contact: IDataObject, field: string, value: unknown): boolean {
	const known = contact[field];
	return isBlank(known) ? isBlank(value) : canonical(field, known) === canonical(field, value);
}

/** A value in the form for comparisons: emails in lower case, phone numbers without punctuation. */
function canonical(field: string, value: unknown): string {
	const text = String(value).trim();
	if (field === 'email') return text.toLowerCase();
	return field === 'phone_number' ? text.replace(/[^\da-z]/gi, '') : text;
}

/**
 * Whether servers store a value unchanged: an identifier, an email in lower-case ASCII letters, a phone number in
 * E.164. They may store any other value in another form, so a look-up without a result doesn't prove its absence.
 */
function isStoredUnchanged(field: string, value: string): boolean {
	if (field === 'email') return /^[\x21-\x40\x5b-\x7e]+$/.test(value);
	return field !== 'phone_number' || /^\+[1-9]\d{6,14}$/.test(value);
}

/** Names each contact once: "'Email' and 'Identifier' belong to contact 5 (Ann)." */
function nameOwners(owners: ExistingContacts['owners']): string {
	const contacts = new Map([...owners.values()].map((contact) => [contact.id, contact]));
	const sentences = [...contacts].map(([id, { name }]) => {
		const fields = [...owners.keys()].filter((field) => owners.get(field)?.id === id);
		const names = fields.map((field) => `'${findDisplayName(field, [])}'`).join(' and ');
		const known = isBlank(name) ? '' : ` (${String(name).replace(/[<>]/g, '')})`;
		return `${names} ${fields.length > 1 ? 'belong' : 'belongs'} to contact ${String(id)}${known}.`;
	});
	return sentences.join(' ');
}

/** The contacts that a look-up found, and whether the list is complete. Page sizes differ between servers. */
function contactsIn({ body }: Response): { contacts: IDataObject[]; all: boolean } {
	const [list, meta] = [unwrap(body), metaOf(body)];
	if (!Array.isArray(list)) return { contacts: [], all: false };
	const contacts = list.filter(isObject);
	const more = moreIn(meta) || Number(countIn(meta)) > contacts.length;
	return { contacts, all: !more && contacts.length < PAGE_SIZE };
}

/** The condition that finds a value. Not all servers find a phone number with its plus sign, so it looks for the digits. */
function condition(field: string, value: string): IDataObject {
	const filter_operator = field === 'phone_number' ? 'contains' : 'equal_to';
	return { attribute_key: field, filter_operator, values: [canonical(field, value)] };
}
