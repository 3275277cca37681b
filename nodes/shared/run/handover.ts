import { sleep } from 'n8n-workflow';

import { Failure } from '../failure/failure';

/** n8n's Batching: a pause after so many items. */
export interface Batching {
	size: number;
	pauseMs: number;
}

/** An item that the engine handed over after it had been taken to hand over no more. */
export class LateItem extends Failure {
	constructor() {
		super(
			'n8n handed over this item later than expected',
			'The node took the items before it for the last ones and stopped. Run the items that were not sent again, and report this together with your n8n version.',
		);
	}
}

/**
 * Follows the engine while it hands over the items of a run: one after the other without waiting, apart
 * from the pauses of Batching.
 *
 * The engine may break off, because an expression that it evaluates itself fails for a later item. It does
 * not say so, and nobody waits for the items before that one, so none of them may be sent. An item that is
 * missing when the engine has gone through all others is how that shows. With Continue, n8n 2.40 and newer
 * pass such an item over instead.
 */
export class Handover {
	/** Whether the engine was found to have broken off. */
	isBrokenOff = false;
	/** Resolves when nothing more is handed over. Before that the engine does not look at results. */
	readonly over: Promise<void>;
	private last = -1;
	private batch: Promise<void> | undefined;
	private finish = () => {};

	/**
	 * @param total how many items the engine hands over
	 * @param breaksOff whether the engine hands over nothing more after it has left out an item
	 * @param onBreak called when the engine is found to have broken off
	 */
	constructor(
		readonly total: number,
		private readonly breaksOff: () => boolean,
		private readonly batching: Batching | undefined,
		private readonly onBreak: () => void,
	) {
		this.over = new Promise((resolve) => (this.finish = resolve));
	}

	/** Whether an item belongs to this run: a lower one is the first of another run. */
	precedes(item: number): boolean {
		return this.last < item;
	}

	/** Takes note of the next item. */
	join(item: number): void {
		this.last = item;
		if (!this.isBrokenOff) this.batch ??= this.followBatch();
	}

	/**
	 * Resolves when all items that are handed over along with this one have joined.
	 *
	 * @throws LateItem if this one came after the engine was found to have broken off: that was wrong
	 */
	async allJoined(): Promise<void> {
		if (this.isBrokenOff) throw new LateItem();
		await this.batch;
	}

	private async followBatch(): Promise<void> {
		// The engine goes through a batch without a pause, so it is through when a timer is due.
		await sleep(0);
		this.batch = undefined;
		const next = this.last + 1;
		if (next === this.total) return this.finish();
		if (!this.batching || next % this.batching.size !== 0) return this.onMissingItem();
		void this.awaitNextBatch(next, this.batching.pauseMs);
	}

	/** The engine's own timer was set before this one, so it fires first. */
	private async awaitNextBatch(next: number, pauseMs: number): Promise<void> {
		await sleep(pauseMs + 1);
		if (this.last < next) this.onMissingItem();
	}

	private onMissingItem(): void {
		if (!this.breaksOff()) return;
		this.isBrokenOff = true;
		this.onBreak();
		this.finish();
	}
}
