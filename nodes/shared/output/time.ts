import type { IDataObject } from 'n8n-workflow';

/**
 * A timestamp of the service. The contract (2.1) does not show its unit: servers of the family send
 * seconds, others milliseconds.
 *
 * @returns undefined for anything but such a number
 */
export function timeOf(timestamp: unknown): Date | undefined {
	if (typeof timestamp !== 'number') return undefined;
	const time = new Date(Math.abs(timestamp) < 1e11 ? timestamp * 1000 : timestamp);
	return Number.isNaN(time.getTime()) ? undefined : time;
}

/** A record with some of its timestamps as ISO 8601. */
export function withIsoTimes(record: IDataObject, fields: string[]): IDataObject {
	const times = fields.map((field) => [field, timeOf(record[field])?.toISOString()]);
	return { ...record, ...Object.fromEntries(times.filter(([, time]) => time !== undefined)) };
}
