import type { INodeExecutionData } from 'n8n-workflow';

import type { Operation, RequestParts } from '../operation';

/** Resolves to the address of a request: with expressions in the credential, it differs between items. */
export type Address = () => Promise<string>;

/** The deletes of a run, to find those of the same record. */
export class Deletes {
	/** By path, in the order in which they were added. Paths are known without reading a credential. */
	private readonly byPath = new Map<string, Array<{ item: number; address: Address }>>();

	/** Adds the delete of an item. */
	add(path: string, item: number, address: Address): void {
		const before = this.byPath.get(path) ?? [];
		this.byPath.set(path, [...before.filter((each) => each.item !== item), { item, address }]);
	}

	/** The first item that was added with the same address, before this item. */
	async earlier(path: string, item: number, address: Address): Promise<number | undefined> {
		for (const each of this.byPath.get(path) ?? []) {
			if (each.item === item) return undefined;
			if ((await each.address()) === (await address())) return each.item;
		}
		return undefined;
	}
}

/**
 * The output of a delete whose record an earlier item of the run has deleted. It is not sent: the service
 * would say that there is no such record.
 */
export function deletedBefore(
	operation: Operation,
	request: RequestParts,
	item: number,
	earlier: number,
): INodeExecutionData[] {
	const note = `Item ${earlier} has deleted this ${recordOf(operation)} already, so nothing was sent for this item.`;
	return operation
		.records('', request)
		.map((json) => ({ json: { ...json, note }, pairedItem: { item } }));
}

/** What the preview of a delete says if an earlier item of the run deletes the same record. */
export function previewNote(operation: Operation, earlier: number): string {
	return `Item ${earlier} deletes this ${recordOf(operation)} already. To send one request for all items, turn on 'Execute Once' in 'Settings'.`;
}

function recordOf({ effect }: Operation): string {
	return effect?.record ?? 'record';
}
