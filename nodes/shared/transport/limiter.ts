import { sleep } from 'n8n-workflow';

import type { Answer } from './answer';
import { Concurrency } from './concurrency';
import type { Fault } from './fault';
import { Queue } from './queue';
import { type Permit, RateLimit } from './rateLimit';
import { askedWaitMs, isUnavailable, outcomeOf } from './retry';

/** Thrown if a request was not sent because the run has ended, or because nobody needs it any more. */
export class NotSent extends Error {}

/** Thrown if a request was not sent because the run has given up on the service for now. */
export class GaveUp extends Error {
	/** @param forMs for how many milliseconds from now */
	constructor(readonly forMs: number) {
		super();
	}
}

interface Waiter {
	/** Called when its turn has come; without a permit if the run has given up on the service. */
	start: (permit?: Permit) => void;
	reject: (reason: NotSent) => void;
}

const NO_PROBE: Permit = { isProbe: false };

const CANCELLED = 'The execution was cancelled';

/**
 * The place of one request among the requests in flight.
 *
 *     take → send → release            the usual way
 *     take → send → retake → send …    for a retry or a look-up: other requests go in between
 */
export class Place {
	private isHeld = false;
	private permit = NO_PROBE;

	/**
	 * @param item index of the input item that the request belongs to
	 * @param isWanted asked each time the request's turn has come; if it returns false, nothing is sent
	 */
	constructor(
		private readonly limiter: Limiter,
		private readonly item: number,
		private readonly isWanted: () => boolean,
	) {}

	/**
	 * Takes the place when the request's turn has come.
	 *
	 * @param waitMs how long a retry waits at least; without it, the request goes to the end of the queue
	 * @returns false if the run has given up on the service: then nothing may be sent
	 * @throws NotSent if the run has ended meanwhile, or the request is no longer wanted
	 */
	async take(waitMs?: number): Promise<boolean> {
		const permit = await this.limiter.acquire(this.item, waitMs);
		if (!permit) return false;
		this.permit = permit;
		this.isHeld = true;
		if (!this.isWanted()) throw new NotSent();
		return true;
	}

	/** Sends a request, and learns from its outcome when others may leave. */
	async send(request: () => Promise<Answer | Fault>): Promise<Answer | Fault> {
		const { permit } = this;
		// Only the first request in a place can be a probe, not a look-up that follows it.
		this.permit = NO_PROBE;
		return await this.limiter.send(request, permit);
	}

	/** Gives the place to others, and takes one again: see `take`. */
	async retake(waitMs?: number): Promise<boolean> {
		if (this.limiter.areRetriesExhausted) return false;
		if (!this.isWanted()) throw new NotSent();
		this.release();
		return await this.take(waitMs);
	}

	/** Gives the place to others. */
	release(): void {
		if (!this.isHeld) return;
		this.isHeld = false;
		this.limiter.release(this.permit);
	}
}

/**
 * Sends the requests of one run of a node. `Concurrency` says how many may be in flight, `RateLimit` says
 * when the next one may leave, and `Queue` says which one that is.
 */
export class Limiter {
	/** Why nothing more is sent; undefined until the run has ended. */
	ended: NotSent | undefined;
	private inFlight = 0;
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
		ceiling: number,
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

	/** Whether nothing is retried any more: see `RateLimit`. */
	get areRetriesExhausted(): boolean {
		return this.rateLimit.areRetriesExhausted;
	}

	/**
	 * Runs the work of a request when its turn has come. The work keeps its place until it has decided
	 * what the response means, so that nothing is sent after a failure that ends the run.
	 *
	 * @param item index of the input item that the request belongs to
	 * @param isWanted asked each time the request's turn has come; if it returns false, nothing is sent
	 * @throws NotSent if the run has ended before its turn, or it is no longer wanted
	 * @throws GaveUp if the run has given up on the service
	 */
	async run<T>(
		item: number,
		work: (place: Place) => Promise<T>,
		isWanted = () => true,
	): Promise<T> {
		const place = new Place(this, item, isWanted);
		try {
			if (!(await place.take())) throw new GaveUp(this.rateLimit.giveUpMs(performance.now()));
			return await work(place);
		} finally {
			place.release();
		}
	}

	/**
	 * Waits for the turn of a request. Used by `Place`.
	 *
	 * Not async: many requests wait, and each of them takes less memory this way.
	 *
	 * @param waitMs how long a retry waits at least; without it, the request goes to the end of the queue
	 * @returns undefined if the run has given up on the service
	 */
	acquire(item: number, waitMs?: number): Promise<Permit | undefined> {
		return new Promise((start, reject) => {
			if (this.cancelled?.aborted) this.end(CANCELLED);
			if (this.ended) return reject(this.ended);
			const now = performance.now();
			if (this.rateLimit.giveUpMs(now) > 0) return start(undefined);
			if (this.isAtRest) this.cancelled?.addEventListener('abort', this.cancel);
			const waiter = { start, reject };
			if (waitMs === undefined) this.queue.add(item, waiter);
			else this.queue.addRetry(item, now + waitMs, waiter);
			this.schedule();
		});
	}

	/** Sends a request and learns from its outcome. Used by `Place`. */
	async send(request: () => Promise<Answer | Fault>, permit: Permit): Promise<Answer | Fault> {
		const sentAt = performance.now();
		const answer = await request();
		const now = performance.now();
		const outcome = outcomeOf(answer);
		const askedMs = askedWaitMs(answer);
		if (outcome === 'rateLimited') {
			this.rateLimit.onRefused(permit, now, askedMs);
		} else if (isUnavailable(outcome)) {
			this.concurrency.onOverload(sentAt, now);
			this.rateLimit.onUnavailable(permit, now, outcome, askedMs);
		} else {
			this.concurrency.onResponse(sentAt, now);
			this.rateLimit.onAccepted(permit, sentAt);
		}
		if (this.rateLimit.giveUpMs(now) > 0) for (const { start } of this.queue.clear()) start();
		return answer;
	}

	/** Ends the turn of a request. Used by `Place`. */
	release(permit: Permit): void {
		this.rateLimit.onUnused(permit);
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
			waiter.start(this.rateLimit.onSend(now));
		}
		this.setAlarm(now);
	}

	/** When the next request may leave; Infinity if a response has to arrive first. */
	private nextSendAt(): number {
		if (this.inFlight >= this.limit) return Infinity;
		return this.rateLimit.nextSendAt(this.inFlight, this.queue.size);
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
