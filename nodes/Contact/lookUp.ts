import type { IDataObject } from 'n8n-workflow';

import { metaOf, unwrap } from '../shared/bodies';
import { fieldName, findDisplayName } from '../shared/failure/fieldNames';
import { WHOLE_RECORD } from '../shared/failure/serviceMessage';
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
import { PAGE_SIZE } from '../shared/list/listPass';
import { timeOf } from '../shared/output/time';
import {
	canonical,
	hasAllValues,
	hasValue,
	isStoredUnchanged,
	uniqueFields,
} from './contactValues';

/*
 * The look-up of a create that had no clear response, or that the service refused, perhaps as a duplicate.
 * `findOwners` finds the contacts that have its email, phone number or identifier, and `resultOf` says what that means
 * for the item, by the user's choice in `onDuplicate`:
 *
 *     the item's attempts        the look-up finds    `continue`                      `stop`
 *     one had no clear response  its own contact      succeeds, `created` is true     succeeds, `created` is true
 *                                another contact      succeeds, `created` is false    fails with the doubt
 *     the last was a 500         a contact            succeeds, `created` is false    fails with the doubt
 *     all were refused           a contact            succeeds, `created` is false    fails
 *     any of these               perhaps several      fails                           fails
 *                                surely none          `Delivery` decides whether it is sent again
 *                                none, or missed it   fails                           fails
 *
 * A contact is the item's own only if that is shown (`isOwn`). After a 500 none is, because some services respond so to
 * a duplicate. "With the doubt": the message says that this request may have created the contact. It does so unless all
 * attempts were refused.
 */

/** How far the time of a contact may be off, because it is in whole seconds. */
const WHOLE_SECOND_MS = 1_000;

/** How far clocks may differ for `isOlder`: the one behind a `Date`, and the one of this machine. `isOwn` allows none. */
const DATE_ERROR_MS = 60_000;
const OWN_CLOCK_ERROR_MS = 60 * 60_000;

/** The statuses of a refusal that may be about a duplicate. */
const MAY_BE_DUPLICATE = [400, 409, 422];

/** The clock that tells the age of a contact. */
interface Clock {
	/** How far it is ahead of the monotonic clock, in milliseconds. */
	aheadMs: number;
	maxErrorMs: number;
}

/** The contacts that have the unique values of a create. */
interface Owners {
	/** For each unique field, the contact that has its value. */
	byField: Map<string, IDataObject>;
	/** Whether these are all. If not, there may be more such contacts. */
	complete: boolean;
	/** The clock when they were found. */
	clock: Clock;
}

/**
 * The look-up of a create.
 *
 * @param values of its fields, by their names in the API
 * @param continues whether to continue with an existing contact
 * @returns undefined if no field of the create identifies its contact
 */
export function lookUpOf(values: IDataObject, continues: boolean): LookUp | undefined {
	const unique = uniqueFields(values);
	if (unique.length === 0) return undefined;
	return {
		find: async ({ refusal, unclear }, request, send) => {
			const fields = unclear ? unique : mayBeTaken(unique, refusal);
			// An existing contact is only returned if no other value belongs to another one.
			const alsoChecked = continues ? unique.filter((field) => !fields.includes(field)) : [];
			const owners = await findOwners(values, fields, alsoChecked, request, send);
			return resultOf(owners, values, continues, unclear);
		},
		isOlder,
		advice: continues
			? "If it was created and the service refuses a second one, 'If the Contact Exists' continues with it."
			: "To run it again safely, set 'If the Contact Exists' to 'Continue with Existing Contact'.",
	};
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
	{ byField, complete, clock }: Owners,
	values: IDataObject,
	continues: boolean,
	unclear?: UnclearCreate,
): LookUpResult {
	const [contact, ...others] = [...byField.values()];
	if (!contact) return { kind: complete ? 'absent' : 'undecided' };
	const taken = (remedy: string): LookUpResult => ({
		kind: 'taken',
		remedy: `${nameOwners(byField)} ${remedy}`,
	});
	const created = unclear !== undefined && isOwn(contact, values, unclear, clock);
	if (!created && !continues) {
		return taken(
			"If it is the same contact, set 'If the Contact Exists' to 'Continue with Existing Contact'. Otherwise, use another value.",
		);
	}
	if (others.some(({ id }) => id !== contact.id)) {
		return taken('These are different contacts, so none was chosen.');
	}
	if (!complete) return taken('It is unknown whether the other values belong to it too.');
	return { kind: 'found', record: { ...contact, created } };
}

/**
 * Whether a contact is shown to be the one that this create has made: no other item of the run has returned it, it has
 * all values that were sent, and it was created between the request and now. It makes no allowance for clocks that differ:
 * taking somebody else's contact for its own is worse than a doubt.
 */
function isOwn(
	contact: IDataObject,
	values: IDataObject,
	{ sentAt, isOfOtherItem, isServerError }: UnclearCreate,
	clock: Clock,
): boolean {
	if (isServerError || isOfOtherItem(contact.id) || !hasAllValues(contact, values)) return false;
	const created = createdAt(contact, clock);
	return created >= sentAt - WHOLE_SECOND_MS && created <= performance.now() + WHOLE_SECOND_MS;
}

/**
 * Whether the contact in a 2xx is shown to be older than its request: some services respond to a duplicate with 200 and
 * the existing contact. Here, clocks may differ.
 */
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
 * Finds the owners of unique values with the documented filter (contract, 4.1). A contact that has all the values ends
 * the look-up.
 *
 * @param fields whose values are looked up
 * @param alsoChecked fields that are looked up too if a contact was found
 */
async function findOwners(
	values: IDataObject,
	fields: string[],
	alsoChecked: string[],
	request: AddressedRequest,
	send: SendLookUp,
): Promise<Owners> {
	const all = [...fields, ...alsoChecked];
	const owners: Owners = { byField: new Map(), complete: true, clock: clockOf({}) };
	for (const field of all) {
		const isAlsoChecked = alsoChecked.includes(field);
		if (isAlsoChecked && owners.byField.size === 0) break;
		const value = String(values[field]);
		const response = await send({
			method: 'POST',
			url: `${request.url}/filter`,
			body: { payload: [{ ...condition(field, value), query_operator: null }] },
		});
		if (!response) return { ...owners, complete: false };
		owners.clock = clockOf(response.headers);
		const list = contactsIn(response);
		const owner = ownerOf(field, list.contacts, values, all);
		if (owner && all.every((each) => hasValue(owner, each, values[each]))) {
			const byField = new Map([...all.map((each) => [each, owner] as const), ...owners.byField]);
			return { ...owners, byField, complete: true };
		}
		const provesAbsence = list.all && (isAlsoChecked || isStoredUnchanged(field, value));
		if (owner) owners.byField.set(field, owner);
		else if (!provesAbsence) owners.complete = false;
	}
	return owners;
}

/**
 * The contact that has the value of a unique field. The filter of some servers also finds similar values, and some
 * services allow several contacts: the one with most of the values counts, and of several such contacts the newest.
 *
 * @param compared the unique fields that are looked up
 */
function ownerOf(
	field: string,
	contacts: IDataObject[],
	values: IDataObject,
	compared: string[],
): IDataObject | undefined {
	const matches = (contact: IDataObject) =>
		compared.filter((each) => hasValue(contact, each, values[each])).length;
	const [owner] = contacts
		.filter((contact) => hasValue(contact, field, values[field]))
		.sort(
			(one, other) =>
				matches(other) - matches(one) || Number(other.created_at) - Number(one.created_at),
		);
	return owner;
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
