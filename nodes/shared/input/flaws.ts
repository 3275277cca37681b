import type { IDataObject, INodeProperties, INodePropertyCollection } from 'n8n-workflow';

import { codePoint } from './keys';
import { InvalidRow, InvalidValue, isExpression, isJson, isLocator, trimmed } from './values';

/** The texts that JavaScript makes of a missing value, an invalid date or an object. */
const MISSING = /^(?:undefined|null|NaN|Invalid Date(?:Time)?|\[object \w+\])$/;

/**
 * Characters that a program leaves if it reads a file in the wrong encoding: U+FFFD, and the invisible
 * controls from U+0080 to U+009F, of which only U+0085, a line end, has a use.
 */
const LOST = /[\x80-\x84\x86-\x9f\uFFFD]/;

/** What is wrong with a text, and the path to it, such as `condition, 1, value`. */
interface Flaw {
	path: string[];
	says: string;
}

/**
 * Refuses a text such as `undefined` if an expression returned it, because it stands for a missing value.
 * If it was typed by hand, it is sent like any other text. A text with a lost character is refused in any
 * case, unless the operation only reads: Filter and Search may look for it.
 *
 * @param value of the parameter
 * @param typed the parameter before its expressions were evaluated
 * @param isStored whether the operation changes data
 * @param field the definition of the parameter, which has the names of its rows
 * @throws InvalidValue that names the row and its field
 */
export function refuseFlaws(
	value: unknown,
	typed: unknown,
	isStored: boolean,
	field: INodeProperties | undefined,
): void {
	const isText = field?.type === 'json' && typeof value === 'string' && isJson(value);
	const flaw =
		flawIn(value, typed, isStored) ??
		(isText ? flawIn(JSON.parse(trimmed(value)), typed, isStored) : undefined);
	if (!flaw) return;
	const { path, says } = flaw;
	if (path.length === 0) throw new InvalidValue(says);
	const [group, index, name] = path;
	const rows = rowsNamed(field, group);
	if (!rows) throw new InvalidValue(says.replace(/^is/, 'contains'));
	const title = rows.values.find((inner) => inner.name === name)?.displayName ?? name;
	throw new InvalidRow(`${rows.displayName} ${Number(index) + 1}: '${title}' ${says}`);
}

function flawIn(
	value: unknown,
	typed: unknown,
	isStored: boolean,
	path: string[] = [],
): Flaw | undefined {
	if (isLocator(typed)) {
		return flawIn(isLocator(value) ? value.value : value, typed.value, isStored, path);
	}
	if (typeof value === 'string') return flawOf(value, typed, isStored, path);
	if (typeof value !== 'object' || value === null || 'toJSON' in value) return undefined;
	for (const [name, inner] of Object.entries(value)) {
		const steps = [...path, name];
		const found =
			flawIn(inner, typedAt(typed, name), isStored, steps) ??
			flawOf(name, undefined, isStored, steps);
		if (found) return found;
	}
	return undefined;
}

function flawOf(text: string, typed: unknown, isStored: boolean, path: string[]): Flaw | undefined {
	if (isExpression(typed) && MISSING.test(trimmed(text))) {
		return { path, says: `is '${trimmed(text)}'. Check the expression` };
	}
	const [lost] = (isStored && LOST.exec(text)) || [];
	if (lost === undefined) return undefined;
	const says = `contains a lost character (${codePoint(lost)}). Check the encoding of the file that it comes from`;
	return { path, says };
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
	return (field.options as INodePropertyCollection[]).find((group) => group.name === name);
}
