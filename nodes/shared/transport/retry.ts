import type { Answer } from './answer';
import { Fault } from './fault';
import { Again } from './limiter';

/** A rate limit counts per minute of the clock: five waits from 2 s on outlast a full minute. */
const REFUSED_FIRST_MS = 2_000;
const REFUSED_MOST_MS = 60_000;
/** A fault is over sooner, or it is none that waiting mends. */
const FAULT_FIRST_MS = 500;
const FAULT_MOST_MS = 8_000;
/** A service that asks for more patience than this is asked again all the same. */
const RETRY_AFTER_MOST_MS = 300_000;

const UNAVAILABLE = [502, 503, 504];

/** What limits the repeats of a request. */
export interface Repeats {
	maxRetries: number;
	/** Whether sending it twice does no harm. */
	repeatable: boolean;
	/** Whether another request of the run has just waited in vain: then this one does not wait too. */
	down: boolean;
}

/**
 * Decides whether a request is sent again, and when. Nothing else of the run is sent meanwhile.
 *
 * A 429 says that nothing was done, and so does a refused connection: any request may follow it.
 * After another fault, or a 502, 503 or 504, only a request that does no harm when repeated.
 *
 * @param attempt how often it was sent before this answer, from 0
 * @returns undefined if the answer is final
 */
export function again(
	answer: Answer | Fault,
	attempt: number,
	{ maxRetries, repeatable, down }: Repeats,
): Again | undefined {
	if (attempt >= maxRetries) return undefined;
	if (answer instanceof Fault) {
		const safe = answer.passing && (repeatable || !answer.sent);
		return safe && !down ? new Again(backOff(FAULT_FIRST_MS, FAULT_MOST_MS, attempt)) : undefined;
	}
	if (answer.status === 429) {
		return new Again(retryAfter(answer) ?? backOff(REFUSED_FIRST_MS, REFUSED_MOST_MS, attempt));
	}
	if (!repeatable || down || !isDown(answer)) return undefined;
	return new Again(retryAfter(answer) ?? backOff(FAULT_FIRST_MS, FAULT_MOST_MS, attempt));
}

/** Whether an answer says that the service cannot be had at the moment. */
export function isDown(answer: Answer | Fault): boolean {
	return answer instanceof Fault ? answer.passing : UNAVAILABLE.includes(answer.status);
}

/**
 * The wait that a `Retry-After` header asks for.
 *
 * @returns milliseconds, at most five minutes; undefined without a usable header
 */
export function retryAfter({ headers }: Answer, now = Date.now()): number | undefined {
	const value = String(headers['retry-after'] ?? '').trim();
	if (value === '') return undefined;
	const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now;
	return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), RETRY_AFTER_MOST_MS);
}

/** Doubles with each attempt, and adds up to a quarter at random so that runs do not march in step. */
function backOff(firstMs: number, mostMs: number, attempt: number): number {
	return Math.min(firstMs * 2 ** attempt, mostMs) * (1 + Math.random() / 4);
}
