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
	| 'final';

export interface Meaning {
	outcome: Outcome;
	/** Whether the service may have acted on the request, although nothing shows it. */
	isUnclear: boolean;
}

const LOST: Meaning = { outcome: 'lost', isUnclear: true };
const TIMED_OUT: Meaning = { outcome: 'timedOut', isUnclear: true };
const NOT_PROCESSED: Meaning = { outcome: 'notProcessed', isUnclear: false };
export const FINAL: Meaning = { outcome: 'final', isUnclear: false };
export const FINAL_UNCLEAR: Meaning = { outcome: 'final', isUnclear: true };

/**
 * What a status means, with a row for each that isn't `FINAL`. `meaningOf` has the rule for all others, and
 * `failure/responseTexts.ts` the text of each response.
 */
export const STATUSES: Partial<Record<number, Meaning>> = {
	// The response is at another address. All other redirects refuse the request.
	303: FINAL_UNCLEAR,
	408: LOST,
	425: NOT_PROCESSED,
	429: { outcome: 'rateLimited', isUnclear: false },
	500: { outcome: 'serverError', isUnclear: true },
	// Sent by proxies that could not reach the service, or lost the connection to it.
	502: LOST,
	503: LOST,
	520: LOST,
	521: LOST,
	522: LOST,
	523: LOST,
	// Sent by proxies if the service took too long.
	504: TIMED_OUT,
	524: TIMED_OUT,
};

/**
 * What each kind of fault means, with its error codes of Node.js, axios and this package. `fault.ts` has the rules for
 * codes that are too many to list, and `failure/faults.ts` the text of each kind.
 */
export const FAULTS = {
	refused: { codes: ['ECONNREFUSED'], ...NOT_PROCESSED },
	// Docker forgets the name of a container while it restarts.
	unknownHost: { codes: ['ENOTFOUND'], ...NOT_PROCESSED },
	unreachable: {
		codes: ['EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN'],
		...NOT_PROCESSED,
	},
	/** The certificate. */
	untrusted: { codes: [], ...FINAL },
	noHttps: { codes: ['EPROTO'], ...FINAL },
	notHttp: { codes: [], ...FINAL_UNCLEAR },
	timeout: { codes: ['ECONNABORTED', 'ETIMEDOUT', 'ESOCKETTIMEDOUT'], ...TIMED_OUT },
	disconnected: { codes: ['ECONNRESET', 'EPIPE', 'ERR_BAD_RESPONSE'], ...LOST },
	cancelled: { codes: ['ERR_CANCELED'], ...FINAL_UNCLEAR },
	/** Thrown before a request of an item is sent to another service or account than its first one. */
	credentialChanged: { codes: ['CREDENTIAL_CHANGED'], ...FINAL },
	unreadableFile: { codes: [], ...FINAL },
	/** An error before anything was sent. */
	unsendable: { codes: [], ...FINAL },
} satisfies Record<string, Meaning & { codes: string[] }>;

export type FaultKind = keyof typeof FAULTS;
