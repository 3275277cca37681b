import type { IDataObject } from 'n8n-workflow';

/**
 * The time of a timestamp. The contract (2.1) does not document its unit: some servers send seconds, others
 * milliseconds.
 *
 * @returns undefined if the value is not a valid timestamp
 */
export function timeOf(timestamp: unknown): Date | undefined {
	if (typeof timestamp !== 'number') return undefined;
	const time = new Date(Math.abs(timestamp) < 1e11 ? timestamp * 1000 : timestamp);
	return Number.isNaN(time.getTime()) ? undefined : time;
}

/** A copy of a record with some of its timestamps as ISO 8601. */
export function withIsoTimes(record: IDataObject, fields: string[]): IDataObject {
	const copy = { ...record };
	for (const field of fields) {
		const time = timeOf(record[field]);
		if (time) copy[field] = time.toISOString();
	}
	return copy;
}
