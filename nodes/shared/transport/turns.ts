/** What comes of a request that has to be sent again later. */
export class Again {
	/**
	 * @param afterMs milliseconds to wait before; nothing else of the run is sent meanwhile, unless one
	 *   of the next two says otherwise
	 * @param limit that a rate limit has refused it, and the wait that the service asks for. Others
	 *   may be sent as soon as the rate limit lets them.
	 * @param alone whether all others may be sent, for it is the only one that fails
	 */
	constructor(
		readonly afterMs: number,
		readonly limit?: { statedMs?: number },
		readonly alone = false,
	) {}
}

interface Repeat<T> {
	item: number;
	due: number;
	/** How long it waits between two attempts, in milliseconds. */
	afterMs: number;
	waiter: T;
}

/** Who waits for a place, and who is next: repeats first, then one request of each item in turn. */
export class Turns<T> {
	private readonly repeats = new Set<Repeat<T>>();
	private readonly items = new Map<number, T[]>();
	private inOrder = this.items.entries();

	/** How many items wait, and how many requests that have to be sent again. */
	get waiting(): number {
		return this.repeats.size + this.items.size;
	}

	/** From when on there is a next one: Infinity if nobody waits. */
	get readyAt(): number {
		return this.items.size > 0 ? 0 : Math.min(...[...this.repeats].map(({ due }) => due));
	}

	/** A first attempt of a request of this item. */
	queue(item: number, waiter: T): void {
		const waiters = this.items.get(item);
		if (waiters) waiters.push(waiter);
		else this.items.set(item, [waiter]);
	}

	/** Another attempt, so long after `now`. */
	repeat(item: number, now: number, afterMs: number, waiter: T): void {
		this.repeats.add({ item, due: now + afterMs, afterMs, waiter });
	}

	/**
	 * Takes the next one out. Of the repeats, the one that has been refused most often: so one request
	 * finds out for all of them whether waiting helps.
	 *
	 * @param fresh whether to take one that has not been refused, if there is one
	 */
	next(now: number, fresh = false): T | undefined {
		const ready = [...this.repeats].filter(({ due }) => due <= now);
		if (ready.length === 0 || (fresh && this.items.size > 0)) return this.nextItem();
		const next = ready.reduce((one, other) => (other.afterMs >= one.afterMs ? other : one));
		this.repeats.delete(next);
		return next.waiter;
	}

	/** Takes out all that wait of an item. */
	withdraw(item: number): T[] {
		const waiters = this.items.get(item) ?? [];
		this.items.delete(item);
		for (const repeat of this.repeats) {
			if (repeat.item === item && this.repeats.delete(repeat)) waiters.push(repeat.waiter);
		}
		return waiters;
	}

	/** Takes all out. */
	clear(): T[] {
		const items = [...this.items.keys(), ...[...this.repeats].map(({ item }) => item)];
		return items.flatMap((item) => this.withdraw(item));
	}

	/**
	 * One request of each item in turn. The iterator is kept, for a new one would step over all the
	 * items that have had their turn.
	 */
	private nextItem(): T | undefined {
		if (this.items.size === 0) return undefined;
		const next = this.inOrder.next();
		if (next.done) {
			this.inOrder = this.items.entries();
			return this.nextItem();
		}
		const [item, [first, ...others]] = next.value;
		this.items.delete(item);
		if (others.length > 0) this.items.set(item, others);
		return first;
	}
}
