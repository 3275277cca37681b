interface Entry<T> {
	item: number;
	/** When a retry may be sent; -Infinity for a request that only waits for its turn. */
	dueAt: number;
	entry: T;
}

/** The order of the waiting requests: retries that are due, the earliest first; then the others as they came. */
export class Queue<T> {
	/** By their times. */
	private retries: Array<Entry<T>> = [];
	private waiting: Array<Entry<T>> = [];

	get size(): number {
		return this.retries.length + this.waiting.length;
	}

	/** When the next entry is ready; Infinity if the queue is empty. */
	get readyAt(): number {
		return (this.waiting[0] ?? this.retries[0])?.dueAt ?? Infinity;
	}

	/** Adds a request at the end: its first attempt, or one after nothing but 429s. */
	add(item: number, entry: T): void {
		this.waiting.push({ item, dueAt: -Infinity, entry });
	}

	/** Adds any other retry, or a look-up. */
	addRetry(item: number, dueAt: number, entry: T): void {
		const later = this.retries.findIndex((retry) => retry.dueAt > dueAt);
		this.retries.splice(later < 0 ? this.retries.length : later, 0, { item, dueAt, entry });
	}

	/** Removes and returns the next entry; undefined if none is ready. */
	next(now: number): T | undefined {
		const isDue = this.retries[0]?.dueAt <= now;
		return (isDue ? this.retries : this.waiting).shift()?.entry;
	}

	/** Removes and returns all entries, or those of an item. */
	clear(item?: number): T[] {
		const isRemoved = (each: Entry<T>) => item === undefined || each.item === item;
		const removed = [...this.waiting, ...this.retries].filter(isRemoved);
		this.waiting = this.waiting.filter((each) => !isRemoved(each));
		this.retries = this.retries.filter((each) => !isRemoved(each));
		return removed.map(({ entry }) => entry);
	}
}
