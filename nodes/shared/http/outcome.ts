/** What a response, or the fault in its place, means for a retry. */
export type Outcome =
	/** 429: the service refused the request before it acted. */
	| 'rateLimited'
	/** The request did not reach the service, or 425: it had no effect, and another attempt may succeed. */
	| 'notProcessed'
	/** A dropped connection or a status such as 502, soon after it was sent: the service may have acted on the request. */
	| 'lost'
	/** 504, 524, a timeout, or lost later: the service may have acted on the request, or may still be working on it. */
	| 'timedOut'
	/** 500: the service failed while it worked on the request. */
	| 'serverError'
	/** Anything else, a success too: it is not sent again. */
	| 'final'
	/** The same, but the service may have acted on the request, although nothing shows it. */
	| 'finalUnclear';

/**
 * What a status means, with a row for each that isn't `final`. `outcomeOf` has the rule for all others, and
 * `failure/responseTexts.ts` the text of each response.
 */
export const STATUSES: Partial<Record<number, Outcome>> = {
	// The response is at another address. All other redirects refuse the request.
	303: 'finalUnclear',
	408: 'lost',
	425: 'notProcessed',
	429: 'rateLimited',
	500: 'serverError',
	// Sent by proxies that could not reach the service, or lost the connection to it.
	502: 'lost',
	503: 'lost',
	520: 'lost',
	521: 'lost',
	522: 'lost',
	523: 'lost',
	// Sent by proxies if the service took too long.
	504: 'timedOut',
	524: 'timedOut',
};

/**
 * What each kind of fault means, with its error codes of Node.js, axios and this package. `fault.ts` has the rules for
 * codes that are too many to list, and `failure/faults.ts` the text of each kind.
 */
export const FAULTS = {
	refused: { codes: ['ECONNREFUSED'], outcome: 'notProcessed' },
	// Docker forgets the name of a container while it restarts.
	unknownHost: { codes: ['ENOTFOUND'], outcome: 'notProcessed' },
	unreachable: {
		codes: ['EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN'],
		outcome: 'notProcessed',
	},
	/** The certificate. */
	untrusted: { codes: [], outcome: 'final' },
	noHttps: { codes: ['EPROTO'], outcome: 'final' },
	notHttp: { codes: [], outcome: 'finalUnclear' },
	timeout: { codes: ['ECONNABORTED', 'ETIMEDOUT', 'ESOCKETTIMEDOUT'], outcome: 'timedOut' },
	disconnected: { codes: ['ECONNRESET', 'EPIPE', 'ERR_BAD_RESPONSE'], outcome: 'lost' },
	cancelled: { codes: ['ERR_CANCELED'], outcome: 'finalUnclear' },
	/** Thrown before a request of an item is sent to another service or account than its first one. */
	credentialChanged: { codes: ['CREDENTIAL_CHANGED'], outcome: 'final' },
	unreadableFile: { codes: [], outcome: 'final' },
	/** An error before anything was sent. */
	unsendable: { codes: [], outcome: 'final' },
} satisfies Record<string, { codes: string[]; outcome: Outcome }>;

export type FaultKind = keyof typeof FAULTS;

/** Whether the service was unavailable, so that any other request may have failed too. */
export function isUnavailable(outcome: Outcome): boolean {
	return outcome === 'notProcessed' || outcome === 'lost' || outcome === 'timedOut';
}

/** Whether the service refused a request with 429, or was unavailable for it: then others may wait. */
export function isServiceFailure(outcome: Outcome): boolean {
	return outcome === 'rateLimited' || isUnavailable(outcome);
}

/** Whether the service may have acted on a request, although nothing shows it. */
export function isUnclear(outcome: Outcome): boolean {
	return !['rateLimited', 'notProcessed', 'final'].includes(outcome);
}

/** Whether another attempt would not help. */
export function isFinal(outcome: Outcome): boolean {
	return outcome === 'final' || outcome === 'finalUnclear';
}
