/** One thing wrong with one field, in words a user can read. */
export interface Issue {
	field: string;
	message: string;
	code: string;
}

/**
 * Why a request is rejected, before a dialect gives it a status and a body.
 *
 * - `breach`: the request breaks the contract
 * - `invalid`: the record would be invalid (taken e-mail, bad phone number)
 * - `unprocessable`: the request can't be carried out as things are
 * - `crash`: the family's servers fail on it with an internal error
 */
export type RejectionKind =
	| 'tokenMissing'
	| 'tokenUnknown'
	| 'accountUnknown'
	| 'accountForbidden'
	| 'roleForbidden'
	| 'botForbidden'
	| 'notFound'
	| 'routeUnknown'
	| 'rateLimited'
	| 'overloaded'
	| 'breach'
	| 'invalid'
	| 'unprocessable'
	| 'crash';

/** Thrown by what an operation does; each dialect tells it its own way (`errors.ts`). */
export class Rejection extends Error {
	constructor(
		readonly kind: RejectionKind,
		readonly issues: readonly Issue[],
	) {
		super(issues.map((issue) => issue.message).join(', '));
		this.name = 'Rejection';
	}
}

/** A rejection for one reason; `field` may be blank where no field is at fault. */
export function rejection(
	kind: RejectionKind,
	message: string,
	field = '',
	code: string = kind,
): Rejection {
	return new Rejection(kind, [{ field, message, code }]);
}

/** The record with this ID; throws a `Rejection` that says what was not found. */
export function found<T extends { id: number }>(
	records: readonly T[],
	id: unknown,
	what: string,
): T {
	const record = records.find((candidate) => candidate.id === id);
	if (record) return record;
	throw rejection('notFound', `${what} ${String(id)} could not be found`, 'id', 'not_found');
}
