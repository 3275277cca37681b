import type { IDataObject } from 'n8n-workflow';

import type { PathValues } from '../transport/request';
import { Failure } from '../failure/failure';
import { isBlank, isObject } from '../input/values';

/**
 * Takes the wrappers off a body.
 *
 * Servers wrap one record as `payload: [record]`, `payload: {record}`, `data: {record}` or not at
 * all, and lists likewise (contract, section 4; the family's own differ from it).
 *
 * @returns the record or the list of records
 */
export function unwrap(body: unknown): unknown {
	if (!isObject(body) || 'id' in body) return body;
	const inner = body.payload ?? body.data;
	return inner === undefined || inner === null ? body : unwrap(inner);
}

/** What a list says of itself, beside its records or around them; empty if it says nothing. */
export function metaOf(body: unknown): IDataObject {
	if (!isObject(body) || 'id' in body) return {};
	const { meta, payload, data, ...around } = body;
	return { ...around, ...metaOf(payload ?? data), ...(isObject(meta) ? meta : {}) };
}

/** How many records a list has, by what it says of itself (contract, 2.3); others have other names. */
export function countIn({ total, total_count, count }: IDataObject): IDataObject[string] {
	return total ?? total_count ?? count;
}

/** Whether there are more records, if a list says so. Servers write it in many ways; few mean no. */
export function moreIn({ has_more }: IDataObject): boolean | undefined {
	return isBlank(has_more) ? undefined : !/^(?:false|0|no)/i.test(String(has_more));
}

/**
 * The single record of a body: the one with the ID of the fallback, wherever it stands, or the first.
 *
 * @param fallback what comes out where the service answered with nothing, or without an ID
 */
export function record(body: unknown, fallback: IDataObject): IDataObject {
	const records = recordsIn(unwrap(body));
	const asked = records.find(({ id }) => id !== undefined && String(id) === String(fallback.id));
	const found = asked ?? records[0];
	return isBlank(found?.id) ? { ...fallback, ...found } : found;
}

function recordsIn(value: unknown): IDataObject[] {
	return [value].flat().filter(isObject);
}

/**
 * The item of a delete: servers answer with nothing, some with a record (contract, 4.9 and 4.10:
 * not shown).
 *
 * @returns `{"deleted": true, "id": 7}`, and what the service said besides
 */
export function deleted(body: unknown, { path }: { path?: PathValues }): IDataObject[] {
	const said = unwrap(body);
	return [{ ...(isObject(said) ? said : {}), deleted: true, id: path?.id }];
}

/**
 * The records of a body that lists them.
 *
 * @throws Failure if there is no list in it: that must not pass as an empty one, nor as a record
 */
export function recordList(body: unknown): IDataObject[] {
	const list = unwrap(body);
	if (!Array.isArray(list)) {
		throw new Failure(
			'The answer of the service holds no list',
			"Check 'Base URL' in the credential. If it is right, this service answers differently from its documentation.",
		);
	}
	return list.filter((entry) => !isBlank(entry)).map(toObject);
}

/** An item's json is an object always; what is none becomes `{value}`. */
function toObject(entry: unknown): IDataObject {
	return isObject(entry) ? entry : { value: entry as IDataObject[string] };
}

/** Some fields of a record, in the order given; fields that it does not have stay absent. */
export function pick(record: IDataObject, fields: string[]): IDataObject {
	const simple: IDataObject = {};
	for (const field of fields) {
		if (record[field] !== undefined) simple[field] = record[field];
	}
	return simple;
}
