import type { IDataObject, INodeProperties, INodePropertyCollection } from 'n8n-workflow';

import { InvalidRow, InvalidValue, isExpression, isJson, isLocator, trimmed } from './values';

/** The texts that JavaScript makes of a missing value, an invalid date or an object. */
const MISSING = /^(?:undefined|null|NaN|Invalid Date(?:Time)?|\[object \w+\])$/;

/** A text that stands for a missing value. */
interface Missing {
	/** The path to it, such as `condition, 1, value`. */
	path: string[];
	word: string;
}

/**
 * Refuses a text such as `undefined` if an expression returned it, because it stands for a missing value.
 * If it was typed by hand, it is sent like any other text.
 *
 * @param value of the parameter
 * @param typed the parameter before its expressions were evaluated
 * @param field definition of the parameter, which has the names of its rows
 * @throws InvalidValue that names the row and its field
 */
export function refuseMissing(value: unknown, typed: unknown, field?: INodeProperties): void {
	const holdsJson = field?.type === 'json' && typeof value === 'string' && isJson(value);
	const missing =
		missingIn(value, typed) ?? (holdsJson ? missingIn(JSON.parse(value), typed) : undefined);
	if (!missing) return;
	const { path, word } = missing;
	const [group, index, name] = path;
	const complaint = `'${word}'. Check the expression`;
	if (path.length === 0) throw new InvalidValue(`is ${complaint}`);
	const rows = rowsNamed(field, group);
	if (!rows) throw new InvalidValue(`contains ${complaint}`);
	const title = rows.values.find((inner) => inner.name === name)?.displayName ?? name;
	throw new InvalidRow(`${rows.displayName} ${Number(index) + 1}: '${title}' is ${complaint}`);
}

function missingIn(value: unknown, typed: unknown, path: string[] = []): Missing | undefined {
	if (isLocator(typed)) return missingIn(isLocator(value) ? value.value : value, typed.value, path);
	if (typeof value === 'string') {
		const word = trimmed(value);
		return isExpression(typed) && MISSING.test(word) ? { path, word } : undefined;
	}
	if (typeof value !== 'object' || value === null || 'toJSON' in value) return undefined;
	return Object.entries(value)
		.map(([name, inner]) => missingIn(inner, typedAt(typed, name), [...path, name]))
		.find((found) => found !== undefined);
}

/** The part of a typed parameter that belongs to a part of its value. */
function typedAt(typed: unknown, name: string): unknown {
	if (isExpression(typed)) return typed;
	return typeof typed === 'object' ? (typed as IDataObject | null)?.[name] : undefined;
}

function rowsNamed(
	field: INodeProperties | undefined,
	name: string,
): INodePropertyCollection | undefined {
	if (field?.type !== 'fixedCollection') return undefined;
	const groups = field.options as INodePropertyCollection[];
	return groups.find((group) => group.name === name);
}
