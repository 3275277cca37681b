import { json, text, type Answer } from './answer';
import type { Operation } from './operation';
import type { Rejection, RejectionKind } from './rejection';
import type { DialectName } from './settings';

/** Which condition yields which status is not shown by the contract; these are usual. */
const STATUSES: Record<RejectionKind, number> = {
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
	breach: 400,
	invalid: 422,
	unprocessable: 422,
	crash: 422,
};

/** What an operation rejects itself, not the service around it. */
const OWN: readonly RejectionKind[] = ['invalid', 'unprocessable', 'crash'];

function standardBody({ message, issues }: Rejection): unknown {
	return { description: message, errors: issues };
}

function documentedError(rejection: Rejection, operation?: Operation): Answer {
	const { kind } = rejection;
	const own = OWN.includes(kind) ? operation?.errorStatus : undefined;
	return json(own ?? STATUSES[kind], (operation?.errorBody ?? standardBody)(rejection));
}

type Speak = (rejection: Rejection) => Answer;

function says(status: number, error: string): Speak {
	return () => json(status, { error });
}

const UPSTREAM: Record<RejectionKind, Speak> = {
	tokenMissing: () => json(401, { errors: ['You need to sign in or sign up before continuing.'] }),
	tokenUnknown: says(401, 'Invalid Access Token'),
	accountForbidden: says(401, 'You are not authorized to access this account'),
	roleForbidden: says(401, 'You are not authorized to do this action'),
	botForbidden: says(401, 'Access to this endpoint is not authorized for bots'),
	accountUnknown: says(404, 'Resource could not be found'),
	notFound: says(404, 'Resource could not be found'),
	routeUnknown: () => json(404, { status: 404, error: 'Not Found' }),
	rateLimited: () => text(429, 'Retry later\n'),
	overloaded: () => text(503, 'Service Unavailable'),
	// A breach of the contract is this sandbox's own finding: it has the contract's shape.
	breach: (rejection) => json(400, standardBody(rejection)),
	invalid: ({ message, issues }) =>
		json(422, { message, attributes: [...new Set(issues.map((issue) => issue.field))] }),
	unprocessable: ({ message }) => json(422, { error: message }),
	crash: () => json(500, { status: 500, error: 'Internal Server Error' }),
};

/** Tells why a request is rejected; without an operation where it was for none. */
export function errorAnswer(
	dialect: DialectName,
	rejection: Rejection,
	operation?: Operation,
): Answer {
	if (dialect === 'documented') return documentedError(rejection, operation);
	const speak = operation?.upstreamErrors?.[rejection.kind] ?? UPSTREAM[rejection.kind];
	return speak(rejection);
}
