import { deleteLabel } from '../../nodes/Label/operations/delete';
import { Failure } from '../../nodes/shared/response/failure';
import type { Attempt } from '../../nodes/shared/http/attempt';
import type { GiveUpReason } from '../../nodes/shared/limiter/circuitBreaker';
import type { RetrySettings } from '../../nodes/shared/http/retry';
import { NotSent } from '../../nodes/shared/limiter/limiter';
import type { Permit } from '../../nodes/shared/limiter/permit';
import { Delivery } from '../../nodes/shared/run/delivery';
import { ItemStates } from '../../nodes/shared/run/itemStates';

/**
 * Sends the request of an item, a delete, with retries.
 *
 * @returns the last attempt, or why nothing was sent
 */
export async function sendItem(
	permit: Permit,
	retrySettings: RetrySettings,
): Promise<Attempt | GiveUpReason | NotSent> {
	let ended: Attempt | GiveUpReason | undefined;
	const observed: ConstructorParameters<typeof Delivery>[2] = {
		acquire: async (...turn) => {
			const gaveUp = await permit.acquire(...turn);
			ended ??= gaveUp;
			return gaveUp;
		},
		acquireForLookUp: async (waitMs) => await permit.acquireForLookUp(waitMs),
		send: async (request) => (ended = await permit.send(request)),
	};
	const run = { retrySettings, items: new ItemStates() };
	try {
		await new Delivery(deleteLabel.endpoint, deleteLabel, observed, run, 0).deliver();
	} catch (error) {
		if (error instanceof NotSent) return error;
		if (!(error instanceof Failure)) throw error;
	} finally {
		permit.release();
	}
	return ended as Attempt | GiveUpReason;
}
