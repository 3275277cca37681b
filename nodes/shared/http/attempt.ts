import type { Response } from '../operation';
import { Fault, type FaultKind } from './fault';
import { retryAfterMs } from './retryAfter';
import { MAY_BE_RUNNING_AFTER_MS } from './waits';

/** What a response, or the fault in its place, means for a retry. */
export type Outcome =
	/** 429: the service refused the request before it acted. */
	| 'rateLimited'
	/** The request did not reach the service, or 425: it was not carried out, and another attempt may succeed. */
	| 'notProcessed'
	/** A dropped connection or a status such as 502, soon after it was sent: the service may have acted on the request. */
	| 'lost'
	/** 504, 524, a timeout, or lost later: the service may have acted on the request, or may still be working on it. */
	| 'timedOut'
	/** 500: the service failed while it worked on the request. */
	| 'serverError'
	/** Anything else, a success too: it is not sent again. */
	| 'final';

/** What came of sending a request once. */
export interface Attempt {
	/** The response, or the fault that kept it from arriving. */
	response: Response | Fault;
	outcome: Outcome;
	/** The wait that the service asks for, in milliseconds; 0 if it does not say. */
	retryAfterMs: number;
	/** When the request was sent, on the monotonic clock. */
	sentAt: number;
}

interface Meaning {
	outcome: Outcome;
	/** Whether the service may have acted on the request, although nothing shows it. */
	isUnclear: boolean;
}

const LOST: Meaning = { outcome: 'lost', isUnclear: true };
const TIMED_OUT: Meaning = { outcome: 'timedOut', isUnclear: true };
const NOT_PROCESSED: Meaning = { outcome: 'notProcessed', isUnclear: false };
const FINAL: Meaning = { outcome: 'final', isUnclear: false };
const FINAL_UNCLEAR: Meaning = { outcome: 'final', isUnclear: true };

/** What each status means for a retry and for what may have happened. All others are in `meaningOf`. */
const STATUSES: Partial<Record<number, Meaning>> = {
	// The response is at another address. All other redirects refuse the request.
	303: FINAL_UNCLEAR,
	408: LOST,
	425: NOT_PROCESSED,
	429: { outcome: 'rateLimited', isUnclear: false },
	500: { outcome: 'serverError', isUnclear: true },
	// Sent by proxies that could not reach the service, or lost the connection to it.
	...{ 502: LOST, 503: LOST, 520: LOST, 521: LOST, 522: LOST, 523: LOST },
	// Sent by proxies if the service took too long.
	...{ 504: TIMED_OUT, 524: TIMED_OUT },
};

/** The same for a fault in place of a response. */
const FAULTS: Record<FaultKind, Meaning> = {
	// Docker forgets the name of a container while it restarts.
	...{ refused: NOT_PROCESSED, unknownHost: NOT_PROCESSED, unreachable: NOT_PROCESSED },
	...{ untrusted: FINAL, noHttps: FINAL },
	...{ lostFile: FINAL, unsendable: FINAL, credentialChanged: FINAL },
	...{ timeout: TIMED_OUT, lost: LOST },
	...{ notHttp: FINAL_UNCLEAR, cancelled: FINAL_UNCLEAR },
};

/** What a response, or the fault in its place, means for a retry, and whether the service may have acted. */
export function meaningOf(response: Pick<Response, 'status'> | Fault): Meaning {
	if (response instanceof Fault) return FAULTS[response.kind];
	return STATUSES[response.status] ?? (response.status >= 500 ? FINAL_UNCLEAR : FINAL);
}

/** @param tookMs how long the response, or the fault in its place, was awaited */
export function toAttempt(response: Response | Fault, sentAt: number, tookMs: number): Attempt {
	const { outcome } = meaningOf(response);
	const waitMs = response instanceof Fault ? 0 : retryAfterMs(response.headers);
	// A proxy drops a connection that has been idle for too long, while the service works on.
	const isLate = outcome === 'lost' && tookMs >= MAY_BE_RUNNING_AFTER_MS;
	return { response, outcome: isLate ? 'timedOut' : outcome, retryAfterMs: waitMs, sentAt };
}

/** Whether the service was unavailable, so that any other request may have failed too. */
export function isUnavailable(outcome: Outcome): boolean {
	return outcome === 'notProcessed' || outcome === 'lost' || outcome === 'timedOut';
}

/** Whether the service refused a request with 429, or was unavailable for it: then others may wait. */
export function isThrottleOrOutage(outcome: Outcome): boolean {
	return outcome === 'rateLimited' || isUnavailable(outcome);
}

/**
 * Whether an attempt says anything about the service. It doesn't if the service was never reached for a lasting
 * reason, such as a bad certificate or another program on the port, or if n8n cancelled it.
 */
export function isAboutService({ response, outcome }: Attempt): boolean {
	return !(response instanceof Fault && outcome === 'final');
}
