/** One thing wrong with one field, in words a user can read. */
export interface Issue {
	field: string;
	message: string;
	code: string;
}

/**
 * Why a request is refused, before a dialect gives it a status and a body.
 *
 * - `breach`: the request breaks the contract
 * - `invalid`: the record would be invalid (taken e-mail, bad phone number)
 * - `unprocessable`: the request can't be carried out as things are
 * - `crash`: the family's servers fail on it with an internal error
 */
export type RefusalKind =
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

/** Thrown by the service's own rules; each dialect renders it its own way. */
export class Refusal extends Error {
	constructor(
		readonly kind: RefusalKind,
		readonly issues: readonly Issue[],
	) {
		super(issues.map((issue) => issue.message).join(', '));
		this.name = 'Refusal';
	}
}

/** A refusal for one reason; `field` may be blank where no field is at fault. */
export function refusal(
	kind: RefusalKind,
	message: string,
	field = '',
	code: string = kind,
): Refusal {
	return new Refusal(kind, [{ field, message, code }]);
}

/** A refusal because no such record exists. */
export function notFound(what: string): Refusal {
	return refusal('notFound', `${what} could not be found`, 'id', 'not_found');
}
