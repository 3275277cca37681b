import type { INodeExecutionData } from 'n8n-workflow';

import { isBlank } from '../input/values';

/** What the items of a run have returned. */
export class Results {
	/** The output of each item that has succeeded, by the index of the item. */
	readonly outputs = new Map<number, INodeExecutionData[]>();
	/** An index of the records that were written: their IDs, by the address of the request. */
	private readonly written = new Map<string, Set<unknown>>();

	/** Adds an item that has succeeded. */
	add(item: number, items: INodeExecutionData[]): void {
		this.outputs.set(item, items);
	}

	/** Adds the records that a write operation has returned to the index. A response may have no ID. */
	addWritten(address: string, items: INodeExecutionData[]): void {
		const ids = this.written.get(address) ?? new Set();
		for (const { json } of items) if (!isBlank(json.id)) ids.add(json.id);
		this.written.set(address, ids);
	}

	/** Whether a write operation at an address has returned the record with an ID. */
	hasReturned(address: string, id: unknown): boolean {
		return this.written.get(address)?.has(id) ?? false;
	}
}

/**
 * The address of a request, with which results of different accounts are told apart.
 *
 * @param account the service and account that it was sent to
 * @param url its path, in which `{account_id}` may stand for the credential's account
 */
export function addressOf(account: string | undefined, url: string): string {
	return `${account ?? ''} ${url}`;
}
