import type { Attempt } from '../http/attempt';
import { isUnavailable } from '../http/outcome';
import { type HttpClient, sendOnce } from '../http/sendOnce';
import type { Tokens } from '../http/tokens';
import type { ApiRequest } from '../operation';
import type { GiveUpReason } from './circuitBreaker';
import { type Limiter, NotSent } from './limiter';
import type { Place } from './queue';

/**
 * The permit of a request, its retries and its look-ups to be in flight, as with a semaphore.
 *
 *     acquire → send                        most requests
 *     acquire → send → acquire → send …     with retries and delayed look-ups: other requests are sent in between, unless
 *                                           a 500 to the first request of a run is open
 *     release                               at the end, whatever has happened
 *
 * It is held until the item has decided what the response means, so that nothing is sent after a failure that
 * ends the run.
 */
export class Permit {
	private isHeld = false;
	private hasSent = false;
	/** Whether a probe, as the first request of a run, got a 500: it may be its own fault, or the service's. */
	private keepsTurn = false;
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
	async acquire(place: Place, waitMs = 0): Promise<GiveUpReason | undefined> {
		const { limiter, keepsTurn, signal } = this;
		if (this.hasSent && limiter.giveUpReason) return limiter.giveUpReason;
		// A 500 that is open has not been accepted.
		if (keepsTurn) this.lastAttempt = undefined;
		this.release();
		const gaveUp = await limiter.acquire(keepsTurn ? 'alone' : place, waitMs, signal);
		this.isHeld = gaveUp === undefined;
		if (this.isHeld && signal?.aborted) throw new NotSent();
		return gaveUp;
	}

	/**
	 * Waits for the turn of a look-up. If it may be sent at once, the permit is kept: what has happened to the
	 * request must be known before others are sent, because a failure may end the run.
	 *
	 * @param waitMs how long it waits at least
	 */
	async acquireForLookUp(waitMs: number): Promise<GiveUpReason | undefined> {
		if (this.isHeld && waitMs === 0 && this.limiter.allowsMore) return undefined;
		return await this.acquire('first', waitMs);
	}

	/**
	 * Sends a request once. The limiter learns from it, but not from a look-up for which the service is unavailable: that
	 * waits with its item.
	 */
	async send(request: ApiRequest, isLookUp = false): Promise<Attempt> {
		this.hasSent = true;
		const { isProbing } = this.limiter;
		const attempt = await sendOnce(this.client, request, this.tokens);
		const { outcome } = attempt;
		if (!isLookUp) this.keepsTurn = isProbing && outcome === 'serverError';
		if (!isLookUp || !isUnavailable(outcome)) this.limiter.onAttempt(attempt);
		this.lastAttempt = attempt;
		return attempt;
	}

	release(): void {
		if (this.isHeld) this.limiter.release(this.lastAttempt);
		this.isHeld = false;
		this.lastAttempt = undefined;
	}
}
