import { type Limiter, NotSent } from '../../nodes/shared/limiter/limiter';
import { Permit } from '../../nodes/shared/limiter/permit';
import type { GiveUpReason } from '../../nodes/shared/limiter/circuitBreaker';
import type { Attempt } from '../../nodes/shared/http/attempt';
import { Retries } from '../../nodes/shared/http/retry';
import type { HttpClient } from '../../nodes/shared/http/sendOnce';

const REQUEST = { method: 'DELETE', url: '' } as const;

/** The permit of an item to send requests through this client. */
export function permitOf(limiter: Limiter, client: HttpClient, item: number): Permit {
	return new Permit(limiter, client, item);
}

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
		const gaveUp = await permit.acquire();
		if (gaveUp) return gaveUp;
		for (;;) {
			const attempt = await permit.send(REQUEST);
			const { mayRetry, waitMs } = retries.next(attempt);
			if (!mayRetry || (await permit.acquire(waitMs)) || retries.isTooLate()) return attempt;
		}
	} catch (error) {
		if (error instanceof NotSent) return error;
		throw error;
	} finally {
		permit.release();
	}
}
