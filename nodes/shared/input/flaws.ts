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

/** A text in a JSON text can only be flawed if the JSON text contains one of these. */
const MAY_BE_FLAWED = /undefined|null|NaN|Invalid|\[object|\\u|[\x80-\x84\x86-\x9f\uFFFD]/;

/** A text that must not be sent. */
interface Flaw {
	/** The path to it, such as `condition, 1, value`. */
	path: string[];
	/** What is wrong with it: `is` or `contains`, and what. */
	verb: 'is' | 'contains';
	what: string;
}

/**
 * Refuses a text such as `undefined` if an expression returned it, because it stands for a missing value.
 * If it was typed by hand, it is sent like any other text. A text with a lost character is refused in any
 * case, unless the operation only reads: Filter and Search may look for it.
 *
 * @param value of the parameter
 * @param typed the parameter before its expressions were evaluated
 * @param isStored whether the operation changes data
 * @param fieldOf returns the definition of the parameter, which has the names of its rows
 * @throws InvalidValue that names the row and its field
 */
export function refuseFlaws(
	value: unknown,
	typed: unknown,
	isStored: boolean,
	fieldOf: () => INodeProperties | undefined,
): void {
	const flaw = flawIn(value, typed, isStored) ?? flawInJson(value, typed, isStored, fieldOf);
	if (!flaw) return;
	const field = fieldOf();
	const { path, verb, what } = flaw;
	const [group, index, name] = path;
	if (path.length === 0) throw new InvalidValue(`${verb} ${what}`);
	const rows = rowsNamed(field, group);
	if (!rows) throw new InvalidValue(`contains ${what}`);
	const title = rows.values.find((inner) => inner.name === name)?.displayName ?? name;
	throw new InvalidRow(`${rows.displayName} ${Number(index) + 1}: '${title}' ${verb} ${what}`);
}

function flawInJson(
	value: unknown,
	typed: unknown,
	isStored: boolean,
	fieldOf: () => INodeProperties | undefined,
): Flaw | undefined {
	if (typeof value !== 'string' || !MAY_BE_FLAWED.test(value)) return undefined;
	if (fieldOf()?.type !== 'json' || !isJson(value)) return undefined;
	return flawIn(JSON.parse(trimmed(value)), typed, isStored);
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
			(isStored ? flawOf(name, undefined, isStored, steps) : undefined);
		if (found) return found;
	}
	return undefined;
}

function flawOf(text: string, typed: unknown, isStored: boolean, path: string[]): Flaw | undefined {
	if (isExpression(typed) && MISSING.test(trimmed(text))) {
		return { path, verb: 'is', what: `'${trimmed(text)}'. Check the expression` };
	}
	const [lost] = (isStored && LOST.exec(text)) || [];
	if (lost === undefined) return undefined;
	const what = `a lost character (${codePoint(lost)}). Check the encoding of the file that it comes from`;
	return { path, verb: 'contains', what };
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
