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
	// Not `sleep`: before n8n 2.40, it ignores its signal, and would keep a timer for minutes.
	const deadline = AbortSignal.timeout(timeoutMs + DEADLINE_GRACE_MS);
	return await new Promise((resolve, reject) => {
		const onDeadline = () =>
			reject(Object.assign(new Error('The response is not complete'), { code: 'ETIMEDOUT' }));
		const stop = () => deadline.removeEventListener('abort', onDeadline);
		deadline.addEventListener('abort', onDeadline);
		void response.then(resolve, reject).finally(stop);
	});
}
