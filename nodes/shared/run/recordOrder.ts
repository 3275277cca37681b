/**
 * Runs requests to the same record one after the other, in the order of their items. An item waits until
 * every earlier item that shares one of its keys has ended, successfully or not. Items without a common
 * key don't wait for each other.
 *
 * This is a keyed mutex with first-in, first-out queues. It cannot deadlock, because items only wait for
 * earlier items.
 */
export class RecordOrder {
	/** For each key, resolves when the last item that has this key has ended. */
	private readonly lastEnded = new Map<string, Promise<void>>();

	/**
	 * Joins the queue of each key. Must be called in the order of the items.
	 *
	 * @param keys of the records, such as `email:ann@example.com`
	 */
	join(keys: string[]): { turn: Promise<unknown>; end: () => void } {
		let end = (): void => undefined;
		const ended = new Promise<void>((resolve) => (end = resolve));
		const turn = Promise.all(keys.map((key) => this.lastEnded.get(key)));
		for (const key of keys) this.lastEnded.set(key, ended);
		return { turn, end };
	}
}
