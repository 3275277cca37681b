import type { GiveUpReason } from './circuitBreaker';

/**
 * The priority of a waiting request:
 *
 *     exclusive   all others wait until it is sent
 *     retry       as soon as it is due, before the normal ones
 *     normal      behind all that wait: first attempts, and retries after a 429
 */
export type Priority = 'exclusive' | 'retry' | 'normal';

/** A waiting request. */
export interface Waiter {
	/** When it may be sent at the earliest. */
	dueAt: number;
	/** Called when the request may be sent, or with a reason if the run has given up on the service. */
	resolve: (gaveUp?: GiveUpReason) => void;
	reject: (reason: Error) => void;
	isRemoved?: boolean;
}

/** The order of the waiting requests. Removing one, and adding one that is due last, moves no others. */
export class Queue {
	private readonly lanes = { exclusive: new Lane(), retry: new Lane(), normal: new Lane() };
	size = 0;

	/** When the next waiter is ready; Infinity if the queue is empty. */
	get readyAt(): number {
		const { exclusive, retry, normal } = this.lanes;
		const tops = exclusive.top ? [exclusive.top] : [retry.top, normal.top];
		return Math.min(...tops.map((top) => top?.dueAt ?? Infinity));
	}

	add(priority: Priority, waiter: Waiter): void {
		this.lanes[priority].add(waiter);
		this.size++;
	}

	/** Removes and returns the next waiter; undefined if none is ready. */
	next(now: number): Waiter | undefined {
		const { exclusive, retry, normal } = this.lanes;
		const isDue = retry.top && retry.top.dueAt <= now;
		const next = exclusive.top ?? (isDue ? retry.top : normal.top);
		if (!next || next.dueAt > now) return undefined;
		this.remove(next);
		return next;
	}

	/** @returns whether it was still waiting */
	remove(waiter: Waiter): boolean {
		if (waiter.isRemoved) return false;
		this.size--;
		return (waiter.isRemoved = true);
	}

	/** Removes and returns all waiters. */
	clear(): Waiter[] {
		const waiters = Object.values(this.lanes).flatMap((lane) => lane.clear());
		return waiters.filter((waiter) => this.remove(waiter));
	}
}

/** Waiters of one priority, sorted by when they are due, and then by when they came. */
class Lane {
	private readonly waiters: Waiter[] = [];
	/** How many at the start are removed, and skipped. */
	private skipped = 0;

	/** The first waiter that is not removed. */
	get top(): Waiter | undefined {
		while (this.waiters[this.skipped]?.isRemoved) this.skipped++;
		// Many are dropped at a time, because that moves all others.
		if (2 * this.skipped > this.waiters.length) {
			this.waiters.splice(0, this.skipped);
			this.skipped = 0;
		}
		return this.waiters[this.skipped];
	}

	clear(): Waiter[] {
		this.skipped = 0;
		return this.waiters.splice(0);
	}

	add(waiter: Waiter): void {
		const { waiters } = this;
		let index = waiters.length;
		// Hardly any waiter is due later than the new one.
		for (; index > this.skipped && waiters[index - 1].dueAt > waiter.dueAt; index--)
			waiters[index] = waiters[index - 1];
		waiters[index] = waiter;
	}
}
