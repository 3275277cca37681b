import { empty, json, text, type HttpResponse } from './response';
import type { Operation } from './operation';
import { REJECTIONS, type Rejection, type RejectionKind } from './rejection';
import type { DialectName } from './settings';

/** Rejections by an operation, not by the service around it. */
const BY_OPERATION: readonly RejectionKind[] = ['invalid', 'unprocessable', 'crash'];

function standardBody({ message, issues }: Rejection): unknown {
	return { description: message, errors: issues };
}

function documentedErrorResponse(rejection: Rejection, operation?: Operation): HttpResponse {
	const { kind } = rejection;
	const status = BY_OPERATION.includes(kind) ? operation?.errorStatus : undefined;
	return json(status ?? REJECTIONS[kind], (operation?.errorBody ?? standardBody)(rejection));
}

/** Rejections that upstream servers don't report as `{error: message}`. */
const UPSTREAM: Partial<Record<RejectionKind, (rejection: Rejection) => HttpResponse>> = {
	tokenMissing: () => json(401, { errors: ['You need to sign in or sign up before continuing.'] }),
	roleForbidden: ({ message }) => json(401, { error: message }),
	botForbidden: ({ message }) => json(401, { error: message }),
	accountUnknown: () => json(404, { error: 'Resource could not be found' }),
	notFound: () => json(404, { error: 'Resource could not be found' }),
	routeUnknown: () => json(404, { status: 404, error: 'Not Found' }),
	rateLimited: () => text(429, 'Retry later\n'),
	overloaded: () => text(503, 'Service Unavailable'),
	// Only the mock server checks the contract, so a breach has the documented shape.
	breach: (rejection) => json(400, standardBody(rejection)),
	invalid: ({ message, issues }) =>
		json(422, { message, attributes: [...new Set(issues.map((issue) => issue.field))] }),
	crash: () => json(500, { status: 500, error: 'Internal Server Error' }),
};

/** Voxys Connect describes 401 and 404 without a body. */
const VOXYS: Partial<Record<RejectionKind, number>> = {
	tokenMissing: 401,
	tokenUnknown: 401,
	accountForbidden: 401,
	roleForbidden: 401,
	botForbidden: 401,
	accountUnknown: 404,
	notFound: 404,
};

/** The response as Voxys Connect describes it, or undefined if it says nothing of the kind. */
function voxysErrorResponse(rejection: Rejection, operation: Operation): HttpResponse | undefined {
	const { kind } = rejection;
	const status = VOXYS[kind];
	if (status !== undefined) return empty(status);
	const { errorBody } = operation;
	return errorBody && BY_OPERATION.includes(kind) ? json(422, errorBody(rejection)) : undefined;
}

/** The response to a rejected request. `operation` is undefined for an unknown path. */
export function errorResponse(
	dialect: DialectName,
	rejection: Rejection,
	operation?: Operation,
): HttpResponse {
	if (dialect === 'documented') return documentedErrorResponse(rejection, operation);
	if (dialect === 'voxys' && operation?.isDescribedByVoxys) {
		const described = voxysErrorResponse(rejection, operation);
		if (described) return described;
	}
	const { kind, message } = rejection;
	const respond = operation?.upstreamErrors?.[kind] ?? UPSTREAM[kind];
	return respond ? respond(rejection) : json(REJECTIONS[kind], { error: message });
}
