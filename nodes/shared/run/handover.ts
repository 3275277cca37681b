import { sleep } from 'n8n-workflow';

import { Failure } from '../response/failure';

/** The failure of an item that arrives although the engine seemed to have stopped early. */
export class LateItem extends Failure {
	constructor() {
		super(
			'n8n handed over this item later than expected',
			'n8n passed this item after the node had finished. Nothing was sent for this item, so run it again. Please report this with your n8n version.',
			{ topic: 'Item handed over late' },
		);
	}
}

/**
 * Watches the engine hand over the items of a run. It does so one after the other without waiting, except
 * for the pauses of Batching.
 *
 *     a batch has joined    its requests may be sent; without Batching, all items are one batch
 *     an item is missing    the engine aborted: nothing may be sent
 *
 * The engine aborts if an expression that it evaluates itself fails for an item. It tells nobody, and
 * ignores the results of earlier items, so these must not be sent. With Continue, n8n 2.40 and newer skip
 * such an item and go on.
 */
export class Handover {
	/** Whether the engine has aborted. */
	isAborted = false;
	/** Resolves when the engine hands over no more items. Until then it does not look at results. */
	readonly over: Promise<void>;
	private last = -1;
	private batch: Promise<void> | undefined;
	private finish = () => {};

	/**
	 * @param total how many items the engine hands over
	 * @param abortsOnMissing whether a missing item means that the engine has aborted
	 * @param batching n8n's Batching: a pause after each batch
	 * @param onAbort called when the engine has aborted
	 */
	constructor(
		readonly total: number,
		private readonly abortsOnMissing: () => boolean,
		private readonly batching: { size: number; pauseMs: number } | undefined,
		private readonly onAbort: () => void,
	) {
		this.over = new Promise((resolve) => (this.finish = resolve));
	}

	/** Whether an item can belong to this run: a lower index starts a new run. */
	accepts(item: number): boolean {
		return this.last < item;
	}

	/** Registers the next item. */
	join(item: number): void {
		this.last = item;
		if (!this.isAborted) this.batch ??= this.followBatch();
	}

	/**
	 * Resolves when all items of the current batch have joined.
	 *
	 * @throws LateItem if the engine hands over an item although it seemed to have aborted
	 */
	async batchComplete(): Promise<void> {
		if (this.isAborted) throw new LateItem();
		await this.batch;
	}

	private async followBatch(): Promise<void> {
		// The engine hands over a batch without a pause, so it has finished when a timer fires.
		await sleep(0);
		this.batch = undefined;
		const next = this.last + 1;
		if (next === this.total) return this.finish();
		if (!this.batching || next % this.batching.size !== 0) return this.onMissingItem();
		void this.awaitNextBatch(next, this.batching.pauseMs);
	}

	/**
	 * Waits for the pause to end. The engine has set its timer earlier. However busy the processor is, Node.js
	 * fires timers of the same duration in the order in which they were set, but not those of different ones.
	 */
	private async awaitNextBatch(next: number, pauseMs: number): Promise<void> {
		await sleep(pauseMs);
		await sleep(0);
		if (this.last < next) this.onMissingItem();
	}

	private onMissingItem(): void {
		if (!this.abortsOnMissing()) return;
		this.isAborted = true;
		this.onAbort();
		this.finish();
	}
}
