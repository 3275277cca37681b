import type { IDataObject } from 'n8n-workflow';

import { metaOf, unwrap } from '../shared/bodies';
import { fieldName, findDisplayName } from '../shared/failure/fieldNames';
import { WHOLE_RECORD } from '../shared/failure/serviceMessage';
import { UNIQUE_ATTRIBUTES } from '../shared/input/keys';
import { isBlank, isObject, withoutUndefined } from '../shared/input/values';
import type {
	AddressedRequest,
	LookUp,
	LookUpResult,
	RefusedResponse,
	Response,
	SendLookUp,
	SentCreate,
	UnclearCreate,
} from '../shared/operation';
import { countIn, moreIn } from '../shared/output/records';
import { PAGE_SIZE } from '../shared/output/listPass';
import { timeOf } from '../shared/output/time';

/*
 * A create may end without its contact: its response is lost, or the service refuses it as a duplicate. Then a look-up
 * finds the contact that has its email, phone number or identifier, and this file says whose it is.
 *
 *     the create ended with    the look-up finds       with `continue`                   with `stop`
 *     no clear response        its own contact         success, `created` is true        success, `created` is true
 *                              any other contact       success, `created` is false       fails with the doubt
 *     a 500                    a contact               success, `created` is false       fails with the doubt
 *     a refusal, such as 422   a contact               success, `created` is false       fails
 *     any of these             several contacts        fails, with the doubt unless it was a refusal
 *                              no contact              `Delivery` decides
 *
 * "With the doubt": the message says that this request may have created the contact. A contact is the item's own only if
 * that is shown (`isOwn`). After a 500 it never is, because a unique index may respond so to a duplicate.
 *
 * A 2xx needs no look-up. There, `created` is true unless the contact is shown to be older (`isOlder`).
 */

/** How far the time of a contact may be off, because it is in whole seconds. */
const WHOLE_SECOND_MS = 1_000;

/** How far a clock may be off before a contact in a 2xx counts as older: a `Date`, and the clock of this machine. */
const DATE_ERROR_MS = 60_000;
const OWN_CLOCK_ERROR_MS = 60 * 60_000;

/** The statuses of a refusal that may be about a duplicate. */
const MAY_BE_DUPLICATE = [400, 409, 422];

/** The clock that tells the age of a contact. */
interface Clock {
	/** How far it is ahead of the monotonic clock, in milliseconds since 1970. */
	aheadMs: number;
	maxErrorMs: number;
}

/** The contacts that have the unique values of a create. */
interface Owners {
	/** For each unique field, the contact that has its value. */
	byField: Map<string, IDataObject>;
	/** Whether the responses were complete lists. If not, there may be more such contacts. */
	complete: boolean;
	/** The clock when they were found. */
	clock: Clock;
}

/**
 * The look-up of a create.
 *
 * @param fields of the create, by their names in the API
 * @param continues whether to continue with an existing contact
 * @returns undefined if no field of the create identifies its contact
 */
export function lookUpOf(fields: IDataObject, continues: boolean): LookUp | undefined {
	const unique = uniqueFields(fields);
	if (unique.length === 0) return undefined;
	return {
		find: async ({ refusal, unclear }, request, send) => {
			const names = unclear ? unique : mayBeTaken(unique, refusal);
			// An existing contact is only returned if no other value belongs to another one.
			const others = continues ? unique.filter((field) => !names.includes(field)) : [];
			const owners = await findOwners(fields, names, others, request, send);
			return resultOf(owners, fields, continues, unclear);
		},
		isOlder,
		advice: continues
			? "If it was created and the service refuses a second one, 'If the Contact Exists' continues with it."
			: "To run it again safely, set 'If the Contact Exists' to 'Continue with Existing Contact'.",
	};
}

/** The unique values of a create as texts, such as `email:ann@example.com`. */
export function uniqueKeys(fields: IDataObject): string[] {
	return uniqueFields(fields).map((field) => `${field}:${canonical(field, fields[field])}`);
}

/** The unique fields of a create that have a value, by their names in the API. */
function uniqueFields(fields: IDataObject): string[] {
	return UNIQUE_ATTRIBUTES.filter((field) => canonical(field, fields[field] ?? '') !== '');
}

/**
 * The unique fields whose values may belong to another contact according to a refusal. The service translates its
 * messages, so they don't tell whether there is a duplicate. But a refusal that names only other fields is not about
 * one.
 */
function mayBeTaken(unique: string[], refusal?: RefusedResponse): string[] {
	if (!refusal || !MAY_BE_DUPLICATE.includes(refusal.httpCode ?? 0)) return [];
	const blamed = refusal.fields.filter((field) => field !== WHOLE_RECORD).map(fieldName);
	return blamed.length === 0 ? unique : unique.filter((field) => blamed.includes(field));
}

/** What the owners of its unique values mean for a create. */
function resultOf(
	owners: Owners,
	fields: IDataObject,
	continues: boolean,
	unclear?: UnclearCreate,
): LookUpResult {
	const [contact, ...others] = [...owners.byField.values()];
	if (!contact) return { kind: owners.complete ? 'absent' : 'unclear' };
	const created = unclear !== undefined && isOwn(contact, fields, unclear, owners.clock);
	const named = nameOwners(owners.byField);
	if (!created && !continues) {
		const remedy = `${named} Use another value, or set 'If the Contact Exists' to 'Continue with Existing Contact'.`;
		return { kind: 'taken', remedy };
	}
	if (others.some(({ id }) => id !== contact.id)) {
		return { kind: 'taken', remedy: `${named} These are different contacts, so none was chosen.` };
	}
	if (!owners.complete) {
		const remedy = `${named} It is unknown whether the other values belong to it too.`;
		return { kind: 'taken', remedy };
	}
	return { kind: 'found', record: { ...contact, created } };
}

/**
 * Whether a contact is shown to be the one that a create without a clear response has made: it has all that was sent,
 * was created between the request and now, and is no other item's.
 */
function isOwn(
	contact: IDataObject,
	fields: IDataObject,
	{ sentAt, isOfOtherItem, isServerError }: UnclearCreate,
	clock: Clock,
): boolean {
	if (isServerError || isOfOtherItem(contact.id) || !hasAllValues(contact, fields)) return false;
	const created = createdAt(contact, clock);
	return created >= sentAt - WHOLE_SECOND_MS && created <= performance.now() + WHOLE_SECOND_MS;
}

/** Whether the contact in a 2xx is shown to have existed before. Some services respond so to a duplicate. */
function isOlder(contact: IDataObject, { headers }: Response, sent: SentCreate): boolean {
	if (sent.isOfOtherItem(contact.id)) return true;
	const clock = clockOf(headers);
	return createdAt(contact, clock) < sent.sentAt - clock.maxErrorMs;
}

/** When a contact was created, on the monotonic clock; NaN if it has no time, so that no comparison shows anything. */
function createdAt({ created_at }: IDataObject, { aheadMs }: Clock): number {
	return (timeOf(created_at)?.getTime() ?? NaN) - aheadMs;
}

/**
 * The clock of the service by the `Date` of a response that has just arrived, or that of this machine: Chatwoot itself
 * sends no `Date`.
 */
function clockOf({ date }: Response['headers']): Clock {
	const time = Date.parse(String(date));
	return Number.isNaN(time)
		? { aheadMs: Date.now() - performance.now(), maxErrorMs: OWN_CLOCK_ERROR_MS }
		: { aheadMs: time - performance.now(), maxErrorMs: DATE_ERROR_MS };
}

/**
 * Looks for the owners of values with the documented filter (contract, 4.1). The filter of some servers also finds
 * similar values, so the values are compared again here. A contact that has all the values ends the look-up.
 *
 * @param names fields whose values are looked up
 * @param others fields that are looked up too if a contact was found
 */
async function findOwners(
	fields: IDataObject,
	names: string[],
	others: string[],
	request: AddressedRequest,
	send: SendLookUp,
): Promise<Owners> {
	const all = [...names, ...others];
	const owners: Owners = { byField: new Map(), complete: true, clock: clockOf({}) };
	for (const name of all) {
		const isOther = others.includes(name);
		if (isOther && owners.byField.size === 0) break;
		const value = String(fields[name]);
		const response = await send({
			method: 'POST',
			url: `${request.url}/filter`,
			body: { payload: [{ ...condition(name, value), query_operator: null }] },
		});
		if (!response) return { ...owners, complete: false };
		owners.clock = clockOf(response.headers);
		const list = contactsIn(response);
		const owner = ownerOf(name, list.contacts, fields, all);
		if (owner && all.every((each) => hasValue(owner, each, fields[each]))) {
			const byField = new Map([...all.map((each) => [each, owner] as const), ...owners.byField]);
			return { ...owners, byField, complete: true };
		}
		if (owner) owners.byField.set(name, owner);
		else if (!list.all || (!isOther && !isStoredUnchanged(name, value))) owners.complete = false;
	}
	return owners;
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

/** Whether a contact has all values that were sent. Its image is not compared, because it arrives later. */
function hasAllValues(contact: IDataObject, fields: IDataObject): boolean {
	const contactInboxes = [contact.contact_inboxes].flat().filter(isObject);
	const inboxIds = contactInboxes.map(({ inbox }) => isObject(inbox) && inbox.id);
	return Object.entries(withoutUndefined(fields)).every(([field, value]) => {
		if (field.startsWith('avatar')) return true;
		return field === 'inbox_id' ? inboxIds.includes(value) : hasValue(contact, field, value);
	});
}

/** Whether a contact, or its attributes, have a value. The service may write it in another way, and add attributes. */
export function hasValue(record: IDataObject, field: string, value: unknown): boolean {
	const known = record[field];
	if (isBlank(known)) return isBlank(value);
	if (isObject(known) && isObject(value))
		return Object.entries(value).every(([key, inner]) => hasValue(known, key, inner));
	return canonical(field, known) === canonical(field, value);
}

/** A value in the form for comparisons: emails in lower case, phone numbers without punctuation. */
function canonical(field: string, value: unknown): string {
	const text = (typeof value === 'object' ? JSON.stringify(value) : String(value)).trim();
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
function nameOwners(byField: Owners['byField']): string {
	const contacts = new Map([...byField.values()].map((contact) => [contact.id, contact]));
	const sentences = [...contacts].map(([id, { name }]) => {
		const fields = [...byField.keys()].filter((field) => byField.get(field)?.id === id);
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
