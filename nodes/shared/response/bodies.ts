import type { IDataObject } from 'n8n-workflow';

import { isBlank, isObject } from '../values';

/** Maximum depth of nested wrappers: more than any known server uses. */
const MAX_WRAPPERS = 5;

/**
 * The records in the body of a response, without the wrappers around them.
 *
 * The contract (section 4) wraps records in `payload`. Other servers use a list, `data`, the name of the
 * record, or no wrapper at all, and put some of them into each other. An object with an ID is a record,
 * unless its `payload` holds the record with the same ID: then it is a wrapper that repeats it (contract, 4.3).
 *
 * @param name of the record, such as `automation rule`
 */
function recordsIn(body: unknown, name = '', depth = 0): IDataObject[] {
	if (depth > MAX_WRAPPERS) return [];
	const within = (inner: unknown) => recordsIn(inner, name, depth + 1);
	if (Array.isArray(body)) return body.flatMap(within);
	if (!isObject(body)) return [];
	const records = within(body.payload);
	const isWrapper =
		!isRecord(body) || body.id === 0 || records.some(({ id }) => String(id) === String(body.id));
	if (records.length > 0 && isWrapper) return records;
	return isRecord(body) ? [body] : [body.data, body[name.replaceAll(' ', '_')]].flatMap(within);
}

/** The record of a request in the body of its response. Of several, it is the one with this ID, and not just the first. */
export function recordIn(body: unknown, name?: string, id?: unknown): IDataObject | undefined {
	const records = recordsIn(body, name);
	if (records.length <= 1) return records[0];
	return isBlank(id) ? undefined : records.find((record) => String(record.id) === String(id));
}

/**
 * Whether an object has an ID. Some frameworks write false, 0 or an object if there is no record. But mock
 * servers that are made from an OpenAPI document send 0 as the ID of a record with all its fields.
 */
function isRecord(body: IDataObject): boolean {
	const { id } = body;
	if (typeof id === 'string') return !isBlank(id);
	return typeof id === 'number' && (id !== 0 || Object.keys(body).length > 1);
}

/**
 * Removes the wrappers around a list, or around the fields of a response for which the contract documents
 * no body.
 */
export function unwrap(body: unknown, depth = 0): unknown {
	if (!isObject(body) || !isBlank(body.id) || depth === MAX_WRAPPERS) return body;
	const inner = body.payload ?? body.data;
	return inner === undefined || inner === null ? body : unwrap(inner, depth + 1);
}

/**
 * What a list says of itself: its number of records (contract, 2.3), for which some servers have other names, or NaN; and
 * whether it has more records, or undefined. Any value that doesn't mean no counts as yes.
 */
export function listMeta(body: unknown): { count: number; hasMore: boolean | undefined } {
	const { total, total_count, count, has_more } = metaOf(body);
	const hasMore = isBlank(has_more) ? undefined : yesOrNo(has_more) !== false;
	return { count: Number(total ?? total_count ?? count), hasMore };
}

/** The fields of a list in `meta` and beside its records; empty if there are none. */
function metaOf(body: unknown, depth = 0): IDataObject {
	if (!isObject(body) || !isBlank(body.id) || depth === MAX_WRAPPERS) return {};
	const { meta, payload, data, ...around } = body;
	return { ...around, ...metaOf(payload ?? data, depth + 1), ...(isObject(meta) ? meta : {}) };
}

/** Whether a value means yes or no, in the ways of servers; undefined if it means neither. */
export function yesOrNo(value: unknown): boolean | undefined {
	if (typeof value === 'object') return undefined;
	const text = String(value).trim();
	if (/^(?:true|yes|[1-9]\d*)$/i.test(text)) return true;
	return /^(?:false|no|0)$/i.test(text) ? false : undefined;
}
