/** One thing wrong with one field, in words a user can read. */
export interface Issue {
	field: string;
	message: string;
	code: string;
}

/**
 * Why a request is rejected, with the status of the documented dialect. Which condition yields
 * which status is not shown by the contract; these are usual.
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
	/** It breaks the contract. */
	breach: 400,
	/** The record would be invalid: taken e-mail, bad phone number. */
	invalid: 422,
	/** It can't be carried out as things are. */
	unprocessable: 422,
	/** The family's servers fail on it with an internal error. */
	crash: 422,
};

export type RejectionKind = keyof typeof REJECTIONS;

/** Thrown by what an operation does; each dialect tells it its own way (`errors.ts`). */
export class Rejection extends Error {
	constructor(
		readonly kind: RejectionKind,
		readonly issues: readonly Issue[],
	) {
		super(issues.map((issue) => issue.message).join(', '));
	}
}

/** A rejection for one reason; `field` may be blank where no field is at fault. */
export function rejection(kind: RejectionKind, message: string, field = ''): Rejection {
	return new Rejection(kind, [{ field, message, code: kind }]);
}

/** The record with this ID; throws a `Rejection` that says what was not found. */
export function found<T extends { id: number }>(
	records: readonly T[],
	id: unknown,
	what: string,
): T {
	const record = records.find((candidate) => candidate.id === id);
	if (record) return record;
	throw rejection('notFound', `${what} ${String(id)} could not be found`, 'id');
}
