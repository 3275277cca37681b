import { sleep } from 'n8n-workflow';

import { type Attempt, isAboutService, isThrottleOrOutage, isUnavailable } from '../http/attempt';
import type { Turn } from '../http/retry';
import { type HttpClient, sendOnce } from '../http/sendOnce';
import { MAX_TIMER_MS, STALLED_AFTER_MS } from '../http/waits';
import type { Request } from '../operation';
import { CircuitBreaker, type GiveUpLimits, type GiveUpReason } from './circuitBreaker';
import { Concurrency } from './concurrency';
import { type Place, Queue } from './queue';

/** Thrown if a request was not sent because the run has ended, or because nobody needs it any more. */
export class NotSent extends Error {}

interface Waiter {
	/** Called without a reason when the request may be sent, and with it if the run has given up on the service. */
	resolve: (gaveUp?: GiveUpReason) => void;
	reject: (reason: NotSent) => void;
}

/** Writes a line to n8n's log. */
export type Log = (text: string) => void;

const CANCELLED = 'The execution was cancelled';

/**
 * Gives turns to the requests of one run of a node. `Concurrency` says how many may be in flight, `CircuitBreaker`
 * says when the next one may be sent, and `Queue` says which one that is. Each item sends its requests with a `Permit`.
 *
 * If requests wait and nothing was sent for `STALLED_AFTER_MS`, one more is sent, up to the ceiling of the user and
 * not during a pause: a request that hangs must not hold up the others.
 */
export class Limiter {
	/** Why nothing more is sent; undefined until the run has ended. */
	private endReason: NotSent | undefined;
	private inFlight = 0;
	private lastSentAt = -Infinity;
	private readonly queue = new Queue<Waiter>();
	private readonly concurrency: Concurrency;
	private readonly breaker: CircuitBreaker;
	private hasPaused = false;
	private isScheduled = false;
	private timer: { at: number; off: AbortController } | undefined;
	private readonly settledListeners: Array<() => void> = [];

	/**
	 * @param ceiling upper bound of the concurrency limit
	 * @param cancelled the signal of the execution: when it is aborted, the run ends
	 * @param log n8n's log
	 */
	constructor(
		private readonly ceiling: number,
		limits: GiveUpLimits,
		private readonly cancelled?: AbortSignal,
		private readonly log: Log = () => undefined,
	) {
		this.concurrency = new Concurrency(ceiling);
		this.breaker = new CircuitBreaker(limits);
	}

	/** How many requests may be in flight. */
	get limit(): number {
		return this.concurrency.limit;
	}

	/** Whether requests are sent one at a time, as the first of a run. */
	get isProbing(): boolean {
		return this.breaker.state === 'probing';
	}

	/** Whether an item that has its turn may send another request at once. */
	get allowsMore(): boolean {
		return !this.endReason && this.breaker.allowsMore(performance.now());
	}

	/** Why the run has given up on the service; undefined if it hasn't. */
	get giveUpReason(): GiveUpReason | undefined {
		return this.breaker.giveUpReason(performance.now());
	}

	/**
	 * The permit of an item to have a request in flight.
	 *
	 * @param signal after its abort, nothing more is sent: what waits fails with `NotSent`
	 */
	permit(client: HttpClient, signal?: AbortSignal): Permit {
		return new Permit(this, client, signal);
	}

	/** Waits for the turn of a request: see `Permit.acquire`. `release` must follow. */
	// Not async: many requests wait, and each of them takes less memory this way.
	acquire(place: Place, waitMs: number, signal?: AbortSignal): Promise<GiveUpReason | undefined> {
		return new Promise((resolve, reject) => {
			if (this.cancelled?.aborted) this.end(CANCELLED);
			if (this.endReason) return reject(this.endReason);
			if (signal?.aborted) return reject(new NotSent());
			const now = performance.now();
			if (this.breaker.isPauseTooLong(now)) return resolve(this.giveUpReason);
			if (this.isIdle) this.cancelled?.addEventListener('abort', this.cancel);
			const entry = this.queue.add(place, now + waitMs, { resolve, reject });
			if (signal) {
				const withdraw = () => {
					if (this.queue.remove(entry)) this.reject(new NotSent(), [entry.waiter]);
				};
				signal.addEventListener('abort', withdraw);
				entry.waiter.resolve = (gaveUp) => {
					signal.removeEventListener('abort', withdraw);
					resolve(gaveUp);
				};
			}
			this.schedule();
		});
	}

	/**
	 * A request came back. If that says nothing about the service, it changes nothing: while it is probing, the next
	 * request is a probe too. An accepted request counts for the circuit breaker when its permit is released.
	 */
	onAttempt(attempt: Attempt): void {
		if (!isAboutService(attempt)) return;
		const now = performance.now();
		const { breaker, queue } = this;
		if (!isThrottleOrOutage(attempt.outcome))
			return this.concurrency.onResponse(attempt.sentAt, now, this.inFlight);
		// The failure of a probe says nothing about concurrency.
		if (!this.isProbing) this.concurrency.onFailure();
		breaker.onFailure(attempt, now);
		const { giveUpReason } = this;
		if (!giveUpReason) return this.logFirstPause(now);
		for (const { resolve } of queue.clear()) resolve(giveUpReason);
	}

	/**
	 * Another request may be sent.
	 *
	 * @param attempt the last one, if its item has decided what it means
	 */
	release(attempt?: Attempt): void {
		this.inFlight--;
		if (attempt && isAboutService(attempt) && !isThrottleOrOutage(attempt.outcome))
			this.breaker.onAccepted(attempt.sentAt, performance.now());
		this.schedule();
		if (this.inFlight === 0) for (const resolve of this.settledListeners.splice(0)) resolve();
		this.onIdle();
	}

	/** Ends the run: nothing more is sent, and all waiting requests fail with `NotSent`. */
	end(reason: string): void {
		this.reject((this.endReason ??= new NotSent(reason)), this.queue.clear());
	}

	/** Resolves when no request is in flight. */
	async inFlightSettled(): Promise<void> {
		if (this.inFlight === 0) return;
		await new Promise<void>((resolve) => this.settledListeners.push(resolve));
	}

	private reject(reason: NotSent, waiters: Waiter[]): void {
		for (const { reject } of waiters) reject(reason);
		this.schedule();
		if (waiters.length > 0) this.onIdle();
	}

	/**
	 * Starts the requests that may be sent, but only after all responses that have arrived together are
	 * handled: sending in between takes up to a quarter more processor time.
	 */
	private schedule(): void {
		if (this.isScheduled) return;
		this.isScheduled = true;
		void (this.inFlight > 0 ? sleep(0) : Promise.resolve()).then(() => {
			this.isScheduled = false;
			this.sendNext();
		});
	}

	private sendNext(): void {
		const now = performance.now();
		while (this.nextSendAt() <= now) {
			const waiter = this.queue.next(now);
			if (!waiter) break;
			this.breaker.onSend();
			this.inFlight++;
			this.lastSentAt = now;
			waiter.resolve();
		}
		this.setTimer(now);
	}

	/** When the next request may be sent; Infinity if a response has to arrive first. */
	private nextSendAt(): number {
		const { inFlight, ceiling, breaker } = this;
		if (inFlight >= ceiling) return Infinity;
		const limit = this.isProbing ? 1 : this.limit;
		const stalledAt = inFlight < limit ? -Infinity : this.lastSentAt + STALLED_AFTER_MS;
		return Math.max(stalledAt, breaker.nextSendAt(inFlight, this.queue.size));
	}

	/** Sets a timer for when time alone lets a request go: a pause, a retry, the pace or a stall. */
	private setTimer(now: number): void {
		const at = Math.max(this.nextSendAt(), this.queue.readyAt);
		if (at === this.timer?.at) return;
		this.timer?.off.abort();
		this.timer = undefined;
		if (at <= now || at === Infinity) return;
		const timer = { at, off: new AbortController() };
		this.timer = timer;
		const wake = () => {
			// Before n8n 2.40, `sleep` ignores the signal, so a timer that was switched off still fires.
			if (this.timer !== timer) return;
			this.timer = undefined;
			this.sendNext();
		};
		sleep(Math.min(Math.ceil(at - now), MAX_TIMER_MS), timer.off.signal).then(
			wake,
			() => undefined,
		);
	}

	/** When nothing is in flight and nothing waits: stops listening for a cancelled execution. */
	private onIdle(): void {
		if (this.isIdle) this.cancelled?.removeEventListener('abort', this.cancel);
	}

	/** Nothing else shows why a run waits. */
	private logFirstPause(now: number): void {
		const { pausedUntil, isRateLimited } = this.breaker;
		if (this.hasPaused || pausedUntil <= now) return;
		this.hasPaused = true;
		const seconds = ((pausedUntil - now) / 1000).toFixed(1);
		const cause = isRateLimited ? '429, too many requests' : 'the service is unavailable';
		this.log(`pauses for ${seconds} s (${cause}), and may pause again`);
	}

	private get isIdle(): boolean {
		return this.inFlight + this.queue.size === 0;
	}

	private readonly cancel = (): void => this.end(CANCELLED);
}

/**
 * The permit of an item to have a request in flight, as with a semaphore.
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

	constructor(
		private readonly limiter: Limiter,
		private readonly client: HttpClient,
		private readonly signal: AbortSignal | undefined,
	) {}

	/**
	 * Waits for the turn of a request. A permit that is held is given back first, so others may be sent before. Unlike a
	 * first attempt, a retry is never sent if the run has given up.
	 *
	 * @returns undefined when the request may be sent; otherwise why the run has given up on the service
	 * @throws NotSent if the run has ended, or the signal is aborted
	 */
	async acquire({ place, waitMs }: Turn): Promise<GiveUpReason | undefined> {
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
		return await this.acquire({ place: 'first', waitMs });
	}

	/**
	 * Sends a request once. The limiter learns from it, but not from a look-up for which the service is unavailable: that
	 * waits with its item.
	 */
	async send(request: Request, isLookUp = false): Promise<Attempt> {
		this.hasSent = true;
		const { isProbing } = this.limiter;
		const attempt = await sendOnce(this.client, request);
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
