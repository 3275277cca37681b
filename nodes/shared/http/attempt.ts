import type { ApiResponse } from '../operation';
import { isObject } from '../values';
import { Fault, FAULTS } from './fault';
import { type Outcome, OUTCOMES, type WordedStatus } from './outcome';
import { retryAfterMs } from './retryAfter';
import { LOST_LATE_AFTER_MS, TIMED_OUT_AFTER_MS } from './waits';

/** The result of one attempt. */
export interface Attempt {
	/** The response, or the fault that kept it from arriving. */
	response: ApiResponse | Fault;
	outcome: Outcome;
	/** The wait that the service asks for, in milliseconds; 0 if it does not say. */
	retryAfterMs: number;
	/** When the request was sent, on the monotonic clock. */
	sentAt: number;
}

/** @param tookMs how long it took until the response or the fault */
export function toAttempt(response: ApiResponse | Fault, sentAt: number, tookMs: number): Attempt {
	const waitMs = response instanceof Fault ? 0 : retryAfterMs(response.headers);
	return { response, outcome: outcomeOf(response, tookMs), retryAfterMs: waitMs, sentAt };
}

/** The outcome of a response or a fault. */
function outcomeOf(response: ApiResponse | Fault, tookMs: number): Outcome {
	const outcome: Outcome =
		response instanceof Fault ? FAULTS[response.kind].outcome : outcomeOfResponse(response);
	if (outcome !== OUTCOMES.lost || tookMs < LOST_LATE_AFTER_MS) return outcome;
	return tookMs < TIMED_OUT_AFTER_MS ? OUTCOMES.lostLate : OUTCOMES.timedOut;
}

/** The rows of the table, by the responses that they name. */
const ROWS: Array<Partial<WordedStatus> & { outcome: Outcome }> = Object.values<Outcome>(
	OUTCOMES,
).flatMap((outcome) =>
	(outcome.responses ?? []).map((named) => ({
		...(typeof named === 'number' ? { status: named } : named),
		outcome,
	})),
);

function outcomeOfResponse({ status, body }: ApiResponse): Outcome {
	const row = ROWS.find((row) => row.status === status && (row.words?.test(errorIn(body)) ?? true));
	if (row) return row.outcome;
	if (status >= 500) return OUTCOMES.unclearResponse;
	return status >= 200 && status < 300 ? OUTCOMES.accepted : OUTCOMES.rejected;
}

/** The text of a body like `{"error": "…"}`. */
function errorIn(body: unknown): string {
	return isObject(body) ? String(body.error ?? '') : '';
}
