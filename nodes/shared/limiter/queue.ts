/**
 * Where a request waits for its turn:
 *
 *     alone   before all others, which wait until it is sent
 *     first   before those that aren't retries, as soon as it is due
 *     last    behind all that wait
 */
export type Place = 'alone' | 'first' | 'last';

/** One that waits. */
interface Entry<T> {
	/** -Infinity for one that only waits for its turn. */
	dueAt: number;
	/** Of those that are due at the same time, the lowest comes first. */
	number: number;
	waiter: T;
	isRemoved: boolean;
}

/**
 * The order of the waiting requests. However many wait, adding and removing one takes hardly longer: none of it looks
 * at all others.
 */
export class Queue<T> {
	private readonly heaps = { alone: new Heap<T>(), first: new Heap<T>(), last: new Heap<T>() };
	private added = 0;
	size = 0;

	/** When the next entry is ready; Infinity if the queue is empty. */
	get readyAt(): number {
		const { alone, first, last } = this.heaps;
		return (alone.top ?? last.top ?? first.top)?.dueAt ?? Infinity;
	}

	add(place: Place, dueAt: number, waiter: T): Entry<T> {
		const at = place === 'last' ? -Infinity : dueAt;
		const entry = { dueAt: at, number: this.added++, waiter, isRemoved: false };
		this.heaps[place].add(entry);
		this.size++;
		return entry;
	}

	/** Removes and returns the next entry; undefined if none is ready. */
	next(now: number): T | undefined {
		const { alone, first, last } = this.heaps;
		const isDue = first.top && first.top.dueAt <= now;
		const next = alone.top ?? (isDue ? first.top : last.top);
		if (!next || next.dueAt > now) return undefined;
		this.remove(next);
		return next.waiter;
	}

	/** Returns whether the entry was still waiting. */
	remove(entry: Entry<T>): boolean {
		if (entry.isRemoved) return false;
		this.size--;
		return (entry.isRemoved = true);
	}

	/** Removes and returns all entries. */
	clear(): T[] {
		const entries = Object.values(this.heaps).flatMap((heap) => heap.clear());
		return entries.filter((entry) => this.remove(entry)).map(({ waiter }) => waiter);
	}
}

/** Entries by their times and numbers, as a binary heap: none comes before its parent, at half its index. */
class Heap<T> {
	private readonly entries: Array<Entry<T>> = [];

	/** The first entry that is not removed. Those that are leave the heap when they come first. */
	get top(): Entry<T> | undefined {
		while (this.entries[0]?.isRemoved) this.removeTop();
		return this.entries[0];
	}

	clear(): Array<Entry<T>> {
		return this.entries.splice(0);
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

	private removeTop(): void {
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
	return one.dueAt === other.dueAt ? one.number < other.number : one.dueAt < other.dueAt;
}
