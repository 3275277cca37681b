import { sleep } from 'n8n-workflow';

/** Why a request that waited for its turn was not sent. */
export class NotSent extends Error {}

/** What a request answers when it has to be sent again later. */
export class Again {
	/** @param afterMs milliseconds to wait before; the whole run rests so long */
	constructor(readonly afterMs: number) {}
}

interface Waiter {
	start: () => void;
	refuse: (reason: NotSent) => void;
}

/** An answer that takes this long, and several times as long as the fastest one, is slow. */
const SLOW_MS = 2000;
const SLOW_FACTOR = 3;

/**
 * Lets a bounded number of requests of one node run be open at once.
 *
 * The first request goes alone: a wrong token or address costs one request, not one per item. When
 * it has been answered the others follow. Refusals and slow answers narrow the width, quick ones
 * widen it again. Items take turns, so that a long list does not hold up the others.
 */
export class Limiter {
	private open = 0;
	private resting = 0;
	private refusals = 0;
	private proven = false;
	private width: number;
	private quickAnswers = 0;
	private fastestMs = Infinity;
	private ended: NotSent | undefined;
	private scheduled = false;
	private readonly repeats: Waiter[] = [];
	private readonly turns = new Map<number, Waiter[]>();
	private inOrder = this.turns.entries();
	private readonly waits = new Set<() => void>();
	private readonly idleListeners: Array<() => void> = [];

	/**
	 * @param max at most this many requests are open at once
	 * @param cancelled ends all waiting at once
	 */
	constructor(
		readonly max: number,
		private readonly cancelled: AbortSignal | undefined,
	) {
		this.width = max;
	}

	/**
	 * Sends a request when its turn has come, and again as often as it asks for that.
	 *
	 * @param item index of the input item that the request belongs to
	 * @param request sends it; the argument counts its attempts from 0. It holds its place until it
	 *   has decided what its answer means, so that nothing follows a failure that ends the run.
	 * @throws NotSent if the run has ended before its turn
	 */
	async run<T>(item: number, request: (attempt: number) => Promise<T | Again>): Promise<T> {
		await this.turn((waiter) => this.queue(item, waiter));
		for (let attempt = 0; ; attempt++) {
			const answer = await this.hold(request(attempt));
			if (!(answer instanceof Again)) return answer;
			await this.wait(answer.afterMs);
			this.resting--;
			await this.turn((waiter) => this.repeats.unshift(waiter));
		}
	}

	/** From now on nothing is sent: all that waits ends at once, with `NotSent`. */
	end(reason: string): void {
		const ended = (this.ended ??= new NotSent(reason));
		const waiters = [...this.repeats.splice(0), ...[...this.turns.values()].flat()];
		this.turns.clear();
		for (const { refuse } of waiters) refuse(ended);
		for (const finish of this.waits) finish();
	}

	/** Resolves when no request is open. */
	async idle(): Promise<void> {
		if (this.open === 0) return;
		await new Promise<void>((resolve) => this.idleListeners.push(resolve));
	}

	/** How many requests may be open at this moment. */
	get room(): number {
		if (this.resting > 0) return 0;
		return this.proven ? this.width : 1;
	}

	private async turn(enqueue: (waiter: Waiter) => void): Promise<void> {
		if (this.cancelled?.aborted) this.end('The execution was cancelled');
		if (this.ended) throw this.ended;
		this.listen();
		await new Promise<void>((start, refuse) => {
			enqueue({ start, refuse });
			this.schedule();
		});
	}

	private queue(item: number, waiter: Waiter): void {
		const waiters = this.turns.get(item);
		if (waiters) waiters.push(waiter);
		else this.turns.set(item, [waiter]);
	}

	/** Starts what may start, but only after the engine has handed over all items of the run. */
	private schedule(): void {
		if (this.scheduled) return;
		this.scheduled = true;
		void this.answersAtHand().then(() => {
			this.scheduled = false;
			while (this.open < this.room) {
				const waiter = this.repeats.shift() ?? this.nextInTurn();
				if (!waiter) return;
				this.open++;
				waiter.start();
			}
		});
	}

	/**
	 * Until the answers that have arrived together are dealt with: what they make room for is sent in
	 * one go then. Sending between them takes up to a quarter more of the processor.
	 */
	private async answersAtHand(): Promise<void> {
		if (this.open > 0) await sleep(0);
	}

	/**
	 * One request of each item in turn. The iterator is kept, for a new one would step over all the
	 * items that have had their turn.
	 */
	private nextInTurn(): Waiter | undefined {
		const next = this.inOrder.next();
		if (next.done) {
			this.inOrder = this.turns.entries();
			return this.turns.size === 0 ? undefined : this.nextInTurn();
		}
		const [item, [first, ...others]] = next.value;
		this.turns.delete(item);
		if (others.length > 0) this.turns.set(item, others);
		return first;
	}

	private async hold<T>(request: Promise<T | Again>): Promise<T | Again> {
		const started = Date.now();
		const refusalsBefore = this.refusals;
		try {
			const answer = await request;
			if (answer instanceof Again) this.narrow();
			else if (refusalsBefore === this.refusals) this.widen(Date.now() - started);
			return answer;
		} finally {
			this.open--;
			this.schedule();
			if (this.open === 0) for (const idle of this.idleListeners.splice(0)) idle();
			this.unlisten();
		}
	}

	/**
	 * Half as many from now on, and one alone first, to see whether it is let through. A rest begins
	 * before the place is given up, so that no other request slips in.
	 */
	private narrow(): void {
		this.resting++;
		if (this.proven) this.width = Math.max(1, Math.floor(this.width / 2));
		this.refusals++;
		this.proven = false;
		this.quickAnswers = 0;
	}

	/** One more after each full width of quick answers, one less after a slow one. */
	private widen(tookMs: number): void {
		this.proven = true;
		this.fastestMs = Math.min(this.fastestMs, tookMs);
		if (tookMs > SLOW_MS && tookMs > SLOW_FACTOR * this.fastestMs) {
			this.width = Math.max(1, this.width - 1);
			this.quickAnswers = 0;
			return;
		}
		this.quickAnswers++;
		if (this.quickAnswers < this.width) return;
		this.width = Math.min(this.max, this.width + 1);
		this.quickAnswers = 0;
	}

	/** Waits, but not longer than until the run has ended. */
	private async wait(ms: number): Promise<void> {
		this.listen();
		await new Promise<void>((resolve) => {
			const finish = () => {
				this.waits.delete(finish);
				resolve();
			};
			this.waits.add(finish);
			if (this.ended) finish();
			void sleep(ms).then(finish);
		});
		this.unlisten();
	}

	private listen(): void {
		this.cancelled?.addEventListener('abort', this.cancel);
	}

	/** A run that has come to rest leaves nothing behind at the signal of the execution. */
	private unlisten(): void {
		const { open, repeats, turns, waits } = this;
		if (open + repeats.length + turns.size + waits.size > 0) return;
		this.cancelled?.removeEventListener('abort', this.cancel);
	}

	private readonly cancel = (): void => this.end('The execution was cancelled');
}
