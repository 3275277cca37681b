import type { Attempt } from '../http/attempt';
import { type HttpClient, sendOnce } from '../http/sendOnce';
import type { Tokens } from '../http/tokens';
import type { ApiRequest } from '../operation';
import type { GiveUpReason } from './circuitBreaker';
import { type Limiter, NotSent } from './limiter';
import type { Priority } from './queue';

/**
 * A permit to be in flight, as of a semaphore, for one request with its retries and its look-ups.
 *
 *     acquire → send                        most requests
 *     acquire → send → acquire → send …     with retries and delayed look-ups: other requests are sent in between, unless
 *                                           this is the first request of a run and got a 500
 *     release                               at the end, whatever has happened
 *
 * It is held until the item has decided what the response means, so that nothing is sent after a failure that ends the
 * run.
 */
export class Permit {
	private isHeld = false;
	private hasSent = false;
	/** The probe got a 500: this request or the whole service? Nobody else goes until it has retried. */
	private blocksOthers = false;
	private lastAttempt: Attempt | undefined;

	/**
	 * @param tokens that the run has sent
	 * @param signal after its abort, nothing more is sent: what waits fails with `NotSent`
	 */
	constructor(
		private readonly limiter: Limiter,
		private readonly client: HttpClient,
		private readonly tokens: Tokens,
		private readonly signal?: AbortSignal,
	) {}

	/**
	 * Waits for the turn of a request. A permit that is held is given back first, so others may be sent before. Unlike a
	 * first attempt, a retry is never sent if the run has given up.
	 *
	 * @param waitMs how long it waits at least
	 * @returns undefined when the request may be sent; otherwise why the run has given up on the service
	 * @throws NotSent if the run has ended, or the signal is aborted
	 */
	async acquire(priority: Priority, waitMs = 0): Promise<GiveUpReason | undefined> {
		const { limiter, blocksOthers, signal } = this;
		if (this.hasSent && limiter.giveUpReason) return limiter.giveUpReason;
		// Such a 500 doesn't show that the service works.
		if (blocksOthers) this.lastAttempt = undefined;
		this.release();
		const gaveUp = await limiter.acquire(blocksOthers ? 'exclusive' : priority, waitMs, signal);
		this.isHeld = gaveUp === undefined;
		if (this.isHeld && signal?.aborted) throw new NotSent();
		return gaveUp;
	}

	/**
	 * Waits for the turn of a look-up. If it may be sent at once, the permit is kept: the result of the request must be
	 * known before others are sent, because a failure may end the run.
	 *
	 * @param waitMs how long it waits at least
	 */
	async acquireForLookUp(waitMs: number): Promise<GiveUpReason | undefined> {
		if (this.isHeld && waitMs === 0 && this.limiter.allowsMore) return undefined;
		return await this.acquire('retry', waitMs);
	}

	/**
	 * Sends a request once, and tells the limiter the result. A look-up for which the service is unavailable doesn't count,
	 * because only its item waits for it.
	 */
	async send(request: ApiRequest, isLookUp = false): Promise<Attempt> {
		this.hasSent = true;
		const { isProbing } = this.limiter;
		const attempt = await sendOnce(this.client, request, this.tokens);
		const { service } = attempt.outcome;
		if (!isLookUp) this.blocksOthers = isProbing && service === 'failing';
		if (!isLookUp || service !== 'unavailable') this.limiter.onAttempt(attempt);
		this.lastAttempt = attempt;
		return attempt;
	}

	release(): void {
		if (this.isHeld) this.limiter.release(this.lastAttempt);
		this.isHeld = false;
		this.lastAttempt = undefined;
	}
}
