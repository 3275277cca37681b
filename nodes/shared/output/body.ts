import type { IDataObject } from 'n8n-workflow';

import type { PathValues } from '../transport/request';
import { Failure } from '../failure/failure';
import { isBlank, isObject } from '../input/values';

/**
 * Removes the wrappers around the record or the list in a body.
 *
 * The contract (section 4) wraps them in `payload`. Other servers use `payload: [record]`, `data`, or no
 * wrapper at all.
 *
 * @returns the record or the list of records
 */
export function unwrap(body: unknown, depth = 0): unknown {
	if (!isObject(body) || !isBlank(body.id) || depth === MAX_WRAPPERS) return body;
	const inner = body.payload ?? body.data;
	return inner === undefined || inner === null ? body : unwrap(inner, depth + 1);
}

/** Maximum depth of nested wrappers: more than any known server uses. */
const MAX_WRAPPERS = 5;

/** The metadata of a list, from `meta` and from the fields beside its records; empty if there is none. */
export function metaOf(body: unknown, depth = 0): IDataObject {
	if (!isObject(body) || !isBlank(body.id) || depth === MAX_WRAPPERS) return {};
	const { meta, payload, data, ...around } = body;
	return { ...around, ...metaOf(payload ?? data, depth + 1), ...(isObject(meta) ? meta : {}) };
}

/** The count in the metadata of a list (contract, 2.3). Some servers use other names. */
export function countIn({ total, total_count, count }: IDataObject): IDataObject[string] {
	return total ?? total_count ?? count;
}

/** Whether a list has more records, if it says so. Servers write yes in many ways, but no in few. */
export function moreIn({ has_more }: IDataObject): boolean | undefined {
	return isBlank(has_more) ? undefined : !/^(?:false|0|no)/i.test(String(has_more));
}

/**
 * The single record in a body. Of several, it is the one with the ID of the fallback, or else the first.
 *
 * @param fallback fields of the output item if the body has no record, or a record without an ID
 */
export function record(body: unknown, fallback: IDataObject): IDataObject {
	const records = recordsIn(unwrap(body));
	const withId = records.find(({ id }) => id !== undefined && String(id) === String(fallback.id));
	const found = withId ?? records[0];
	return isBlank(found?.id) ? { ...fallback, ...found } : found;
}

function recordsIn(value: unknown): IDataObject[] {
	return [value].flat().filter(isObject);
}

/**
 * The output item of a delete. The contract (4.9 and 4.10) documents no body, but some servers send a record.
 *
 * @returns `{"deleted": true, "id": 7}`, and the fields of the response
 */
export function deleted(body: unknown, { path }: { path?: PathValues }): IDataObject[] {
	const fields = unwrap(body);
	return [{ ...(isObject(fields) ? fields : {}), deleted: true, id: path?.id }];
}

/** n8n fails with an unrelated error if one input item leads to more output items. */
export const MAX_RECORDS = 100_000;
export const TOO_LONG = 'The list has more than 100,000 records';

/**
 * The records of a body that lists them.
 *
 * @throws Failure if it contains no list of objects, which must not pass as an empty one, or more than n8n
 *   takes
 */
export function recordList(body: unknown): IDataObject[] {
	const list = unwrap(body);
	const entries: unknown[] | undefined = Array.isArray(list)
		? list.filter((entry) => !isBlank(entry))
		: undefined;
	if (!entries?.every(isObject)) {
		const said = entries?.find((entry) => typeof entry === 'string');
		throw new Failure(
			`The response contains no list${said === undefined ? '' : `: ${said}`}`,
			"Check 'Base URL' in the credential. If it is right, this service does not follow the documented API.",
			{ help: 'no-list-in-the-response' },
		);
	}
	if (entries.length > MAX_RECORDS) {
		throw new Failure(
			TOO_LONG,
			'n8n takes no more from one input item. Ask for less, for example for a shorter period. None are returned.',
			{ help: 'list-too-long' },
		);
	}
	return entries;
}

/** Some fields of a record, in the given order. Fields that it doesn't have are left out. */
export function pick(record: IDataObject, fields: string[]): IDataObject {
	const simple: IDataObject = {};
	for (const field of fields) {
		if (record[field] !== undefined) simple[field] = record[field];
	}
	return simple;
}
