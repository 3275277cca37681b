import { type Logger, sleep } from 'n8n-workflow';

import { CircuitBreaker } from './circuitBreaker';
import { Concurrency } from './concurrency';
import { Queue } from './queue';
import { isAboutService, isFailure, type Reply } from './reply';
import { MAX_WAIT_MS, STALLED_AFTER_MS } from './waits';

/** Thrown if a request was not sent because the run has ended, or because nobody needs it any more. */
export class NotSent extends Error {}

interface Waiter {
	/** Called when its turn has come, or if the run has given up on the service. */
	start: (hasTurn: boolean) => void;
	reject: (reason: NotSent) => void;
}

/** The part of n8n's logger that a run uses. */
export type Log = Pick<Logger, 'info' | 'debug'>;

const CANCELLED = 'The execution was cancelled';

/**
 * Gives turns to the requests of one run of a node. `Concurrency` says how many may be in flight, `CircuitBreaker`
 * says when the next one may be sent, and `Queue` says which one that is.
 *
 *     acquire → (the request is sent) → onReply → release
 *
 * If requests wait and nothing was sent for `STALLED_AFTER_MS`, one more is sent, up to the ceiling of the user: a
 * request that hangs must not hold up the others.
 */
export class Limiter {
	/** Why nothing more is sent; undefined until the run has ended. */
	ended: NotSent | undefined;
	private inFlight = 0;
	/** Whether an item has decided what its response means: until then, one request is sent every ten seconds. */
	private isFirstDecided = false;
	private lastSentAt = -Infinity;
	private readonly queue = new Queue<Waiter>();
	private readonly concurrency: Concurrency;
	private readonly breaker: CircuitBreaker;
	private isScheduled = false;
	private alarm: { at: number; off: AbortController } | undefined;
	private readonly idleListeners: Array<() => void> = [];
	/** For the last line in the log. */
	private readonly total = { sent: 0, failed: 0, pausedMs: 0 };

	/**
	 * @param ceiling upper bound of the concurrency limit
	 * @param maxRetries how often a request is retried
	 * @param cancelled the signal of the execution: when it is aborted, the run ends
	 * @param log gets a line for each change of state, because nothing else shows why a run waits
	 */
	constructor(
		private readonly ceiling: number,
		maxRetries: number,
		private readonly cancelled: AbortSignal | undefined,
		private readonly log?: Log,
	) {
		this.concurrency = new Concurrency(ceiling);
		this.breaker = new CircuitBreaker(maxRetries);
	}

	/** How many requests may be in flight. */
	get limit(): number {
		return this.concurrency.limit;
	}

	/** How long nothing is sent, in milliseconds; 0 if there is no pause. */
	get pauseMs(): number {
		return Math.max(0, this.breaker.pausedUntil - performance.now());
	}

	/** Whether requests are sent without a pause. Not if the run has ended. */
	get isFlowing(): boolean {
		return !this.ended && this.breaker.isFlowing;
	}

	get allowsRetries(): boolean {
		return !this.breaker.hasGivenUp;
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
			if (this.pauseMs > MAX_WAIT_MS) return start(false);
			if (this.isAtRest) this.cancelled?.addEventListener('abort', this.cancel);
			const waiter = { start, reject };
			if (waitMs === undefined) this.queue.add(item, waiter);
			else this.queue.addRetry(item, performance.now() + waitMs, waiter);
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
		const { breaker } = this;
		const { isFlowing, pausedUntil } = breaker;
		if (isFailure(reply.outcome)) this.total.failed++;
		if (!isFailure(reply.outcome)) this.concurrency.onResponse(sentAt, now, this.inFlight);
		// A probe is alone, so its failure says nothing about concurrency.
		else if (isFlowing) this.concurrency.onFailure();
		breaker.onReply(reply, sentAt, now);
		if (breaker.pausedUntil > pausedUntil) this.onPause(reply, now, Math.max(now, pausedUntil));
		else if (!isFlowing && breaker.isFlowing && this.total.pausedMs > 0)
			this.log?.info('Requests are sent again');
		if (!breaker.hasGivenUp) return;
		const waiters = this.queue.clear();
		this.log?.info(`Gave up on the service; ${waiters.length} waiting requests are not sent`);
		for (const { start } of waiters) start(false);
	}

	/** The request has been decided upon: another may be sent. */
	release(): void {
		this.isFirstDecided = true;
		this.inFlight--;
		this.schedule();
		if (this.inFlight === 0) for (const resolve of this.idleListeners.splice(0)) resolve();
		this.rest();
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

	private onPause({ outcome }: Reply, now: number, from: number): void {
		const { pausedUntil, consecutiveFailures } = this.breaker;
		this.total.pausedMs += pausedUntil - from;
		const cause =
			outcome === 'rateLimited' ? '429: too many requests' : 'the service is unavailable';
		this.log?.info(
			`Paused for ${seconds(pausedUntil - now)} (${cause}; failures in a row: ${consecutiveFailures})`,
		);
	}

	private reject(reason: NotSent, waiters: Waiter[]): void {
		for (const { reject } of waiters) reject(reason);
		this.schedule();
		if (waiters.length > 0) this.rest();
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
			this.start();
		});
	}

	private start(): void {
		const now = performance.now();
		while (this.nextSendAt() <= now) {
			const waiter = this.queue.next(now);
			if (!waiter) break;
			if (!this.breaker.isFlowing && this.total.sent > 0)
				this.log?.debug('Sent one request as a probe');
			this.inFlight++;
			this.total.sent++;
			this.lastSentAt = now;
			waiter.start(true);
		}
		this.setAlarm(now);
	}

	/** When the next request may be sent; Infinity if a response has to arrive first. */
	private nextSendAt(): number {
		const { inFlight, ceiling, breaker } = this;
		if (inFlight >= ceiling) return Infinity;
		const limit = this.isFirstDecided && breaker.isFlowing ? this.limit : 1;
		const stalledAt = inFlight < limit ? -Infinity : this.lastSentAt + STALLED_AFTER_MS;
		return Math.max(stalledAt, breaker.nextSendAt(inFlight, this.queue.size));
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

	/** When nothing is in flight and nothing waits: stops listening for a cancelled execution. */
	private rest(): void {
		if (!this.isAtRest) return;
		this.cancelled?.removeEventListener('abort', this.cancel);
		const { sent, failed, pausedMs } = this.total;
		this.log?.debug(
			`Requests sent: ${sent}, refused or lost: ${failed}, paused for ${seconds(pausedMs)}`,
		);
	}

	private get isAtRest(): boolean {
		return this.inFlight + this.queue.size === 0;
	}

	private readonly cancel = (): void => this.end(CANCELLED);
}

function seconds(ms: number): string {
	return `${(ms / 1000).toFixed(1)} s`;
}
