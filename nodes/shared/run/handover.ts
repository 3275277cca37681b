import { sleep } from 'n8n-workflow';

/** The pauses that n8n's Batching makes: after each so many items, so long. */
export interface Batching {
	size: number;
	pauseMs: number;
}

/**
 * Follows the engine while it hands over the items of a run, one after the other without waiting,
 * but for the pauses of Batching.
 *
 * It may break off: an expression that the engine itself evaluates fails for a later item. Nobody
 * waits for the items before it then, and nothing of them may be sent. With Continue, engines from
 * n8n 2.40 on pass such an item over.
 */
export class Handover {
	/** Set when the engine has broken off. */
	brokenOff = false;
	/** Resolves when nothing more is handed over. Before that the engine does not look at results. */
	readonly over: Promise<void>;
	private last = -1;
	private batch: Promise<void> | undefined;
	private finish = () => {};

	/**
	 * @param total how many items the engine hands over
	 * @param breaksOff whether it hands over nothing more, now that it has left out an item
	 * @param onBreak called when it has broken off
	 */
	constructor(
		readonly total: number,
		private readonly breaksOff: () => boolean,
		private readonly batching: Batching | undefined,
		private readonly onBreak: () => void,
	) {
		this.over = new Promise((resolve) => (this.finish = resolve));
	}

	/** Whether an item belongs to this run: a lower one is the first of another. */
	precedes(item: number): boolean {
		return !this.brokenOff && this.last < item;
	}

	/** Takes note of the next item. */
	join(item: number): void {
		this.last = item;
		this.batch ??= this.followBatch();
	}

	/** Resolves when all items that are handed over along with the last one have joined. */
	async allRead(): Promise<void> {
		await this.batch;
	}

	private async followBatch(): Promise<void> {
		// The engine goes through a batch without a pause: when a timer is due, it is through.
		await sleep(0);
		this.batch = undefined;
		const next = this.last + 1;
		if (next === this.total) return this.finish();
		if (!this.batching || next % this.batching.size !== 0) return this.leftOut();
		void this.awaitNextBatch(next, this.batching.pauseMs);
	}

	/** The engine's own timer was set before this one, so it fires first. */
	private async awaitNextBatch(next: number, pauseMs: number): Promise<void> {
		await sleep(pauseMs + 1);
		if (this.last < next) this.leftOut();
	}

	/** An item should have joined, and has not. */
	private leftOut(): void {
		if (!this.breaksOff()) return;
		this.brokenOff = true;
		this.onBreak();
		this.finish();
	}
}
