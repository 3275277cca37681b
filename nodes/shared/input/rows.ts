import type { IDataObject, INodeProperties } from 'n8n-workflow';

import {
	InvalidValue,
	isBlank,
	isLocator,
	isMissingWord,
	isObject,
	json,
	keyword,
	required,
	shown,
	text,
} from './values';

/**
 * Reads each row of a list.
 *
 * @param title what one row is called
 * @throws InvalidValue that names the row, counted from 1, and what is wrong with it
 */
export function eachRow<R, T>(title: string, rows: R[], read: (row: R, index: number) => T): T[] {
	return rows.map((row, index) => {
		try {
			return read(row, index);
		} catch (error) {
			return complain(`are not right. ${title} ${index + 1}:`, error);
		}
	});
}

/**
 * Turns a check of rows into one that refuses an expression in the field that says which others a
 * row has: the engine fills in all of them, and a value would be sent that nobody has chosen.
 */
export function chosenAsTyped<T>(
	{ name, displayName }: Pick<INodeProperties, 'name' | 'displayName'>,
	check: (value: unknown) => T,
): (value: unknown, typed?: unknown) => T {
	return (value, typed) => {
		if (!JSON.stringify(typed ?? '').includes(`"${name}":"=`)) return check(value);
		throw new InvalidValue(`must have no expression in '${displayName}'`);
	};
}

/** A list from JSON; one object alone is a list of one, and `{}`, as the form starts, is a blank. */
export function jsonList(value: unknown): unknown[] | undefined {
	const parsed = json(value);
	if (parsed === undefined || parsed === null) return undefined;
	if (isObject(parsed) && Object.keys(parsed).length === 0) return undefined;
	return Array.isArray(parsed) ? parsed : [parsed];
}

/** A list of texts, also in JSON; another text is split at its commas. */
export function textList(value: unknown): string[] | undefined {
	const list = /^\s*\[/.test(String(value)) ? json(value) : value;
	const parts: unknown[] | undefined = Array.isArray(list) ? list : text(list)?.split(',');
	return texts(parts)?.map(required(keyword));
}

/** One value or several as a list of texts, blanks left out: a number makes servers of the family fail. */
export function texts(value: unknown): string[] | undefined {
	const present = (listIn(value) ?? [value]).map(text).filter((each) => each !== undefined);
	return present.length === 0 ? undefined : present;
}

/** A list, also of texts in JSON as agents and sheets give it. */
function listIn(value: unknown): unknown[] | undefined {
	if (Array.isArray(value)) return value;
	if (typeof value !== 'string' || !/^\s*\[\s*("[^]*)?\]\s*$/.test(value)) return undefined;
	return json(value) as unknown[];
}

/** A row of a JSON list, which is an object always. */
export function objectRow(row: unknown): IDataObject {
	if (!isObject(row)) throw new InvalidValue(`must be an object, but is ${shown(row)}`);
	return row;
}

/**
 * A field of a row of JSON that names something.
 *
 * @throws InvalidValue without a name, or with the word that a missing one has become
 */
export function nameIn(row: IDataObject, field: string, example: string): string {
	const name = row[field];
	if (typeof name === 'string' && !isBlank(name) && !isMissingWord(name)) return name;
	throw new InvalidValue(`has no ${field}, such as "${example}"`);
}

/** Values of a row of JSON are a list always; a single one is put into one. */
export function valuesOf(values: unknown): unknown[] | IDataObject {
	if (values === undefined || values === null) return [];
	return Array.isArray(values) || isObject(values) ? (values as unknown[] | IDataObject) : [values];
}

/**
 * A row of JSON whose list has a value in each place.
 *
 * @param least so many places the list has to have
 * @throws InvalidValue for a blank in it, such as an expression that gave nothing, and for too few
 */
export function withValues<T extends object>(row: T, field: keyof T & string, least: number): T {
	const values = row[field];
	if (!Array.isArray(values) || (values.length >= least && !values.some(isBlank))) return row;
	throw new InvalidValue(`lacks a value in ${field}`);
}

/**
 * Reads one field of a row, as `ReadParameter` reads one of the form.
 *
 * @throws InvalidValue that names the field
 */
export function readField<T>(
	row: IDataObject,
	{ name, displayName }: Pick<INodeProperties, 'name' | 'displayName'>,
	check: (value: unknown) => T,
): T {
	try {
		return check(isLocator(row[name]) ? row[name].value : row[name]);
	} catch (error) {
		return complain(`'${displayName}'`, error);
	}
}

/** Says what a complaint is about, and hands it on. */
function complain(about: string, error: unknown): never {
	throw error instanceof InvalidValue ? new InvalidValue(`${about} ${error.message}`) : error;
}
