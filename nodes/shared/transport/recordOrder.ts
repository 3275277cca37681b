/** Ends the turn of an item at its records. */
export type EndTurn = () => void;

/**
 * Lets requests to the same record leave one after the other, in the order of their items. A request waits
 * until every earlier item that shares one of its keys has ended, whatever came of it; all others go on.
 *
 * This is a keyed mutex with first-in, first-out queues. It cannot deadlock, for items only ever wait
 * for earlier ones.
 */
export class RecordOrder {
	/** By key, when the last item that has it has ended. */
	private readonly lastEnded = new Map<string, Promise<void>>();

	/**
	 * Takes a place in the queue of each key; to be called in the order of the items.
	 *
	 * @param keys of the records, such as `email:ann@example.com`
	 */
	join(keys: string[]): { turn: Promise<unknown>; end: EndTurn } {
		let end: EndTurn = () => undefined;
		const ended = new Promise<void>((resolve) => (end = resolve));
		const turn = Promise.all(keys.map((key) => this.lastEnded.get(key)));
		for (const key of keys) this.lastEnded.set(key, ended);
		return { turn, end };
	}
}
