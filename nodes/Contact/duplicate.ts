import type { IDataObject } from 'n8n-workflow';

import type { Answer } from '../shared/transport/answer';
import { recordList } from '../shared/output/body';
import { Failure } from '../shared/failure/failure';
import { Fault } from '../shared/transport/fault';
import type { AddressedRequest, Exchange } from '../shared/operation';
import { displayNameOf } from '../shared/failure/fieldNames';
import { isBlank } from '../shared/input/values';

/** Each contact has these for itself, so that one of them can be taken. */
const UNIQUE = ['email', 'identifier', 'phone_number'];
const REFUSALS = [400, 409, 422];

/**
 * Looks for the contact that a refused create would have doubled, through the documented filter
 * (contract, 4.1). Only a contact that really has the same value counts; messages of the service
 * are translated and prove nothing.
 *
 * @param fields of the create, as on the wire
 * @returns by field, the contact that has its value
 */
export function* existingContacts(
	failure: Failure,
	fields: IDataObject,
	request: AddressedRequest,
): Exchange<Map<string, IDataObject>> {
	const found = new Map<string, IDataObject>();
	if (!REFUSALS.includes(failure.httpCode ?? 0)) return found;
	const named = UNIQUE.filter((field) => failure.fields.includes(field));
	const suspects = (named.length > 0 ? named : UNIQUE).filter((field) => !isBlank(fields[field]));
	for (const field of suspects) {
		const contact = yield* contactWith(field, String(fields[field]), request);
		if (contact) found.set(field, contact);
	}
	return found;
}

/** The failure, with the existing contacts in it. */
export function namingExisting(failure: Failure, found: Map<string, IDataObject>): Failure {
	if (found.size === 0) return failure;
	return saying(
		failure,
		`${owners(found)} Use another value, or set 'On Duplicate' under 'Options' to continue with the existing contact.`,
	);
}

/** The answer to go on with: the one contact that has the values. Never a guess among several. */
export function continueWith(failure: Failure, found: Map<string, IDataObject>): Answer | Failure {
	const [contact, ...others] = [...found.values()];
	if (!contact) return failure;
	if (others.some(({ id }) => id !== contact.id)) {
		return saying(failure, `${owners(found)} These are different contacts, so none was chosen.`);
	}
	return { status: 200, headers: {}, body: { ...contact, created: false } };
}

function owners(found: Map<string, IDataObject>): string {
	const sentences = [...found].map(([field, { id, name }]) => {
		const known = isBlank(name) ? '' : ` (${String(name)})`;
		return `'${displayNameOf(field, [])}' belongs to contact ${String(id)}${known}.`;
	});
	return sentences.join(' ');
}

function saying({ message, httpCode, fields }: Failure, description: string): Failure {
	return new Failure(message, description, httpCode, fields);
}

function* contactWith(
	field: string,
	value: string,
	request: AddressedRequest,
): Exchange<IDataObject | undefined> {
	const answer = yield {
		method: 'POST',
		url: `${request.url}/filter`,
		body: { payload: [{ ...condition(field, value), query_operator: null }] },
	};
	if (answer instanceof Fault || answer.status !== 200) return undefined;
	return recordList(answer.body).find((contact) => same(field, contact[field], value));
}

/** Servers differ in whether a number is found with its plus sign: its digits are found by all. */
function condition(field: string, value: string): IDataObject {
	return field === 'phone_number'
		? { attribute_key: field, filter_operator: 'contains', values: [value.replace(/^\+/, '')] }
		: { attribute_key: field, filter_operator: 'equal_to', values: [value] };
}

/** E-mail addresses are unique whatever their case. */
function same(field: string, known: unknown, value: string): boolean {
	if (typeof known !== 'string') return false;
	return field === 'email' ? known.toLowerCase() === value.toLowerCase() : known === value;
}
