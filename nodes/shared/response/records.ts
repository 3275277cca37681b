import type { IDataObject } from 'n8n-workflow';

import { recordIn, unwrap } from './bodies';
import { Failure } from './failure';
import { isError, readServiceMessage } from './serviceMessage';
import { isBlank, isObject, titleCase } from '../values';

/**
 * The item of an operation whose response contains its record.
 *
 * @param name of the record, such as `automation rule`
 * @param fallback fields of the item if the response is empty, among them the ID of the request
 * @returns the record, and the errors beside it
 */
export function recordItem(body: unknown, name: string, fallback: IDataObject): IDataObject {
	const found = recordIn(body, name, fallback.id);
	if (!found) return fallback;
	return { ...errorsBeside(body, found), ...found };
}

/** The errors beside a record, at the top level of its response or in `payload` or `data`. */
export function errorsBeside(body: unknown, found: IDataObject): IDataObject {
	const levels: unknown[] = isObject(body) ? [body.payload, body.data, body] : [];
	const beside = levels.filter(isObject).filter((level) => level !== found);
	const errors = beside.flatMap((level) =>
		Object.entries({ error: level.error, errors: level.errors }),
	);
	return Object.fromEntries(errors.filter(([, value]) => isError(value)));
}

/**
 * What a response says for which the contract documents no body: the fields of its JSON, or its text as
 * `message`.
 */
export function fieldsOrMessage(body: unknown, name: string): IDataObject {
	const fields = recordIn(body, name) ?? unwrap(body);
	if (isObject(fields)) return fields;
	const texts = [fields].flat().filter((text) => typeof text === 'string' && !isBlank(text));
	return texts.length === 0 ? {} : { message: texts.join('; ') };
}

/**
 * The output item of a delete. The contract (4.9 and 4.10) documents no body, but some servers send a record.
 *
 * @returns `{"deleted": true, "id": 7}`, and what the response says
 */
export function deleted(body: unknown, name: string, id?: number): IDataObject {
	return { ...fieldsOrMessage(body, name), deleted: true, id };
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
	if (!entries?.every(isObject)) throw noList(body, list);
	if (entries.length > MAX_RECORDS) {
		throw new Failure(
			TOO_LONG,
			"n8n can't take more than 100,000 records per input item. Request fewer, for example for a shorter period. No records were returned.",
			{ topic: 'List too long' },
		);
	}
	return entries;
}

/** The failure of a response without a list, with the words of the service, such as that a report isn't ready yet. */
function noList(body: unknown, list: unknown): Failure {
	const message = [body, list]
		.map((part) => readServiceMessage(part, titleCase))
		.find(({ text, isGuess }) => text !== '' && !isGuess);
	const headline = 'The response contains no list';
	const topic = 'No list in the response';
	const advice = 'this service does not follow the documented API.';
	if (!message)
		return new Failure(headline, `Check 'Base URL' in the credential. If it is right, ${advice}`, {
			topic,
		});
	return new Failure(`${headline}: ${message.text}`, '', {
		topic,
		optional: [`If it happens each time, ${advice}`],
	});
}

/**
 * A record with these fields, null where it has none. All records of a list have the same fields, because an
 * expression for a field that only some have would fail on the others.
 */
export function withFields(record: IDataObject, fields: string[]): IDataObject {
	const whole: IDataObject = {};
	for (const field of fields) whole[field] = record[field] ?? null;
	return whole;
}

/** Some fields of a record, in this order, without those that it doesn't have. */
export function pick(record: IDataObject, fields: string[]): IDataObject {
	const simple: IDataObject = {};
	for (const field of fields) {
		if (record[field] !== undefined) simple[field] = record[field];
	}
	return simple;
}

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
