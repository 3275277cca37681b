import type { INodeExecutionData } from 'n8n-workflow';

import type { Failure } from '../failure/failure';
import type { Outcome } from '../http/outcome';
import { isBlank } from '../input/values';

/** What is known of an item, also by a later try of the node. */
export interface ItemState {
	/** The service and account that its requests go to: the credential can differ between items. */
	account?: string;
	/** What it has returned, once it has succeeded. */
	output?: INodeExecutionData[];
	/**
	 * Why a request may have been carried out although no response confirms it. Once an item has a doubt, it keeps it until
	 * it succeeds, so that a later try of the node looks for the record before it sends anything.
	 */
	doubt?: {
		/** The failure that the user sees unless a look-up finds out more. */
		failure: Failure;
		/** When its first unclear attempt was sent, on the monotonic clock. */
		sentAt: number;
		/** What its last response without a confirmation means. */
		outcome: Outcome;
		/** Whether the text says so. A look-up can show that it was not carried out. */
		isOpen: boolean;
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
		state.doubt = undefined;
		if (!isWrite) return;
		for (const { json } of output)
			if (!isBlank(json.id)) this.returned.add(keyOf(state.account, json.id));
	}

	/** Whether the request of an item may have been carried out. */
	isUnclear(item: number): boolean {
		return this.states.get(item)?.doubt?.isOpen ?? false;
	}

	/** Whether a write operation has returned the record with an ID. */
	hasReturned(account: string | undefined, id: unknown): boolean {
		return this.returned.has(keyOf(account, id));
	}

	get outputs(): ReadonlyMap<number, INodeExecutionData[]> {
		return this.having(({ output }) => output);
	}

	get doubts(): ReadonlyMap<number, unknown> {
		return this.having(({ doubt }) => (doubt?.isOpen ? doubt : undefined));
	}

	private having<T>(read: (state: ItemState) => T | undefined): ReadonlyMap<number, T> {
		const entries = [...this.states].map(([item, state]) => [item, read(state)] as const);
		return new Map(entries.filter((entry): entry is [number, T] => entry[1] !== undefined));
	}
}

function keyOf(account: string | undefined, id: unknown): string {
	return `${account ?? ''} ${String(id)}`;
}
