import { sleep } from 'n8n-workflow';

import type { Answer } from './answer';
import { Concurrency } from './concurrency';
import type { Fault } from './fault';
import { Queue } from './queue';
import { type Permit, RateLimit } from './rateLimit';
import { askedWaitMs, isUnavailable, outcomeOf } from './retry';

/** Thrown where a request was not sent because the run has ended, or nobody needs it any more. */
export class NotSent extends Error {}

/** Thrown where a request was not sent because the service refuses all requests for now. */
export class GaveUp extends Error {
	/** @param closedMs for how many milliseconds from now */
	constructor(readonly closedMs: number) {
		super();
	}
}

/** A place among the requests in flight. */
export interface Place {
	/** Sends a request, and learns from its outcome when others may leave. */
	send: (request: () => Promise<Answer | Fault>) => Promise<Answer | Fault>;
	/**
	 * Gives the place to others, and takes one again: after the wait, or without one when all others that
	 * wait have had their turn.
	 *
	 * @param waitMs milliseconds
	 * @returns false if the service refuses everything: then nothing may be sent
	 * @throws NotSent if the run has ended meanwhile, or the request is no longer wanted
	 */
	retake: (waitMs?: number) => Promise<boolean>;
}

interface Waiter {
	/** Called when its turn has come; without a permit, if the service refuses everything. */
	start: (permit?: Permit) => void;
	reject: (reason: NotSent) => void;
}

const NO_PROBE: Permit = { isProbe: false };

const CANCELLED = 'The execution was cancelled';

/**
 * Sends the requests of one run of a node. How many are in flight is up to `Concurrency`, when the next
 * may leave is up to `RateLimit`, and which one that is is up to `Queue`.
 */
export class Limiter {
	/** Set when the run has ended: why nothing more is sent. */
	ended: NotSent | undefined;
	private inFlight = 0;
	private readonly queue = new Queue<Waiter>();
	private readonly concurrency: Concurrency;
	private readonly rateLimit: RateLimit;
	private isScheduled = false;
	private alarm: { at: number; off: AbortController } | undefined;
	private readonly idleListeners: Array<() => void> = [];

	/**
	 * @param ceiling never more requests than this are in flight
	 * @param maxRetries how often a request is retried
	 * @param cancelled ends all waiting at once
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

	/**
	 * Does the work of a request when its turn has come. The work holds its place until it has decided
	 * what the response means, so that nothing follows a failure that ends the run.
	 *
	 * @param item index of the input item that the request belongs to
	 * @param isWanted asked whenever its turn has come; if it is no longer wanted, it is not sent
	 * @throws NotSent if the run has ended before its turn, or it is no longer wanted
	 * @throws GaveUp if the service refuses all requests for now
	 */
	async run<T>(
		item: number,
		work: (place: Place) => Promise<T>,
		isWanted = () => true,
	): Promise<T> {
		let isHeld = false;
		let permit = NO_PROBE;
		const take = async (enqueue: (waiter: Waiter) => void) => {
			const granted = await this.turn(enqueue);
			if (!granted) return false;
			permit = granted;
			isHeld = true;
			if (!isWanted()) throw new NotSent();
			return true;
		};
		const give = () => {
			if (!isHeld) return;
			isHeld = false;
			this.rateLimit.onUnused(permit);
			this.leave();
		};
		const place: Place = {
			send: async (request) => {
				const current = permit;
				// What follows in the same place, such as a look-up, is no probe.
				permit = NO_PROBE;
				return await this.watch(request, current);
			},
			retake: async (waitMs) => {
				if (this.rateLimit.isExhausted) return false;
				if (!isWanted()) throw new NotSent();
				give();
				if (waitMs === undefined) return await take((waiter) => this.queue.add(item, waiter));
				const dueAt = performance.now() + waitMs;
				return await take((waiter) => this.queue.addRetry(item, dueAt, waiter));
			},
		};
		try {
			const isOpen = await take((waiter) => this.queue.add(item, waiter));
			if (!isOpen) throw new GaveUp(this.rateLimit.closedMs(performance.now()));
			return await work(place);
		} finally {
			give();
		}
	}

	/** From now on nothing is sent: all waiting requests end at once with `NotSent`. */
	end(reason: string): void {
		this.reject((this.ended ??= new NotSent(reason)), this.queue.clear());
	}

	/** The waiting requests of an item are no longer wanted: they end at once with `NotSent`. */
	withdraw(item: number): void {
		this.reject(new NotSent(), this.queue.remove(item));
	}

	/** Resolves when no request is in flight. */
	async idle(): Promise<void> {
		if (this.inFlight === 0) return;
		await new Promise<void>((resolve) => this.idleListeners.push(resolve));
	}

	/** Learns from the outcome of a request that is being sent. */
	private async watch(
		request: () => Promise<Answer | Fault>,
		permit: Permit,
	): Promise<Answer | Fault> {
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
		if (this.rateLimit.closedMs(now) > 0) for (const { start } of this.queue.clear()) start();
		return answer;
	}

	/** Not async: many requests wait, and each holds less memory this way. */
	private turn(enqueue: (waiter: Waiter) => void): Promise<Permit | undefined> {
		return new Promise((start, reject) => {
			if (this.cancelled?.aborted) this.end(CANCELLED);
			if (this.ended) return reject(this.ended);
			if (this.rateLimit.closedMs(performance.now()) > 0) return start(undefined);
			if (this.isAtRest) this.cancelled?.addEventListener('abort', this.cancel);
			enqueue({ start, reject });
			this.schedule();
		});
	}

	private leave(): void {
		this.inFlight--;
		this.schedule();
		if (this.inFlight === 0) for (const resolve of this.idleListeners.splice(0)) resolve();
		this.unlisten();
	}

	private reject(reason: NotSent, waiters: Waiter[]): void {
		for (const { reject } of waiters) reject(reason);
		this.schedule();
		this.unlisten();
	}

	/**
	 * Starts what may start, once the responses that have arrived together are dealt with. Sending
	 * between them takes up to a quarter more processor time.
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
		while (this.opensAt() <= now) {
			const waiter = this.queue.next(now);
			if (!waiter) break;
			this.inFlight++;
			waiter.start(this.rateLimit.onSend(now));
		}
		this.setAlarm(now);
	}

	/** When the next request may leave; Infinity while a response has to arrive first. */
	private opensAt(): number {
		if (this.inFlight >= this.limit) return Infinity;
		return this.rateLimit.opensAt(this.inFlight, this.queue.size);
	}

	/** Wakes up when a pause is over or a retry is due; all else wakes with a response. */
	private setAlarm(now: number): void {
		const at = Math.max(this.opensAt(), this.queue.readyAt);
		if (at === this.alarm?.at) return;
		this.alarm?.off.abort();
		this.alarm = undefined;
		if (at <= now || at === Infinity) return;
		const alarm = { at, off: new AbortController() };
		this.alarm = alarm;
		const wake = () => {
			// Before n8n 2.40 `sleep` knows no signal, so an alarm that was put off still wakes up.
			if (this.alarm !== alarm) return;
			this.alarm = undefined;
			this.start();
		};
		sleep(at - now, alarm.off.signal).then(wake, () => undefined);
	}

	/** A run that has come to rest leaves nothing behind at the signal of the execution. */
	private unlisten(): void {
		if (this.isAtRest) this.cancelled?.removeEventListener('abort', this.cancel);
	}

	private get isAtRest(): boolean {
		return this.inFlight + this.queue.size === 0;
	}

	private readonly cancel = (): void => this.end(CANCELLED);
}
