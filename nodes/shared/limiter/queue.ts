interface Entry<T> {
	item: number;
	/** When a retry may be sent; -Infinity for a request that only waits for its turn. */
	dueAt: number;
	/** Of those that are due at the same time, the lowest comes first. */
	place: number;
	waiter: T;
	isRemoved: boolean;
}

/**
 * The order of the waiting requests: retries that are due, the earliest first; then the others as they came.
 *
 * However many wait, adding and removing one takes hardly longer: none of it looks at all others.
 */
export class Queue<T> {
	private readonly retries = new Heap<T>();
	private readonly waiting = new Heap<T>();
	/** The entries of each item. */
	private readonly ofItems = new Map<number, Set<Entry<T>>>();
	private added = 0;
	size = 0;

	/** When the next entry is ready; Infinity if the queue is empty. */
	get readyAt(): number {
		return (this.waiting.first ?? this.retries.first)?.dueAt ?? Infinity;
	}

	/** Adds a request at the end: its first attempt, or one after nothing but 429s. */
	add(item: number, waiter: T): void {
		this.waiting.add(this.enter(item, -Infinity, waiter));
	}

	/** Adds any other retry, or a look-up. */
	addRetry(item: number, dueAt: number, waiter: T): void {
		this.retries.add(this.enter(item, dueAt, waiter));
	}

	/** Removes and returns the next entry; undefined if none is ready. */
	next(now: number): T | undefined {
		const { first } = this.retries;
		const next = first && first.dueAt <= now ? first : this.waiting.first;
		return next && this.remove(next);
	}

	/** Removes and returns all entries of an item. */
	clearItem(item: number): T[] {
		return [...(this.ofItems.get(item) ?? [])].map((entry) => this.remove(entry));
	}

	/** Removes and returns all entries. */
	clear(): T[] {
		return [...this.ofItems.keys()].flatMap((item) => this.clearItem(item));
	}

	private enter(item: number, dueAt: number, waiter: T): Entry<T> {
		const entry = { item, dueAt, place: this.added++, waiter, isRemoved: false };
		const ofItem = this.ofItems.get(item) ?? new Set();
		this.ofItems.set(item, ofItem.add(entry));
		this.size++;
		return entry;
	}

	private remove(entry: Entry<T>): T {
		const ofItem = this.ofItems.get(entry.item);
		ofItem?.delete(entry);
		if (ofItem?.size === 0) this.ofItems.delete(entry.item);
		entry.isRemoved = true;
		this.size--;
		return entry.waiter;
	}
}

/** Entries by their times and places, as a binary heap: none comes before its parent, at half its index. */
class Heap<T> {
	private readonly entries: Array<Entry<T>> = [];

	/** The first entry that is not removed. Those that are leave the heap when they come first. */
	get first(): Entry<T> | undefined {
		while (this.entries[0]?.isRemoved) this.removeFirst();
		return this.entries[0];
	}

	add(entry: Entry<T>): void {
		const { entries } = this;
		let index = entries.length;
		while (index > 0) {
			const parent = (index - 1) >> 1;
			if (!isBefore(entry, entries[parent])) break;
			entries[index] = entries[parent];
			index = parent;
		}
		entries[index] = entry;
	}

	private removeFirst(): void {
		const { entries } = this;
		const last = entries.pop() as Entry<T>;
		if (entries.length === 0) return;
		let index = 0;
		for (;;) {
			let child = 2 * index + 1;
			if (child + 1 < entries.length && isBefore(entries[child + 1], entries[child])) child++;
			if (child >= entries.length || isBefore(last, entries[child])) break;
			entries[index] = entries[child];
			index = child;
		}
		entries[index] = last;
	}
}

function isBefore<T>(one: Entry<T>, other: Entry<T>): boolean {
	return one.dueAt === other.dueAt ? one.place < other.place : one.dueAt < other.dueAt;
}
