import type { IDataObject } from 'n8n-workflow';

import { listMeta, unwrap } from '../shared/response/bodies';
import { fieldName, findDisplayName } from '../shared/failure/fieldNames';
import { isBlank, isObject } from '../shared/values';
import type {
	AddressedRequest,
	FailedCreate,
	LookUp,
	LookUpResult,
	ApiResponse,
	SendLookUp,
} from '../shared/operation';
import { PAGE_SIZE } from '../shared/list/list';
import { timeOf } from '../shared/response/records';
import {
	canonical,
	hasAllValues,
	hasValue,
	isStoredUnchanged,
	uniqueFields,
} from './contactValues';

/*
 * The look-up of a create: what it finds, and what becomes of the item then. `run/delivery.ts` says when to look, and when
 * to send the create again.
 */

/** What a look-up finds. */
type Finding =
	/** The contact that this create has made (`isOwnContact`). */
	| 'own'
	/** A contact that existed before, or one that may have. With `stop`, the first one that is found is enough. */
	| 'existing'
	/** The values belong to different contacts, or to one that lacks some of them. */
	| 'different'
	/** Certainly no contact. */
	| 'absent'
	/** No contact, but there may be one. */
	| 'inconclusive';

/**
 * What becomes of an item, by what the look-up finds and by 'If the Contact Exists'.
 *
 *     found          The item returns the contact. Its `created` is true only for its own.
 *     taken          The item fails, and the message names the contacts.
 *     absent         The create may be sent again.
 *     inconclusive   The item fails as without the look-up.
 */
const RESULTS: Record<Finding, Record<'stop' | 'continue', LookUpResult['kind']>> = {
	own: { stop: 'found', continue: 'found' },
	existing: { stop: 'taken', continue: 'found' },
	different: { stop: 'taken', continue: 'taken' },
	absent: { stop: 'absent', continue: 'absent' },
	inconclusive: { stop: 'inconclusive', continue: 'inconclusive' },
};

/** How far the time of a contact may be off, because it is in whole seconds and clocks differ. */
const SAME_TIME_MS = 2_000;

/** If a contact is older than its request by more than this, the message doesn't say that the request may have made it. */
const CLEARLY_OLDER_MS = 10 * 60_000;

/** The statuses of a refusal that may be about a duplicate. */
const MAY_BE_DUPLICATE = [400, 409, 422];

/** The contacts that have the unique values of a create. */
interface Owners {
	/** For each unique field, the contact that has its value. */
	byField: Map<string, IDataObject>;
	/** All contacts that have one of the values. */
	all: IDataObject[];
	/** Whether the service returned all contacts with these values. */
	complete: boolean;
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
		returnsExisting: continues,
		mayBeDuplicate: (create) => blamedFields(unique, create).length > 0,
		find: async (create, request, send) => {
			const named = blamedFields(unique, create);
			const blamed = named.length > 0 ? named : unique;
			const fields = [...new Set([...blamed, ...unique])];
			const isOwn = (contact: IDataObject) => isOwnContact(contact, values, create);
			const owners = await findOwners(values, fields, { continues, isOwn, request, send });
			const { byField, all } = owners;
			const isProvable = unique.every((field) => isStoredUnchanged(field, String(values[field])));
			const finding = findingOf(owners, blamed, isOwn, isProvable);
			const kind = RESULTS[finding][continues ? 'continue' : 'stop'];
			const [contact] = byField.values();
			if (kind === 'found') return { kind, record: { ...contact, created: finding === 'own' } };
			if (kind !== 'taken') return { kind };
			const mayBeOwn = mayHaveMadeOne(all, create);
			const doubt = mayBeOwn ? ' This request may have created the contact.' : '';
			const remedy = remedyFor(continues, isSameOwner(byField), mayBeOwn);
			return { kind, remedy: `${nameOwners(byField)}${doubt} ${remedy}`, mayBeOwn };
		},
		advice: continues
			? 'Where duplicates are refused, as in Chatwoot, it is safe to run this item again.'
			: "To run it again safely, set 'If the Contact Exists' to 'Return It Unchanged'.",
	};
}

/**
 * The row of the table that applies.
 *
 * @param blamed the fields that the create may have failed for
 * @param isProvable whether the service keeps the values as they were sent, so that their absence can be proved
 */
function findingOf(
	{ byField, complete }: Owners,
	blamed: string[],
	isOwn: (contact: IDataObject) => boolean,
	isProvable: boolean,
): Finding {
	if (!blamed.some((field) => byField.has(field)))
		return complete && isProvable ? 'absent' : 'inconclusive';
	const [contact] = byField.values();
	if (isOwn(contact)) return 'own';
	return isSameOwner(byField) && complete ? 'existing' : 'different';
}

/** Whether the same contact has all values. */
function isSameOwner(byField: Owners['byField']): boolean {
	return new Set([...byField.values()].map(({ id }) => id)).size === 1;
}

/**
 * The unique fields that a refusal may blame as duplicates. The words don't tell, because services translate them, but a
 * refusal that names only other fields is not about a duplicate.
 */
function blamedFields(
	unique: string[],
	{ httpCode = 0, fields }: Pick<FailedCreate, 'httpCode' | 'fields'>,
): string[] {
	if (!MAY_BE_DUPLICATE.includes(httpCode)) return [];
	const blamed = fields.map(fieldName);
	return blamed.length === 0 ? unique : unique.filter((field) => blamed.includes(field));
}

/** What to do about an existing contact. */
function remedyFor(continues: boolean, isSameOwner: boolean, mayBeOwn: boolean): string {
	const choice = "set 'If the Contact Exists' to 'Return It Unchanged'.";
	if (!continues && mayBeOwn) return `To go on with it, ${choice}`;
	if (!continues) return `If it is the same contact, ${choice} Otherwise, use another value.`;
	return isSameOwner
		? 'It is unknown whether the other values belong to it too.'
		: 'These are different contacts, so none was chosen. Correct the wrong value, or merge the contacts in the service.';
}

/**
 * Whether this create has certainly made a contact: no other item of the run has returned it, it has all values that were
 * sent, and it was created between the request and now. After a 500 that is never certain, because some services respond
 * so to a duplicate.
 */
function isOwnContact(
	contact: IDataObject,
	values: IDataObject,
	{ unclearSince, isServerError, isOfOtherItem }: FailedCreate,
): boolean {
	if (unclearSince === undefined || isServerError || isOfOtherItem(contact.id)) return false;
	const created = createdAt(contact);
	const isNew =
		created >= unclearSince - SAME_TIME_MS && created <= performance.now() + SAME_TIME_MS;
	return isNew && hasAllValues(contact, values);
}

/** Whether a create may have made one of these contacts, or may still make it: not if all are clearly older. */
function mayHaveMadeOne(
	contacts: IDataObject[],
	{ unclearSince, mayBeRunning }: FailedCreate,
): boolean {
	if (unclearSince === undefined) return false;
	const isOlder = (contact: IDataObject) => createdAt(contact) < unclearSince - CLEARLY_OLDER_MS;
	return mayBeRunning || !contacts.every(isOlder);
}

/**
 * When a contact was created, on the monotonic clock by the time of this machine; NaN if it has no time, so that no
 * comparison shows anything.
 */
function createdAt({ created_at }: IDataObject): number {
	return (timeOf(created_at)?.getTime() ?? NaN) - (Date.now() - performance.now());
}

/** How to look for owners. */
interface Search {
	continues: boolean;
	isOwn: (contact: IDataObject) => boolean;
	request: AddressedRequest;
	send: SendLookUp;
}

/**
 * Finds the owners of unique values with the documented filter (contract, 4.1), until one has all values. The first one
 * is enough if the item fails with it.
 */
async function findOwners(
	values: IDataObject,
	fields: string[],
	{ continues, isOwn, request, send }: Search,
): Promise<Owners> {
	const byField: Owners['byField'] = new Map();
	const all: IDataObject[] = [];
	let complete = true;
	for (const field of fields) {
		const response = await send({
			method: 'POST',
			url: `${request.url}/filter`,
			body: { payload: [{ ...condition(field, String(values[field])), query_operator: null }] },
		});
		if (!response) return { byField, all, complete: false };
		const list = contactsIn(response);
		// The filter of some servers also finds similar values, and some services allow several contacts.
		const having = list.contacts.filter((contact) => hasValue(contact, field, values[field]));
		all.push(...having);
		const whole = having.filter((contact) =>
			fields.every((name) => hasValue(contact, name, values[name])),
		);
		const owner = whole.find(isOwn) ?? whole[0] ?? having[0];
		if (owner && whole.includes(owner))
			return { byField: new Map(fields.map((name) => [name, owner])), all, complete: true };
		if (owner) byField.set(field, owner);
		else if (!list.all) complete = false;
		if (owner && !continues) break;
	}
	return { byField, all, complete };
}

/** Names each owner: "'Email' belongs to contact 5 (Ann)." */
function nameOwners(byField: Owners['byField']): string {
	const sentences = [...byField].map(([field, { id, name }]) => {
		const known = isBlank(name) ? '' : ` (${String(name).replace(/[<>]/g, '')})`;
		return `'${findDisplayName(field, [])}' belongs to contact ${String(id)}${known}.`;
	});
	return sentences.join(' ');
}

/** The contacts that a look-up found, and whether the list is complete. Page sizes differ between servers. */
function contactsIn({ body }: ApiResponse): { contacts: IDataObject[]; all: boolean } {
	const list = unwrap(body);
	if (!Array.isArray(list)) return { contacts: [], all: false };
	const contacts = list.filter(isObject);
	const { count, hasMore } = listMeta(body);
	const more = hasMore || count > contacts.length;
	return { contacts, all: !more && contacts.length < PAGE_SIZE };
}

/** The condition that finds a value. Not all servers find a phone number with its plus sign, so it looks for the digits. */
function condition(field: string, value: string): IDataObject {
	const filter_operator = field === 'phone_number' ? 'contains' : 'equal_to';
	return { attribute_key: field, filter_operator, values: [canonical(field, value)] };
}
