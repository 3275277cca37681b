import type { IDataObject } from 'n8n-workflow';

import type { Answer } from '../shared/transport/answer';
import { Failure } from '../shared/failure/failure';
import type { AddressedRequest, Exchange } from '../shared/operation';
import { timeOf } from './contact';
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
	const before = wasThere(contact, existing, leftAt);
	if (before) {
		const taken = new Failure('A contact with these values was there before', '');
		return continues ? continueWith(taken, existing) : namingExisting(taken, existing);
	}
	// Since then, another item or somebody else may have created one with the same email.
	const ours = before === false && saysTheSame(contact, fields);
	return ours ? { status: 200, headers: {}, body: contact } : failure;
}

/**
 * Whether a contact was there before the request left, by the service's clock: that of this machine
 * may differ, and only says how long ago the request left.
 *
 * @returns undefined if the service does not say one of the times
 */
function wasThere(
	{ created_at }: IDataObject,
	{ serviceDate, answeredAt }: Existing,
	leftAt: number,
): boolean | undefined {
	const now = Date.parse(serviceDate);
	const created = timeOf(created_at)?.getTime();
	if (Number.isNaN(now) || created === undefined) return undefined;
	return created + SECOND <= now - (answeredAt - leftAt);
}

/** Whether a contact has what the create gave it. */
function saysTheSame(contact: IDataObject, fields: IDataObject): boolean {
	const sent = ['name', ...uniqueFields(fields)].filter((field) => fields[field] !== undefined);
	return sent.every((field) => hasValue(contact, field, fields[field]));
}
