import { InvalidValue } from '../input/values';
import { DEADLINE_GRACE_MS, DEFAULT_TIMEOUT_MS, MAX_TIMER_MS } from './waits';

/**
 * The Timeout of Request Options as it is passed on to n8n. A longer one than a timer can take would end at once.
 *
 * @param given in milliseconds; 0 or nothing means the default
 * @throws InvalidValue if it is no number above 0
 */
export function readTimeout(given: unknown): number {
	const timeoutMs = Number(given ?? 0);
	if (!(timeoutMs >= 0)) {
		throw new InvalidValue(
			`'Timeout' under 'Request Options' must be a number of milliseconds, but is '${String(given)}'`,
		);
	}
	return Math.min(timeoutMs || DEFAULT_TIMEOUT_MS, MAX_TIMER_MS - DEADLINE_GRACE_MS);
}

/**
 * Awaits a response until a deadline, a little after the Timeout of the node. n8n's own timeout only counts
 * silence, so it never ends a response that trickles in, or a change to another protocol.
 *
 * @param timeoutMs from `readTimeout`
 * @throws the error of `response`, or one with the code of a timeout
 */
export async function untilDeadline<T>(response: Promise<T>, timeoutMs: number): Promise<T> {
	const waiting = waitingUntil(timeoutMs + DEADLINE_GRACE_MS);
	return await new Promise((resolve, reject) => {
		const onDeadline = () =>
			reject(Object.assign(new Error('The response is not complete'), { code: 'ETIMEDOUT' }));
		const stop = () => waiting.delete(onDeadline);
		waiting.add(onDeadline);
		void response.then(resolve, reject).finally(stop);
	});
}

/** Requests that start in the same second share a deadline, because a signal for each costs a tenth of a create. */
let latest = { endsAt: 0, waiting: new Set<() => void>() };

/** The callbacks of a deadline after this time, or up to a second earlier. */
function waitingUntil(ms: number): Set<() => void> {
	const now = performance.now();
	const endsAt = Math.floor(now / 1000) * 1000 + ms;
	if (latest.endsAt !== endsAt) {
		const waiting = new Set<() => void>();
		latest = { endsAt, waiting };
		// Not `sleep`: before n8n 2.40, it ignores its signal, and would keep a timer for minutes.
		const deadline = AbortSignal.timeout(Math.ceil(endsAt - now));
		deadline.addEventListener('abort', () => waiting.forEach((onDeadline) => onDeadline()));
	}
	return latest.waiting;
}
