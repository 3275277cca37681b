import type { INodeExecutionData } from 'n8n-workflow';

import type { Failure } from '../response/failure';
import type { Outcome } from '../http/outcome';
import type { LookUp } from '../operation';
import { isBlank } from '../values';

/** What is known of an item. A later try of the node knows it too. */
export interface ItemState {
	/** The service and account that its requests go to: the credential can differ between items. */
	account?: string;
	/** What it has returned, once it has succeeded. */
	output?: INodeExecutionData[];
	/**
	 * Set if a request may have been carried out, but no response confirms it. It stays until the item succeeds, so that a
	 * later try of the node looks for the record before it sends anything.
	 */
	lastUnclear?: {
		/** The failure that the user sees unless a look-up finds out more. */
		failure: Failure;
		/** When its first unclear attempt was sent, on the monotonic clock. */
		unclearSince: number;
		/** The outcome of its last unclear attempt. */
		outcome: Outcome;
		/** How its record is looked up, if it can be. */
		lookUp?: LookUp;
		/** Whether a look-up has shown that it was not carried out, so that no message says it may have been. */
		isRuledOut: boolean;
	};
}

/** What is known of the items of a run, by their indexes. */
export class ItemStates {
	private readonly states = new Map<number, ItemState>();
	/** An index of the records that write operations have returned, by account and ID. */
	private readonly returned = new Set<string>();

	of(item: number): ItemState {
		const known = this.states.get(item) ?? {};
		this.states.set(item, known);
		return known;
	}

	/** An item has succeeded. A record that it returns may have no ID. */
	succeed(item: number, output: INodeExecutionData[], isWrite: boolean): void {
		const state = this.of(item);
		state.output = output;
		state.lastUnclear = undefined;
		if (!isWrite) return;
		for (const { json } of output)
			if (!isBlank(json.id)) this.returned.add(keyOf(state.account, json.id));
	}

	/** Whether the request of an item may have been carried out. */
	isUnclear(item: number): boolean {
		return this.states.get(item)?.lastUnclear?.isRuledOut === false;
	}

	/** Whether a write operation has returned the record with an ID. */
	hasReturned(account: string | undefined, id: unknown): boolean {
		return this.returned.has(keyOf(account, id));
	}

	/** What the items that have succeeded have returned. */
	get outputs(): ReadonlyMap<number, INodeExecutionData[]> {
		const outputs = new Map<number, INodeExecutionData[]>();
		for (const [item, { output }] of this.states) if (output) outputs.set(item, output);
		return outputs;
	}

	get unclearItems(): number[] {
		return [...this.states.keys()].filter((item) => this.isUnclear(item));
	}
}

function keyOf(account: string | undefined, id: unknown): string {
	return `${account ?? ''} ${String(id)}`;
}
