import { NotSent } from '../../nodes/shared/limiter/limiter';
import type { Permit } from '../../nodes/shared/limiter/permit';
import type { GiveUpReason } from '../../nodes/shared/limiter/circuitBreaker';
import type { Attempt } from '../../nodes/shared/http/attempt';
import { Retries } from '../../nodes/shared/http/retry';

const REQUEST = { method: 'DELETE', url: '' } as const;

/**
 * Sends the request of an item, with retries, as a run does.
 *
 * @returns the last attempt, or why nothing was sent
 */
export async function sendItem(
	permit: Permit,
	maxRetries: number,
): Promise<Attempt | GiveUpReason | NotSent> {
	const retries = new Retries('idempotent', maxRetries);
	try {
		const gaveUp = await permit.acquire('last');
		if (gaveUp) return gaveUp;
		for (;;) {
			const attempt = await permit.send(REQUEST);
			const next = retries.next(attempt);
			if (!next.mayRetry || (await permit.acquire(next.place, next.waitMs)) || retries.isTooLate())
				return attempt;
		}
	} catch (error) {
		if (error instanceof NotSent) return error;
		throw error;
	} finally {
		permit.release();
	}
}
