import { DEADLINE_GRACE_MS, DEFAULT_TIMEOUT_MS, MAX_TIMER_MS } from './waits';

/**
 * Awaits a response until a deadline, a little after the Timeout of the node. n8n's own timeout only counts
 * silence, so it never ends a response that arrives in drops, or a change to another protocol.
 *
 * @param timeoutMs the Timeout of Request Options, if it is set
 * @throws the error of `response`, or one with the code of a timeout
 */
export async function untilDeadline<T>(response: Promise<T>, timeoutMs: unknown): Promise<T> {
	const lengthMs = (Number(timeoutMs) || DEFAULT_TIMEOUT_MS) + DEADLINE_GRACE_MS;
	// Not `sleep`: before n8n 2.40, it ignores its signal, and would keep a timer for minutes.
	const deadline = AbortSignal.timeout(Math.min(Math.max(0, lengthMs), MAX_TIMER_MS));
	return await new Promise((resolve, reject) => {
		const onDeadline = () =>
			reject(Object.assign(new Error('The response is not complete'), { code: 'ETIMEDOUT' }));
		const stop = () => deadline.removeEventListener('abort', onDeadline);
		deadline.addEventListener('abort', onDeadline);
		void response.then(resolve, reject).finally(stop);
	});
}
