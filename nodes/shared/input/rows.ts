import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { keyText, trimmedText } from './keys';
import { EmptyValue } from './checks';
import { isJson, json } from './json';
import { isBlank, isExpression, isLocator, isObject, quote } from '../values';
import { type Check, type Evaluate, InvalidRow, InvalidValue, withError } from './invalidValue';

/** Reads each row of a list. The error of a row starts with its name, such as `Condition 2`. */
export function eachRow<R, T>(title: string, rows: R[], read: (row: R, index: number) => T): T[] {
	return rows.map((row, index) =>
		withError(
			() => read(row, index),
			(error) => (error instanceof InvalidRow ? error : errorInRow(`${title} ${index + 1}`, error)),
		),
	);
}

function errorInRow(row: string, { message }: InvalidValue): InvalidRow {
	// The message begins with the name of a field, or with a verb.
	return new InvalidRow(`${row}${message.startsWith("'") ? ':' : ''} ${message}`);
}

/**
 * Rejects an expression in the field that decides which other fields a row has. With an expression there, the engine
 * fills in the defaults of all fields, so the node would send a value that nobody has chosen.
 */
export function rejectExpression(
	raw: IDataObject | undefined,
	{ name, displayName }: Pick<INodeProperties, 'name' | 'displayName'>,
): void {
	if (!isExpression(raw?.[name])) return;
	throw new InvalidValue(`can't have an expression in '${displayName}'`);
}

/**
 * Makes a check that reads one value, or each entry of a list. A list without entries counts as empty. An empty entry is
 * rejected, because it may come from an expression that returned nothing.
 */
export function listOf<T>(check: Check<T | undefined>): Check<T[] | undefined> {
	return (value, raw) => {
		if (isBlank(value)) return undefined;
		const list = listIn(value) ?? [value];
		const entries = list.map((entry, index) => {
			const sent = check(entry, raw);
			if (sent !== undefined) return sent;
			throw new InvalidValue(`is blank in entry ${index + 1} of ${list.length}. Remove the entry`);
		});
		return entries.length === 0 ? undefined : entries;
	};
}

/**
 * Makes a check that reads each entry of a list. A text that isn't a JSON list is split at its commas. A comma at its
 * end adds no entry.
 */
export function commaList(check: Check<string | undefined>): Check<string[] | undefined> {
	return (value) => {
		if (listIn(value)) return listOf(check)(value);
		const entries = trimmedText(value)?.split(',') ?? [];
		if (isBlank(entries.at(-1))) entries.pop();
		return listOf(check)(entries);
	};
}

/** Titles of labels: a list, or a text with commas between them. */
export const labelTitles = commaList(keyText);

/** A list, or the JSON text of a list. `[urgent]` is a text, and `['a', 'b']` a mistake. */
function listIn(value: unknown): unknown[] | undefined {
	if (Array.isArray(value)) return value;
	if (typeof value !== 'string' || !/^\s*\[/.test(value)) return undefined;
	if (isJson(value)) return json(value) as unknown[];
	if (!/^\s*\[\s*["']/.test(value)) return undefined;
	throw new InvalidValue(`must be a list like ["vip", "gold"], but is ${quote(value)}`);
}

/** The rows of a JSON field: a list or a single row. `{}`, the default of the form, counts as empty. */
export function jsonRows(value: unknown): unknown[] | undefined {
	const parsed = json(value);
	if (parsed === undefined || parsed === null) return undefined;
	if (isObject(parsed) && Object.keys(parsed).length === 0) return undefined;
	return Array.isArray(parsed) ? parsed : [parsed];
}

/** Rejects a whole rule in place of the list that it has under a name. */
export function rejectWholeRule(rows: unknown[] | undefined, name: string): void {
	const [rule] = rows ?? [];
	if (!isObject(rule) || !Array.isArray(rule[name])) return;
	throw new InvalidValue(`is a whole rule. Paste only the list that it has under "${name}"`);
}

export function objectRow(row: unknown): IDataObject {
	if (!isObject(row)) throw new InvalidValue(`must be an object, but is ${quote(row)}`);
	return row;
}

/** A required name in a JSON row, such as that of an attribute or an action. */
export function nameIn(row: IDataObject, field: string, example: string): string {
	const name = typeof row[field] === 'string' ? keyText(row[field]) : undefined;
	if (name !== undefined) return name;
	throw new InvalidValue(`has no ${field}, such as "${example}"`);
}

/** The values of a JSON row as a list, which may be empty unless values are needed. */
export function rowValues(
	row: IDataObject,
	name: string,
	isNeeded: boolean,
	entry: Check<unknown>,
): unknown[] {
	const values = row[name];
	if (isNeeded && isBlank(values)) throw new InvalidValue(`has no value in ${name}`);
	const list = isBlank(values) ? [] : [values].flat();
	return readField(row, { name, displayName: name }, () => listOf(entry)(list) ?? []);
}

/** Makes a check read texts, and leave other values as they are. */
export function onlyTexts(check: Check<unknown>): Check<unknown> {
	return (value) => (typeof value === 'string' ? check(value) : (value ?? undefined));
}

/** Reads one field of a row and checks it. An error starts with the name of the field. */
export function readField<T>(
	row: Record<string, unknown>,
	{ name, displayName }: Pick<INodeProperties, 'name' | 'displayName'>,
	check: Check<T>,
	raw: Record<string, unknown> = {},
	evaluate?: Evaluate,
): T {
	return withError(
		() => check(locatedIn(row[name]), locatedIn(raw[name]), evaluate),
		(error) => {
			const remedy = error instanceof EmptyValue ? '. Fill it in, or remove the row' : '';
			return new InvalidValue(`'${displayName}' ${error.message}${remedy}`);
		},
	);
}

export function locatedIn(value: unknown): unknown {
	return isLocator(value) ? value.value : value;
}
