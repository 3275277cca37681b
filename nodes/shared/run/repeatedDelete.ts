import type { INodeExecutionData } from 'n8n-workflow';

import type { AddressedRequest, Operation } from '../operation';
import type { Run } from './run';

/**
 * The output of a delete whose record an earlier item of the run has deleted, in the same account. It is not
 * sent: the service would say that there is no such record.
 *
 * @returns undefined if no item has deleted it
 */
export function deletedBefore(
	operation: Operation,
	request: AddressedRequest,
	run: Pick<Run, 'deletedBy'>,
	item: number,
): INodeExecutionData[] | undefined {
	const earlier = operation.deletes && run.deletedBy.get(request.url);
	if (!operation.deletes || earlier === undefined) return undefined;
	const { record } = operation.effect;
	const note = `Item ${earlier} has deleted this ${record} already, so nothing was sent for this item.`;
	return operation
		.records('', request)
		.map((json) => ({ json: { ...json, note }, pairedItem: { item } }));
}

/** What the preview of a delete says if an earlier item of the run deletes the same record. */
export function previewNote(
	operation: Operation,
	{ url }: AddressedRequest,
	{ previewedBy }: Pick<Run, 'previewedBy'>,
	item: number,
): string | undefined {
	if (!operation.deletes) return undefined;
	const first = previewedBy.get(url);
	if (first === undefined) {
		previewedBy.set(url, item);
		return undefined;
	}
	const { record } = operation.effect;
	return `Item ${first} deletes this ${record} already. To send one request for all items, turn on 'Execute Once' in 'Settings'.`;
}
