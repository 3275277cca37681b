import type { IDataObject } from 'n8n-workflow';

import type { Answer } from '../shared/transport/answer';
import { countIn, metaOf, moreIn, unwrap } from '../shared/output/body';
import { PAGE_SIZE } from '../shared/output/pagedList';
import type { Failure } from '../shared/failure/failure';
import { Fault } from '../shared/transport/fault';
import type { AddressedRequest, Send } from '../shared/operation';
import { displayNameOf } from '../shared/failure/fieldNames';
import { failureOf } from '../shared/failure/failureOf';
import { isBlank, isObject } from '../shared/input/values';

/** Each contact has these for itself, so that one of them can be taken. */
const UNIQUE = ['email', 'identifier', 'phone_number'];
const REFUSALS = [400, 409, 422];

/** The contacts that have the unique values of a create. */
export interface Existing {
	/** By field, the contact that has its value. */
	owners: Map<string, IDataObject>;
	/** Whether all look-ups could be read to their end: otherwise there may be more of them. */
	complete: boolean;
	/** The service's own time in its last answer, blank if it does not say; and when that came. */
	serviceDate: string;
	answeredAt: number;
}

/** The fields of a create that only one contact can have, as on the wire. */
export function uniqueFields(fields: IDataObject): string[] {
	return UNIQUE.filter((field) => canonical(field, fields[field] ?? '') !== '');
}

/** What only one contact can have, as one text for each value. */
export function uniqueKeys(fields: IDataObject): string[] {
	return uniqueFields(fields).map((field) => `${field}:${canonical(field, fields[field])}`);
}

/**
 * What becomes of a create that the service refused. Messages of the service are translated and
 * prove nothing: the contact that it would have doubled is looked for.
 *
 * @param fields of the create, as on the wire
 * @param continues whether to go on with the existing contact
 */
export async function whenRefused(
	failure: Failure,
	fields: IDataObject,
	continues: boolean,
	request: AddressedRequest,
	send: Send,
): Promise<Answer | Failure> {
	if (!REFUSALS.includes(failure.httpCode ?? 0)) return failure;
	const unique = uniqueFields(fields);
	const named = unique.filter((field) => failure.fields.includes(field));
	const names = named.length > 0 ? named : unique;
	const existing = await findExisting(fields, names, request, send);
	return continues ? continueWith(failure, existing) : namingExisting(failure, existing);
}

/**
 * Looks for contacts by the documented filter (contract, 4.1). Only one that really has the same
 * value counts.
 */
export async function findExisting(
	fields: IDataObject,
	names: string[],
	request: AddressedRequest,
	send: Send,
): Promise<Existing> {
	const existing: Existing = {
		owners: new Map(),
		complete: true,
		serviceDate: '',
		answeredAt: 0,
	};
	for (const name of names) {
		const value = String(fields[name]);
		const answer = await send({
			method: 'POST',
			url: `${request.url}/filter`,
			body: { payload: [{ ...condition(name, value), query_operator: null }] },
		});
		existing.answeredAt = Date.now();
		if (!(answer instanceof Fault)) existing.serviceDate = String(answer.headers.date ?? '');
		const { contacts, all } = contactsIn(answer);
		// Where a service lets several have it: the one that has most, and the newest of those.
		const has = (contact: IDataObject) =>
			names.filter((each) => hasValue(contact, each, fields[each])).length;
		const [owner] = contacts
			.filter((contact) => hasValue(contact, name, value))
			.sort(
				(one, other) => has(other) - has(one) || Number(other.created_at) - Number(one.created_at),
			);
		if (owner) existing.owners.set(name, owner);
		else if (!all || !isPlain(name, value)) existing.complete = false;
	}
	return existing;
}

/** The failure, with the existing contacts in it. */
export function namingExisting(failure: Failure, { owners }: Existing): Failure {
	if (owners.size === 0) return failure;
	return failure.withDescription(
		`${ownersNamed(owners)} Use another value, or set 'On Duplicate' under 'Options' to continue with the existing contact.`,
	);
}

/** The answer to go on with: the one contact that has the values. Never a guess among several. */
export function continueWith(failure: Failure, { owners, complete }: Existing): Answer | Failure {
	const [contact, ...others] = [...owners.values()];
	if (!contact) return failure;
	if (!complete) return failure.withDescription(ownersNamed(owners));
	if (others.some(({ id }) => id !== contact.id)) {
		return failure.withDescription(
			`${ownersNamed(owners)} These are different contacts, so none was chosen.`,
		);
	}
	return { status: 200, headers: {}, body: { ...contact, created: false } };
}

/** Whether a contact has a value, however the service writes it. */
export function hasValue(contact: IDataObject, field: string, value: unknown): boolean {
	const known = contact[field];
	return isBlank(known) ? isBlank(value) : canonical(field, known) === canonical(field, value);
}

/** E-mail addresses are unique whatever their case, phone numbers however they are set. */
function canonical(field: string, value: unknown): string {
	const text = String(value).trim();
	if (field === 'email') return text.toLowerCase();
	return field === 'phone_number' ? text.replace(/[^\da-z]/gi, '') : text;
}

/**
 * Whether a value is written as servers keep it: an email in small ASCII letters, a phone number in E.164.
 * Another one may be stored as it was sent or changed, so a look-up that finds nothing proves nothing.
 */
function isPlain(field: string, value: string): boolean {
	if (field === 'email') return /^[\x21-\x40\x5b-\x7e]+$/.test(value);
	return field !== 'phone_number' || /^\+[1-9]\d{6,14}$/.test(value);
}

function ownersNamed(owners: Existing['owners']): string {
	const sentences = [...owners].map(([field, { id, name }]) => {
		const known = isBlank(name) ? '' : ` (${String(name).replace(/[<>]/g, '')})`;
		return `'${displayNameOf(field, [])}' belongs to contact ${String(id)}${known}.`;
	});
	return sentences.join(' ');
}

/** The contacts that a look-up found, and whether they are all: servers differ in how long a page is. */
function contactsIn(answer: Answer | Fault): { contacts: IDataObject[]; all: boolean } {
	const body = failureOf(answer, { fields: [] }) ? undefined : (answer as Answer).body;
	const [list, meta] = [unwrap(body), metaOf(body)];
	if (!Array.isArray(list)) return { contacts: [], all: false };
	const contacts = list.filter(isObject);
	const more = moreIn(meta) || Number(countIn(meta)) > contacts.length;
	return { contacts, all: !more && contacts.length < PAGE_SIZE };
}

/** As servers keep it. They differ in whether a number is found with its plus sign: its digits are. */
function condition(field: string, value: string): IDataObject {
	const filter_operator = field === 'phone_number' ? 'contains' : 'equal_to';
	return { attribute_key: field, filter_operator, values: [canonical(field, value)] };
}
