import { DEADLINE_GRACE_MS } from './waits';

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
