import { sleep } from 'n8n-workflow';

import { type Answer, isDown } from './answer';
import { Clock, type Moment } from './clock';
import { Fault } from './fault';
import { Pace } from './pace';
import { statedLimit } from './stated';
import { Again, Turns } from './turns';

/** Why a request that waited for its turn was not sent. */
export class NotSent extends Error {}

interface Waiter {
	start: () => void;
	refuse: (reason: NotSent) => void;
}

const CANCELLED = 'The execution was cancelled';

/**
 * Lets a bounded number of requests of one node run be open at once: as many as its pace allows.
 * Items take turns, so that a long list does not hold up the others.
 */
export class Limiter {
	private open = 0;
	/** Set when nothing more is sent: why. */
	ended: NotSent | undefined;
	private scheduled = false;
	private readonly turns = new Turns<Waiter>();
	private readonly pace: Pace;
	private readonly clock = new Clock();
	private alarm: { at: number; off: AbortController } | undefined;
	private readonly idleListeners: Array<() => void> = [];

	/**
	 * @param max at most this many requests are open at once
	 * @param cancelled ends all waiting at once
	 * @param patienceMs how long the others wait for one that goes alone
	 */
	constructor(
		max: number,
		private readonly cancelled: AbortSignal | undefined,
		patienceMs?: number,
	) {
		this.pace = new Pace(max, patienceMs);
	}

	/** How many requests may be open as far as the service's speed goes. */
	get width(): number {
		return this.pace.wide;
	}

	/**
	 * Sends a request when its turn has come, and again as often as it asks for that.
	 *
	 * @param item index of the input item that the request belongs to
	 * @param request sends it. It holds its place until it has decided what its answer means, so that
	 *   nothing follows a failure that ends the run.
	 * @param wanted whether it is still of use when its turn comes, and when it has to be sent again
	 * @throws NotSent if the run has ended before its turn, or it is no longer wanted
	 */
	async run<T>(item: number, request: () => Promise<T | Again>, wanted = () => true): Promise<T> {
		await this.turn((waiter) => this.turns.queue(item, waiter));
		for (;;) {
			const { answer, at } = await this.hold(request, wanted);
			if (!(answer instanceof Again)) return answer;
			if (!wanted()) throw new NotSent();
			await this.turn((waiter) => this.turns.repeat(item, at, answer.afterMs, waiter));
		}
	}

	/** Watches a request that is being sent: what comes of it sets the pace of the others. */
	async watch(answer: Promise<Answer | Fault>): Promise<Answer | Fault> {
		const sent = this.pace.sent(this.moment(), this.open);
		const outcome = await answer;
		const now = this.moment();
		if (isDown(outcome)) {
			this.pace.overloaded(sent, now.at);
		} else if (!(outcome instanceof Fault) && outcome.status !== 429) {
			this.pace.answered(sent, now, statedLimit(outcome.headers));
		}
		return outcome;
	}

	/** Nothing is sent for so many milliseconds, and then one request alone. */
	rest(ms: number): void {
		this.pace.rest(this.clock.now() + ms);
	}

	/** From now on nothing is sent: all that waits ends at once, with `NotSent`. */
	end(reason: string): void {
		this.refuse((this.ended ??= new NotSent(reason)), this.turns.clear());
	}

	/** What waits of an item is no longer of use: it ends at once, with `NotSent`. */
	withdraw(item: number): void {
		this.refuse(new NotSent(), this.turns.withdraw(item));
	}

	/** Resolves when no request is open. */
	async idle(): Promise<void> {
		if (this.open === 0) return;
		await new Promise<void>((resolve) => this.idleListeners.push(resolve));
	}

	/** Not async: of those that wait there are many, and each holds less so. */
	private turn(enqueue: (waiter: Waiter) => void): Promise<void> {
		return new Promise((start, refuse) => {
			if (this.cancelled?.aborted) this.end(CANCELLED);
			if (this.ended) return refuse(this.ended);
			if (this.atRest) this.cancelled?.addEventListener('abort', this.cancel);
			enqueue({ start, refuse });
			this.schedule();
		});
	}

	private refuse(reason: NotSent, waiters: Waiter[]): void {
		for (const { refuse } of waiters) refuse(reason);
		// Where fewer wait, there may be room for others.
		this.schedule();
		this.unlisten();
	}

	/** Starts what may start, in one go with what else makes room at this moment. */
	private schedule(): void {
		if (this.scheduled) return;
		this.scheduled = true;
		void this.answersAtHand().then(() => {
			this.scheduled = false;
			this.start();
		});
	}

	/**
	 * Until the answers that have arrived together are dealt with: what they make room for is sent in
	 * one go then. Sending between them takes up to a quarter more of the processor.
	 */
	private async answersAtHand(): Promise<void> {
		if (this.open > 0) await sleep(0);
	}

	private start(): void {
		const now = this.clock.now();
		while (this.hasRoom(now)) {
			const waiter = this.turns.next(now, this.pace.doubtful(this.turns.waiting));
			if (!waiter) break;
			this.open++;
			this.pace.starts(now);
			waiter.start();
		}
		this.setAlarm(now);
	}

	private hasRoom(now: number): boolean {
		return this.open < this.pace.room(now, this.open, this.turns.waiting);
	}

	/** Looks again when time alone makes room or a repeat is due. Otherwise an answer makes room. */
	private setAlarm(now: number): void {
		const opensAt = this.hasRoom(now) ? now : this.pace.opensAt(now);
		const at = Math.max(opensAt, this.turns.readyAt);
		if (at === this.alarm?.at) return;
		this.alarm?.off.abort();
		this.alarm = undefined;
		if (at <= now || at === Infinity) return;
		const alarm = { at, off: new AbortController() };
		this.alarm = alarm;
		const wake = () => {
			// Before n8n 2.40 its sleep knows no signal: an alarm that was put off rings all the same.
			if (this.alarm !== alarm) return;
			this.alarm = undefined;
			this.start();
		};
		sleep(at - now, alarm.off.signal).then(wake, () => undefined);
	}

	private async hold<T>(
		request: () => Promise<T | Again>,
		wanted: () => boolean,
	): Promise<{ answer: T | Again; at: number }> {
		const sentAt = this.clock.now();
		try {
			if (!wanted()) throw new NotSent();
			const answer = await request();
			const at = this.clock.now();
			// Before the place is given up, so that no other request slips in.
			if (answer instanceof Again) this.pace.again(answer, sentAt, at, this.turns.waiting);
			return { answer, at };
		} finally {
			this.open--;
			this.schedule();
			if (this.open === 0) for (const idle of this.idleListeners.splice(0)) idle();
			this.unlisten();
		}
	}

	/** A run that has come to rest leaves nothing behind at the signal of the execution. */
	private unlisten(): void {
		if (this.atRest) this.cancelled?.removeEventListener('abort', this.cancel);
	}

	private get atRest(): boolean {
		return this.open + this.turns.waiting === 0;
	}

	private moment(): Moment {
		return { at: this.clock.now(), idleMs: performance.eventLoopUtilization().idle };
	}

	private readonly cancel = (): void => this.end(CANCELLED);
}
