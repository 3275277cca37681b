import type { IDataObject } from 'n8n-workflow';

import { metaOf, unwrap } from '../shared/bodies';
import { fieldName, findDisplayName } from '../shared/failure/fieldNames';
import { WHOLE_RECORD } from '../shared/failure/serviceMessage';
import { UNIQUE_ATTRIBUTES } from '../shared/input/keys';
import { isBlank, isObject } from '../shared/input/values';
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
 * The look-up of a create: whose is the contact that has its email, phone number or identifier?
 *
 * The law: after a look-up a contact counts as new only if it is shown to be not older than the request, after a 2xx
 * unless it is shown to be older, and a failure after a lost response says that its contact may be the item's own.
 *
 *     the create ends with        the look-up finds       `continue`                `stop`
 *     2xx                         (isn't sent)            the contact, new unless shown to be older
 *     a refusal, such as 422      the owner of a value    it, as existing           fails, and names it
 *     no clear response           a contact shown new     it, as new                it, as new
 *                                 any other contact       it, as existing           fails, and names it with the doubt
 *     500                         any contact             it, as existing           fails, and names it with the doubt
 *     no clear response, or 500   no contact              `Delivery` decides
 *
 * After a 500 no contact counts as new, because a unique index responds so to a duplicate.
 */

/** How much older than its request a new contact may seem: times are in whole seconds, and clocks differ a little. */
const CLOCK_TOLERANCE_MS = 3_000;

/**
 * How much older than its request a contact must be after a 2xx to be shown as older: by the `Date` of the response,
 * which a proxy may have written, and by the clock of this machine.
 */
const OLDER_BY_DATE_MS = 60_000;
const OLDER_BY_OWN_CLOCK_MS = 60 * 60_000;

/** The statuses of a refusal that may be about a duplicate. */
const MAY_BE_DUPLICATE = [400, 409, 422];

/** What a clock showed, in milliseconds since 1970, and when, on the monotonic clock. */
interface ClockReading {
	time: number;
	at: number;
}

/** The contacts that have the unique values of a create. */
interface Owners {
	/** For each unique field, the contact that has its value. */
	byField: Map<string, IDataObject>;
	/** Whether the responses were complete lists. If not, there may be more such contacts. */
	complete: boolean;
	/** The service's clock in the last response that has a `Date`. */
	clock?: ClockReading;
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
	const created = unclear !== undefined && isShownNew(contact, fields, unclear, owners.clock);
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
 * Whether a contact is shown to be the one that a create without a clear response has made. By then, a contact that
 * the run had created before has a lower ID. Chatwoot itself sends no `Date`: then that contact tells the time.
 */
function isShownNew(
	contact: IDataObject,
	fields: IDataObject,
	{ sentAt, before, isTaken, isServerError }: UnclearCreate,
	date?: ClockReading,
): boolean {
	if (isServerError || isTaken(contact.id) || !hasSameValues(contact, fields)) return false;
	if (before && Number(contact.id) <= Number(before.record.id)) return false;
	const clock = date ?? (before && { time: createdAt(before.record), at: before.respondedAt });
	return clock !== undefined && olderByMs(contact, sentAt, clock) <= CLOCK_TOLERANCE_MS;
}

/** Whether the contact in a 2xx is shown to have existed before. Some services respond so to a duplicate. */
function isOlder(contact: IDataObject, { headers }: Response, sent: SentCreate): boolean {
	if (sent.isTaken(contact.id)) return true;
	const date = clockIn(headers);
	const clock = date ?? { time: Date.now(), at: performance.now() };
	const limitMs = date ? OLDER_BY_DATE_MS : OLDER_BY_OWN_CLOCK_MS;
	return olderByMs(contact, sent.sentAt, clock) > limitMs;
}

/** How much older a contact is than a request, in milliseconds; NaN if nothing tells, so that nothing is shown. */
function olderByMs(contact: IDataObject, sentAt: number, clock: ClockReading): number {
	return clock.time - (clock.at - sentAt) - createdAt(contact);
}

function createdAt({ created_at }: IDataObject): number {
	return timeOf(created_at)?.getTime() ?? NaN;
}

/** The service's clock, if a response that has just arrived shows it. */
function clockIn({ date }: Response['headers']): ClockReading | undefined {
	const time = Date.parse(String(date));
	return Number.isNaN(time) ? undefined : { time, at: performance.now() };
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
	const owners: Owners = { byField: new Map(), complete: true };
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
		owners.clock = clockIn(response.headers) ?? owners.clock;
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

/** Whether a contact has the name and the unique values of a create. */
function hasSameValues(contact: IDataObject, fields: IDataObject): boolean {
	const sent = ['name', ...uniqueFields(fields)].filter((field) => fields[field] !== undefined);
	return sent.every((field) => hasValue(contact, field, fields[field]));
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
