import { json, text, type Answer } from './answer';
import type { Operation } from './operation';
import { REJECTIONS, type Rejection, type RejectionKind } from './rejection';
import type { DialectName } from './settings';

/** What an operation rejects itself, not the service around it. */
const OWN: readonly RejectionKind[] = ['invalid', 'unprocessable', 'crash'];

function standardBody({ message, issues }: Rejection): unknown {
	return { description: message, errors: issues };
}

function documentedError(rejection: Rejection, operation?: Operation): Answer {
	const { kind } = rejection;
	const own = OWN.includes(kind) ? operation?.errorStatus : undefined;
	return json(own ?? REJECTIONS[kind], (operation?.errorBody ?? standardBody)(rejection));
}

/** Where servers of the family do not just tell the message under `error`. */
const UPSTREAM: Partial<Record<RejectionKind, (rejection: Rejection) => Answer>> = {
	tokenMissing: () => json(401, { errors: ['You need to sign in or sign up before continuing.'] }),
	roleForbidden: ({ message }) => json(401, { error: message }),
	botForbidden: ({ message }) => json(401, { error: message }),
	accountUnknown: () => json(404, { error: 'Resource could not be found' }),
	notFound: () => json(404, { error: 'Resource could not be found' }),
	routeUnknown: () => json(404, { status: 404, error: 'Not Found' }),
	rateLimited: () => text(429, 'Retry later\n'),
	overloaded: () => text(503, 'Service Unavailable'),
	// A breach of the contract is this sandbox's own finding: it has the contract's shape.
	breach: (rejection) => json(400, standardBody(rejection)),
	invalid: ({ message, issues }) =>
		json(422, { message, attributes: [...new Set(issues.map((issue) => issue.field))] }),
	crash: () => json(500, { status: 500, error: 'Internal Server Error' }),
};

/** Tells why a request is rejected; without an operation where it was for none. */
export function errorAnswer(
	dialect: DialectName,
	rejection: Rejection,
	operation?: Operation,
): Answer {
	if (dialect === 'documented') return documentedError(rejection, operation);
	const { kind, message } = rejection;
	const tell = operation?.upstreamErrors?.[kind] ?? UPSTREAM[kind];
	return tell ? tell(rejection) : json(REJECTIONS[kind], { error: message });
}
