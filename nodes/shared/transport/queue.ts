interface Retry<T> {
	item: number;
	dueAt: number;
	entry: T;
}

/**
 * The order of the waiting requests: retries that are due, the earliest first; then one request of each
 * item in turn (round-robin), so that an item with many pages does not hold up the others.
 */
export class Queue<T> {
	private retries: Array<Retry<T>> = [];
	private readonly waiting = new Map<number, T[]>();
	/** Kept between calls, because a new iterator would have to skip all entries deleted before it. */
	private cursor = this.waiting.entries();

	/** The number of retries plus the number of items with requests at the end of the queue. */
	get size(): number {
		return this.retries.length + this.waiting.size;
	}

	/** When the next entry is ready; Infinity if the queue is empty. */
	get readyAt(): number {
		return this.waiting.size > 0 ? -Infinity : (this.retries[0]?.dueAt ?? Infinity);
	}

	/** Adds a request at the end: its first attempt, or a retry after a 429. */
	add(item: number, entry: T): void {
		const entries = this.waiting.get(item);
		if (entries) entries.push(entry);
		else this.waiting.set(item, [entry]);
	}

	/** Adds a retry. */
	addRetry(item: number, dueAt: number, entry: T): void {
		const later = this.retries.findIndex((retry) => retry.dueAt > dueAt);
		this.retries.splice(later < 0 ? this.retries.length : later, 0, { item, dueAt, entry });
	}

	/** Removes and returns the next entry; undefined if none is ready. */
	next(now: number): T | undefined {
		if (this.retries[0]?.dueAt <= now) return this.retries.shift()?.entry;
		if (this.waiting.size === 0) return undefined;
		const turn = this.cursor.next();
		if (turn.done) {
			this.cursor = this.waiting.entries();
			return this.next(now);
		}
		const [item, [first, ...others]] = turn.value;
		this.waiting.delete(item);
		if (others.length > 0) this.waiting.set(item, others);
		return first;
	}

	/** Removes and returns all entries of an item. */
	remove(item: number): T[] {
		const entries = this.waiting.get(item) ?? [];
		this.waiting.delete(item);
		const retries = this.retries.filter((retry) => retry.item === item);
		this.retries = this.retries.filter((retry) => retry.item !== item);
		return [...entries, ...retries.map(({ entry }) => entry)];
	}

	/** Removes and returns all entries. */
	clear(): T[] {
		const entries = [...this.waiting.values()].flat();
		const retries = this.retries.map(({ entry }) => entry);
		this.waiting.clear();
		this.retries = [];
		return [...entries, ...retries];
	}
}
