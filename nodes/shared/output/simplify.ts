import type { IDataObject } from 'n8n-workflow';

/** Some fields of a record, in the order given; fields that it does not have stay absent. */
export function pick(record: IDataObject, fields: string[]): IDataObject {
	const simple: IDataObject = {};
	for (const field of fields) {
		if (record[field] !== undefined) simple[field] = record[field];
	}
	return simple;
}

/**
 * A timestamp of the service for people: Unix seconds as ISO 8601 in UTC. Contract 2.1 does not
 * show the unit; the family's servers send seconds.
 *
 * @returns undefined for what is not a number of seconds
 */
export function isoFromSeconds(seconds: unknown): string | undefined {
	if (typeof seconds !== 'number' || !(Math.abs(seconds) < 1e11)) return undefined;
	return new Date(seconds * 1000).toISOString();
}
