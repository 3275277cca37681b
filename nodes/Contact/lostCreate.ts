import type { IDataObject } from 'n8n-workflow';

import type { Answer } from '../shared/transport/answer';
import { Failure } from '../shared/failure/failure';
import type { AddressedRequest, Exchange } from '../shared/operation';
import {
	continueWith,
	type Existing,
	findExisting,
	hasValue,
	namingExisting,
	uniqueFields,
} from './duplicate';

/** Times of the service are whole seconds. */
const SECOND = 1000;

/**
 * Looks whether a create whose answer was lost has made its contact. It needs a field that only one
 * contact can have.
 *
 * @param failure what is said if that cannot be told
 * @param fields of the create, as on the wire
 * @param continues whether to go on with a contact that was there before
 * @param leftAt when the create left first, by the clock of this machine
 * @returns the contact that it made, or what becomes of it where the contact was there before;
 *   undefined if there is none
 */
export function* whenLost(
	failure: Failure,
	fields: IDataObject,
	continues: boolean,
	request: AddressedRequest,
	leftAt: number,
): Exchange<Answer | Failure | undefined> {
	const unique = uniqueFields(fields);
	const existing = yield* findExisting(fields, unique, request);
	const { owners, complete } = existing;
	if (!complete) return failure;
	const [contact] = owners.values();
	if (!contact) return undefined;
	const came = cameWith(contact, existing, leftAt);
	if (came === 'before') {
		const taken = new Failure('A contact with these values was there before', '');
		return continues ? continueWith(taken, existing) : namingExisting(taken, existing);
	}
	const ours = unique.every((field) => owners.get(field)?.id === contact.id);
	const surely = came === 'since' || (came === 'about then' && saysTheSame(contact, fields));
	return ours && surely ? { status: 200, headers: {}, body: contact } : failure;
}

/**
 * Compares when a contact was created with when the request left, both by the service's clock: that
 * of this machine may differ, and only says how long ago the request left.
 *
 * @returns undefined if the service does not say one of the times
 */
function cameWith(
	{ created_at }: IDataObject,
	{ serviceDate, askedAt, answeredAt }: Existing,
	leftAt: number,
): 'before' | 'about then' | 'since' | undefined {
	const now = Date.parse(serviceDate);
	const created = millisecondsOf(created_at);
	if (Number.isNaN(now) || created === undefined) return undefined;
	const leftFrom = now - (answeredAt - leftAt);
	const leftTo = now + SECOND - (askedAt - leftAt);
	if (created + SECOND <= leftFrom) return 'before';
	return created >= leftTo ? 'since' : 'about then';
}

/** Contract 2.1 does not show the unit; the family's servers send seconds. */
function millisecondsOf(timestamp: unknown): number | undefined {
	if (typeof timestamp !== 'number') return undefined;
	return timestamp < 1e11 ? timestamp * SECOND : timestamp;
}

/** Within the second in which the request left, only the contact's own words can tell. */
function saysTheSame(contact: IDataObject, fields: IDataObject): boolean {
	const sent = ['name', ...uniqueFields(fields)].filter((field) => fields[field] !== undefined);
	return sent.every((field) => hasValue(contact, field, fields[field]));
}
