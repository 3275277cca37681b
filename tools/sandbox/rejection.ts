/** What is wrong with one field, in words that a user can read. */
export interface Issue {
	field: string;
	message: string;
	code: string;
}

/**
 * Reasons to reject a request, with their status in the documented dialect. The contract doesn't say
 * which reason has which status, so these are the usual ones.
 */
export const REJECTIONS = {
	tokenMissing: 401,
	tokenUnknown: 401,
	accountForbidden: 401,
	roleForbidden: 403,
	botForbidden: 403,
	accountUnknown: 404,
	notFound: 404,
	routeUnknown: 404,
	rateLimited: 429,
	overloaded: 503,
	/** The request breaks the contract. */
	breach: 400,
	/** The record would be invalid, for example because the email is taken. */
	invalid: 422,
	/** The current state of the record doesn't allow it. */
	unprocessable: 422,
	/** Upstream fails with an internal error. */
	crash: 422,
};

export type RejectionKind = keyof typeof REJECTIONS;

/** Thrown when a request is rejected. `errors.ts` turns it into the dialect's response. */
export class Rejection extends Error {
	constructor(
		readonly kind: RejectionKind,
		readonly issues: readonly Issue[],
	) {
		super(issues.map((issue) => issue.message).join(', '));
	}
}

/** A rejection with one issue. `field` is blank if no field causes it. */
export function rejection(kind: RejectionKind, message: string, field = ''): Rejection {
	return new Rejection(kind, [{ field, message, code: kind }]);
}

/**
 * Finds a record by its ID.
 *
 * @param what name of the record in the error message
 * @throws Rejection if there is none
 */
export function found<T extends { id: number }>(
	records: readonly T[],
	id: unknown,
	what: string,
): T {
	const record = records.find((candidate) => candidate.id === id);
	if (record) return record;
	throw rejection('notFound', `${what} ${String(id)} could not be found`, 'id');
}
