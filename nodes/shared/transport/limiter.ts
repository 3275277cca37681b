import { sleep } from 'n8n-workflow';

import { Concurrency } from './concurrency';
import { Queue } from './queue';
import { RateLimit } from './rateLimit';
import { isAboutService, isUnavailable, type Reply } from './reply';
import { STALLED_AFTER_MS } from './waits';

/** Thrown if a request was not sent because the run has ended, or because nobody needs it any more. */
export class NotSent extends Error {}

interface Waiter {
	/** Called when its turn has come, or if the run has given up on the service. */
	start: (hasTurn: boolean) => void;
	reject: (reason: NotSent) => void;
}

const CANCELLED = 'The execution was cancelled';

/**
 * Gives turns to the requests of one run of a node. `Concurrency` says how many may be in flight, `RateLimit`
 * says when the next one may leave, and `Queue` says which one that is.
 *
 *     acquire → (the request is sent) → onReply → release
 *
 * If requests wait and nothing has left for `STALLED_AFTER_MS`, one more may leave, up to the ceiling of the
 * user: a request that hangs must not hold up the others.
 */
export class Limiter {
	/** Why nothing more is sent; undefined until the run has ended. */
	ended: NotSent | undefined;
	private inFlight = 0;
	/** Whether an item has decided what its response means: until then, one request leaves every ten seconds. */
	private isFirstDecided = false;
	private lastSentAt = -Infinity;
	private readonly queue = new Queue<Waiter>();
	private readonly concurrency: Concurrency;
	private readonly rateLimit: RateLimit;
	private isScheduled = false;
	private alarm: { at: number; off: AbortController } | undefined;
	private readonly idleListeners: Array<() => void> = [];

	/**
	 * @param ceiling upper bound of the concurrency limit
	 * @param maxRetries how often a request is retried
	 * @param cancelled the signal of the execution: when it is aborted, the run ends
	 */
	constructor(
		private readonly ceiling: number,
		maxRetries: number,
		private readonly cancelled: AbortSignal | undefined,
	) {
		this.concurrency = new Concurrency(ceiling);
		this.rateLimit = new RateLimit(maxRetries);
	}

	/** How many requests may be in flight. */
	get limit(): number {
		return this.concurrency.limit;
	}

	/** For how long the run has given up on the service; 0 if it has not. */
	get giveUpMs(): number {
		return this.rateLimit.giveUpMs(performance.now());
	}

	/** Whether requests leave without a pause. Not if the run has ended. */
	get isFlowing(): boolean {
		return !this.ended && this.rateLimit.isFlowing;
	}

	/** Whether requests may be retried: not if the service has refused all retries, or was unavailable for them. */
	get allowsRetries(): boolean {
		return !this.rateLimit.areRetriesExhausted;
	}

	/**
	 * Waits for the turn of a request. `release` must follow.
	 *
	 * @param item index of the input item that the request belongs to
	 * @param waitMs how long a retry waits at least; without it, the request goes to the end of the queue
	 * @returns false if the run has given up on the service: then nothing may be sent
	 * @throws NotSent if the run has ended, or the request is withdrawn
	 */
	// Not async: many requests wait, and each of them takes less memory this way.
	acquire(item: number, waitMs?: number): Promise<boolean> {
		return new Promise((start, reject) => {
			if (this.cancelled?.aborted) this.end(CANCELLED);
			if (this.ended) return reject(this.ended);
			const now = performance.now();
			if (this.rateLimit.giveUpMs(now) > 0) return start(false);
			if (this.isAtRest) this.cancelled?.addEventListener('abort', this.cancel);
			const waiter = { start, reject };
			if (waitMs === undefined) this.queue.add(item, waiter);
			else this.queue.addRetry(item, now + waitMs, waiter);
			this.schedule();
		});
	}

	/**
	 * A request that was sent at this time came back. If that says nothing about the service, nothing is learned:
	 * the next request is the probe.
	 */
	onReply(reply: Reply, sentAt: number): void {
		if (!isAboutService(reply)) return;
		const now = performance.now();
		if (isUnavailable(reply.outcome)) this.concurrency.onOverload();
		else if (reply.outcome !== 'rateLimited') this.concurrency.onResponse(sentAt, now);
		this.rateLimit.onReply(reply, sentAt, now);
		if (this.rateLimit.giveUpMs(now) > 0) for (const { start } of this.queue.clear()) start(false);
	}

	/** The request has been decided upon: another may leave. */
	release(): void {
		this.isFirstDecided = true;
		this.inFlight--;
		this.schedule();
		if (this.inFlight === 0) for (const resolve of this.idleListeners.splice(0)) resolve();
		this.unlisten();
	}

	/** Ends the run: nothing more is sent, and all waiting requests fail with `NotSent`. */
	end(reason: string): void {
		this.reject((this.ended ??= new NotSent(reason)), this.queue.clear());
	}

	/** Drops the waiting requests of an item that needs them no longer: they fail with `NotSent`. */
	withdraw(item: number): void {
		this.reject(new NotSent(), this.queue.remove(item));
	}

	/** Resolves when no request is in flight. */
	async idle(): Promise<void> {
		if (this.inFlight === 0) return;
		await new Promise<void>((resolve) => this.idleListeners.push(resolve));
	}

	private reject(reason: NotSent, waiters: Waiter[]): void {
		for (const { reject } of waiters) reject(reason);
		this.schedule();
		this.unlisten();
	}

	/**
	 * Starts the requests that may leave, but only after all responses that have arrived together are
	 * handled: sending in between takes up to a quarter more processor time.
	 */
	private schedule(): void {
		if (this.isScheduled) return;
		this.isScheduled = true;
		void (this.inFlight > 0 ? sleep(0) : Promise.resolve()).then(() => {
			this.isScheduled = false;
			this.start();
		});
	}

	private start(): void {
		const now = performance.now();
		while (this.nextSendAt() <= now) {
			const waiter = this.queue.next(now);
			if (!waiter) break;
			this.inFlight++;
			this.lastSentAt = now;
			this.rateLimit.onSend(now);
			waiter.start(true);
		}
		this.setAlarm(now);
	}

	/** When the next request may leave; Infinity if a response has to arrive first. */
	private nextSendAt(): number {
		const { inFlight, ceiling, rateLimit } = this;
		if (inFlight >= ceiling) return Infinity;
		const limit = this.isFirstDecided ? Math.min(this.limit, rateLimit.limit) : 1;
		const isFree = inFlight < limit;
		const stalledAt = isFree ? -Infinity : this.lastSentAt + STALLED_AFTER_MS;
		return Math.max(stalledAt, rateLimit.nextSendAt(inFlight, this.queue.size));
	}

	/** Sets a timer for the end of a pause, or for a retry that is due. Otherwise a response wakes the queue. */
	private setAlarm(now: number): void {
		const at = Math.max(this.nextSendAt(), this.queue.readyAt);
		if (at === this.alarm?.at) return;
		this.alarm?.off.abort();
		this.alarm = undefined;
		if (at <= now || at === Infinity) return;
		const alarm = { at, off: new AbortController() };
		this.alarm = alarm;
		const wake = () => {
			// Before n8n 2.40, `sleep` ignores the signal, so an alarm that was switched off still goes off.
			if (this.alarm !== alarm) return;
			this.alarm = undefined;
			this.start();
		};
		sleep(at - now, alarm.off.signal).then(wake, () => undefined);
	}

	/** Stops listening for a cancelled execution when nothing is in flight and nothing waits. */
	private unlisten(): void {
		if (this.isAtRest) this.cancelled?.removeEventListener('abort', this.cancel);
	}

	private get isAtRest(): boolean {
		return this.inFlight + this.queue.size === 0;
	}

	private readonly cancel = (): void => this.end(CANCELLED);
}
