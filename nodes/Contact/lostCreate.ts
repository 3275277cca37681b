import type { IDataObject } from 'n8n-workflow';

import type {
	AddressedRequest,
	Finder,
	Finding,
	UnclearRequest,
	Resolution,
	SendLookUp,
} from '../shared/operation';
import { timeOf } from '../shared/output/time';
import {
	type ExistingContacts,
	findExisting,
	hasValue,
	resolutionOf,
	uniqueFields,
} from './duplicate';

/** Tolerance for clocks of a service and its database that differ, and for times in whole seconds. */
const CLOCK_TOLERANCE_MS = 3_000;

/**
 * The finder of the contact that a create without a response may have made.
 *
 * @param fields of the create, by their names in the API
 * @param continues whether to continue with a contact that existed before
 * @returns undefined if no field of the create identifies its contact
 */
export function finderOf(fields: IDataObject, continues: boolean): Finder | undefined {
	if (uniqueFields(fields).length === 0) return undefined;
	return {
		find: async (unclear, request, send) =>
			await findCreated(fields, continues, unclear, request, send),
		advice: continues
			? "If it was created and the service refuses a second one, 'If the Contact Exists' continues with it."
			: "To run it again safely, set 'If the Contact Exists' to 'Continue with Existing Contact'.",
	};
}

async function findCreated(
	fields: IDataObject,
	continues: boolean,
	unclear: UnclearRequest,
	request: AddressedRequest,
	send: SendLookUp,
): Promise<Finding> {
	const existing = await findExisting(fields, uniqueFields(fields), request, send);
	const [contact] = existing.owners.values();
	const resolution = resolutionOf(existing, continues);
	const isOlder =
		contact && (unclear.isTaken(contact.id) || existedBefore(contact, existing, unclear.sentAt));
	if (unclear.isServerError && resolution && !isOlder) {
		return { kind: 'olderOrOurs', resolution: withDoubt(resolution) };
	}
	if (!existing.complete) return { kind: 'unknown' };
	if (!contact || !resolution) return { kind: 'absent' };
	if (isOlder) return { kind: 'older', resolution };
	// Somebody else may have created a contact with the same email since the request was sent.
	const isOurs = isOlder === false && hasSameValues(contact, fields);
	if (!isOurs) return { kind: 'unknown' };
	return { kind: 'ours', response: { status: 200, headers: {}, body: contact } };
}

/** A unique index answers 500 to a duplicate, but a service may also fail after it has created the contact. */
function withDoubt(resolution: Resolution): Resolution {
	if ('response' in resolution) return resolution;
	return { remedy: `${resolution.remedy} This request may have created the contact.` };
}

/**
 * Whether a contact existed before the request was sent. Both times are by the service's clock: the clock of
 * this machine only measures how long ago the request was sent.
 *
 * @returns undefined if the service does not say when the contact was created, or what time it is
 */
function existedBefore(
	{ created_at }: IDataObject,
	{ serviceDate, respondedAt }: ExistingContacts,
	sentAt: number,
): boolean | undefined {
	const now = Date.parse(serviceDate);
	const created = timeOf(created_at)?.getTime();
	if (Number.isNaN(now) || created === undefined) return undefined;
	return created + CLOCK_TOLERANCE_MS < now - (respondedAt - sentAt);
}

/** Whether a contact has the name and the unique values of a create. */
function hasSameValues(contact: IDataObject, fields: IDataObject): boolean {
	const sent = ['name', ...uniqueFields(fields)].filter((field) => fields[field] !== undefined);
	return sent.every((field) => hasValue(contact, field, fields[field]));
}
