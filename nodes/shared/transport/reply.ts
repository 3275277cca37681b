import type { Answer } from '../operation';
import { Fault } from './fault';
import { retryAfterMs } from './headers';
import { MAX_WAIT_MS, MAY_BE_RUNNING_AFTER_MS } from './waits';

/** What a response, or the fault in its place, means for a retry. */
export type Outcome =
	/** 429: the service refused the request before it acted. */
	| 'rateLimited'
	/** The request did not reach the service, or 425: it was not carried out, and another attempt may succeed. */
	| 'notDone'
	/** 408, 502, 503 or a dropped connection, soon after it was sent: the service may have acted on the request. */
	| 'lost'
	/** 504, a timeout, or lost later: the service may have acted on the request, or may still be working on it. */
	| 'timedOut'
	/** 500: the service failed while it worked on the request. */
	| 'serverError'
	/** A retry would get the same response. */
	| 'final';

/** What came of sending a request once. */
export interface Reply {
	/** The response, or the fault that kept it from arriving. */
	answer: Answer | Fault;
	outcome: Outcome;
	/** The wait that the service itself asks for, in milliseconds; 0 if it does not say. */
	askedMs: number;
}

/** @param tookMs how long the response, or the fault in its place, was awaited */
export function replyOf(answer: Answer | Fault, tookMs: number): Reply {
	const outcome = outcomeOf(answer);
	const askedMs =
		answer instanceof Fault ? 0 : retryAfterMs(answer.headers, outcome === 'rateLimited');
	// A proxy drops a connection that has been idle for too long, while the service works on.
	const isLate = outcome === 'lost' && tookMs >= MAY_BE_RUNNING_AFTER_MS;
	return { answer, outcome: isLate ? 'timedOut' : outcome, askedMs };
}

/** The outcomes of responses by their status. */
const OUTCOMES: Partial<Record<number, Outcome>> = {
	408: 'lost',
	425: 'notDone',
	429: 'rateLimited',
	500: 'serverError',
	// Sent by proxies that could not reach the service, or lost the connection to it.
	...{ 502: 'lost', 503: 'lost', 520: 'lost', 521: 'lost', 522: 'lost', 523: 'lost' },
	// Sent by proxies if the service took too long.
	...{ 504: 'timedOut', 524: 'timedOut' },
};

function outcomeOf(answer: Answer | Fault): Outcome {
	if (!(answer instanceof Fault))
		return isChallenge(answer) ? 'final' : (OUTCOMES[answer.status] ?? 'final');
	if (!answer.isTransient) return 'final';
	if (!answer.mayHaveArrived) return 'notDone';
	return answer.kind === 'timeout' ? 'timedOut' : 'lost';
}

/** Whether Cloudflare asks for a proof that a person sent the request, which then did not reach the service. */
export function isChallenge({ headers }: Answer): boolean {
	return headers['cf-mitigated'] === 'challenge';
}

/** Whether the service was unavailable, so that any other request may have failed too. */
export function isUnavailable(outcome: Outcome): boolean {
	return outcome === 'notDone' || outcome === 'lost' || outcome === 'timedOut';
}

/** Whether the service refused a request, or was unavailable for it: then others may wait. */
export function isFailure(outcome: Outcome): boolean {
	return outcome === 'rateLimited' || isUnavailable(outcome);
}

/** Whether a reply says anything about the service: not if the request never left, or n8n cancelled it. */
export function isAboutService({ answer, outcome }: Reply): boolean {
	return !(answer instanceof Fault && outcome === 'final');
}

/** Whether the service asks for a longer wait than the node accepts. Then the run gives up. */
export function asksTooLong({ outcome, askedMs }: Reply): boolean {
	return outcome !== 'final' && askedMs > MAX_WAIT_MS;
}

/** The statuses of an unavailable service. */
export const UNAVAILABLE_STATUSES = Object.keys(OUTCOMES)
	.map(Number)
	.filter((status) => isUnavailable(OUTCOMES[status] ?? 'final'));
