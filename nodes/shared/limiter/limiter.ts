import { sleep } from 'n8n-workflow';

import type { Attempt } from '../http/attempt';
import { makesOthersWait } from '../http/outcome';
import { MAX_TIMER_MS, STALLED_AFTER_MS } from '../http/waits';
import { CircuitBreaker, type GiveUpReason } from './circuitBreaker';
import { type RetrySettings } from '../http/retry';
import { Concurrency } from './concurrency';
import { type Priority, Queue, type Waiter } from './queue';

/** Thrown if a request was not sent because the run has ended, or because nobody needs it any more. */
export class NotSent extends Error {}

const CANCELLED = 'The execution was cancelled';

/** If the requests in flight and waiting are at most this many times the limit, all of them are sent at once. */
const ENDING_RATIO = 1.5;

/**
 * Gives turns to the requests of one run of a node. `Concurrency` says how many may be in flight, `CircuitBreaker`
 * says when the next one may be sent, and `Queue` says which one that is. Each is sent with a `Permit`.
 *
 * If requests wait and nothing was sent for `STALLED_AFTER_MS`, one more is sent, up to the ceiling of the user and
 * not during a pause: a request that hangs must not hold up the others.
 *
 * If no more than one and a half times the limit are in flight and waiting, all are sent at once, up to the ceiling.
 */
export class Limiter {
	/** Why nothing more is sent; undefined until the run has ended. */
	private endReason: NotSent | undefined;
	private inFlight = 0;
	private lastSentAt = -Infinity;
	private readonly queue = new Queue();
	private readonly concurrency: Concurrency;
	private readonly breaker: CircuitBreaker;
	/** Whether the service has responded, with neither a 429 nor an outage, so that its address is right. */
	hasResponded = false;
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
		retrySettings: RetrySettings,
		private readonly cancelled?: AbortSignal,
		private readonly log: (line: string) => void = () => undefined,
	) {
		this.concurrency = new Concurrency(ceiling);
		this.breaker = new CircuitBreaker(retrySettings);
	}

	/** How many requests may be in flight, except while probing. */
	get concurrencyLimit(): number {
		return this.concurrency.limit;
	}

	/** Whether requests go alone, as the first of a run does. */
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
	 * Waits for the turn of a request: see `Permit.acquire`. `release` must follow.
	 *
	 * @param signal after its abort, nothing more is sent: what waits fails with `NotSent`
	 */
	// Not async: many requests wait, and each of them takes less memory this way.
	acquire(
		priority: Priority,
		waitMs: number,
		signal?: AbortSignal,
	): Promise<GiveUpReason | undefined> {
		return new Promise((resolve, reject) => {
			if (this.cancelled?.aborted) this.end(CANCELLED);
			if (this.endReason) return reject(this.endReason);
			if (signal?.aborted) return reject(new NotSent());
			const now = performance.now();
			if (this.breaker.isPauseTooLong(now)) return resolve(this.giveUpReason);
			this.cancelled?.addEventListener('abort', this.cancel);
			const waiter: Waiter = { dueAt: now + waitMs, resolve, reject };
			this.queue.add(priority, waiter);
			if (signal) {
				// Node.js warns if many listeners wait for one signal.
				const own = AbortSignal.any([signal]);
				const withdraw = () => {
					if (this.queue.remove(waiter)) this.reject(new NotSent(), [waiter]);
				};
				own.addEventListener('abort', withdraw);
				waiter.resolve = (gaveUp) => {
					own.removeEventListener('abort', withdraw);
					resolve(gaveUp);
				};
			}
			this.schedule();
		});
	}

	/**
	 * A request came back. If that says nothing about the service, nothing changes: the request after a probe is a probe
	 * too. A success counts for the circuit breaker when its permit is released.
	 */
	onAttempt(attempt: Attempt): void {
		if (attempt.outcome.service === 'unknown') return;
		const now = performance.now();
		const { breaker, queue } = this;
		if (!makesOthersWait(attempt.outcome)) {
			this.hasResponded = true;
			return this.concurrency.onResponse(attempt.sentAt, now, this.inFlight);
		}
		// The failure of a probe says nothing about concurrency.
		if (!this.isProbing) this.concurrency.onFailure();
		breaker.onFailure(attempt, now);
		const { giveUpReason } = this;
		if (!giveUpReason) return this.logFirstPause(now);
		for (const { resolve } of queue.clear()) resolve(giveUpReason);
	}

	/**
	 * Gives a turn back, so that another request may be sent.
	 *
	 * @param attempt the last one, if its item has decided what it means
	 */
	release(attempt?: Attempt): void {
		this.inFlight--;
		const { service } = attempt?.outcome ?? {};
		if (attempt && (service === 'available' || service === 'failing'))
			this.breaker.onSuccess(attempt.sentAt, performance.now());
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
		const limit = this.currentLimit;
		const stalledAt = inFlight < limit ? -Infinity : this.lastSentAt + STALLED_AFTER_MS;
		return Math.max(stalledAt, breaker.nextSendAt(inFlight, this.queue.size));
	}

	/** The last requests of a run go at once, because a queue behind the limit would cost a round trip. */
	private get currentLimit(): number {
		if (this.isProbing) return 1;
		const remaining = this.inFlight + this.queue.size;
		const isEnding =
			this.breaker.state === 'flowing' && remaining <= this.concurrencyLimit * ENDING_RATIO;
		return isEnding ? remaining : this.concurrencyLimit;
	}

	/**
	 * Sets a timer for when time alone lets a request go: a pause, a retry, the pace or a stall. One that fires earlier
	 * stays, because it sets the next one.
	 */
	private setTimer(now: number): void {
		const at = Math.max(this.nextSendAt(), this.queue.readyAt);
		if (this.queue.size > 0 && this.timer && this.timer.at <= at) return;
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
