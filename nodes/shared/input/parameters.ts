import type {
	IDataObject,
	IExecuteSingleFunctions,
	INodeParameters,
	INodeProperties,
	INode,
	INodePropertyCollection,
	ResourceMapperField,
} from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { Operation, ReadParameter } from '../operation';
import { draggedValue, valueAt } from './draggedField';
import { flawOf, flawOfTyped } from './flaws';
import { rejectWholeExpression } from './wholeExpressions';
import { boolean, positiveInteger, required, refusingEmptyExpression } from './checks';
import { isBlank, isExpression, isLocator, isObject, rowsOf } from '../values';
import { InvalidRow, InvalidValue } from './invalidValue';

/** Makes a function that reads the parameters of one item. The fields give it their names and types. */
export function parameterReader(
	context: IExecuteSingleFunctions,
	{ fields }: Pick<Operation, 'fields'>,
	rawParameters: INodeParameters,
): ReadParameter {
	const record = context.getInputData().json;
	const evaluatePart = (expression: string) =>
		draggedValue(`=${expression}`, record) ??
		context.evaluateExpression(expression, context.getItemIndex());
	return (path, check) => {
		const steps = path.split('.');
		const field = fieldAt(fields, steps);
		const raw = valueAt(rawParameters, steps);
		const evaluate = (inner: string[], text: string) => {
			const value: unknown = isExpression(text)
				? (draggedValue(text, record) ??
					context.getNodeParameter(enginePath([...steps, ...inner]), null))
				: text;
			const flaw = isExpression(text) ? flawOf(value, field?.type === 'json') : flawOfTyped(text);
			if (flaw !== undefined) rejectFlaw(flaw, field, raw, inner);
			return value;
		};
		try {
			rejectWholeExpression(fields, rawParameters, steps[0]);
			if (raw !== undefined) rejectNoRows(field, raw, steps.length > 1);
			return check(valueFor(evaluate, [], raw), raw, evaluatePart);
		} catch (error) {
			const name = `'${field?.displayName ?? path}'`;
			throw operationError(context.getNode(), headline(name, error), {
				itemIndex: context.getItemIndex(),
				description: (error instanceof InvalidRow && error.remedy) || remedy(name, raw),
			});
		}
	};
}

/** A path as the engine reads it: a name that isn't a plain word is in brackets. */
function enginePath([first, ...others]: string[]): string {
	const inner = others.map((name) =>
		/^\w+$/.test(name) ? `.${name}` : `["${name.replace(/["\\]/g, String.raw`\$&`)}"]`,
	);
	return [first, ...inner].join('');
}

/** Rejects a value, with its row and the field there, or with the attribute that it is mapped to. */
function rejectFlaw(
	flaw: string,
	field: INodeProperties | undefined,
	raw: unknown,
	[group, index, name]: string[],
): never {
	if (isMapping(raw)) throw new InvalidRow(`'${mappedName(raw, index)}' ${flaw}`);
	const groups = field?.type === 'fixedCollection' ? (field.options ?? []) : [];
	const rows = (groups as INodePropertyCollection[]).find((option) => option.name === group);
	if (!rows || name === undefined) throw new InvalidValue(flaw);
	const title = rows.values.find((inner) => inner.name === name)?.displayName ?? name;
	throw new InvalidRow(`${rows.displayName} ${Number(index) + 1}: '${title}' ${flaw}`);
}

/**
 * Rejects a list of rows that is there and has no row. In a workflow that a person wrote, the list may have another
 * name, and n8n then drops its rows: the request would do something else without them.
 */
function rejectNoRows(
	field: INodeProperties | undefined,
	raw: unknown,
	isRemovable: boolean,
): void {
	if (field?.type !== 'fixedCollection') return;
	const [group] = field.options as INodePropertyCollection[];
	if (rowsOf(raw, group.name).length > 0) return;
	throw new InvalidValue(`has no row. Add a row${isRemovable ? ', or remove the field' : ''}`);
}

/**
 * The value of a parameter, in which each expression is evaluated on its own: the engine changes dates inside
 * rows to texts, and mapped values to the types that the editor has stored. It is only asked to evaluate
 * expressions, because that takes most of the processor time of an item.
 */
function valueFor(
	evaluate: (path: string[], text: string) => unknown,
	path: string[],
	raw: unknown,
): unknown {
	if (typeof raw === 'string') return evaluate(path, raw);
	if (typeof raw !== 'object' || raw === null) return raw;
	if (isLocator(raw)) return valueFor(evaluate, [...path, 'value'], raw.value);
	if (isMapping(raw)) {
		// One expression for all values stays as it is: the engine would change what it returns.
		const { value } = raw;
		if (isExpression(value)) return raw;
		return { ...raw, value: valueFor(evaluate, [...path, 'value'], value) };
	}
	const inner = (part: unknown, name: string | number) =>
		valueFor(evaluate, [...path, String(name)], part);
	if (Array.isArray(raw)) return raw.map(inner);
	return Object.fromEntries(
		Object.entries(raw as IDataObject).map(([name, part]) => [name, inner(part, name)]),
	);
}

function holdsExpression(raw: unknown): boolean {
	if (typeof raw === 'object' && raw !== null) return Object.values(raw).some(holdsExpression);
	return isExpression(raw);
}

/** The field at a path like `additionalFields.notes`, which leads through collections. */
export function fieldAt(fields: INodeProperties[], path: string[]): INodeProperties | undefined {
	const [name, ...rest] = path;
	const field = fields.find((candidate) => candidate.name === name);
	if (rest.length === 0 || field?.type !== 'collection') return field;
	return fieldAt(field.options as INodeProperties[], rest);
}

function remedy(name: string, raw: unknown): string {
	const entry = isLocator(raw) ? raw.value : raw;
	if (isExpression(entry)) return `Check what the expression in ${name} returns for this item.`;
	if (holdsExpression(entry)) return `Check ${name} and its expressions for this item.`;
	return isBlank(entry) ? `Fill in ${name}.` : '';
}

function headline(name: string, error: unknown): string {
	if (error instanceof InvalidRow) return error.message;
	if (error instanceof InvalidValue) return `${name} ${error.message}`;
	return `${name} couldn't be read: ${error instanceof Error ? error.message : String(error)}`;
}

/** The number of records to return, from n8n's usual `returnAll` and `limit`. */
export function readLimit(read: ReadParameter): number {
	return read('returnAll', refusingEmptyExpression(boolean))
		? Infinity
		: read('limit', required(positiveInteger));
}

/** An error with exactly this message: n8n replaces messages that contain a word such as ECONNREFUSED. */
export function operationError(
	node: INode,
	message: string,
	options: ConstructorParameters<typeof NodeOperationError>[2] = {},
): NodeOperationError {
	const error = new NodeOperationError(node, message, options);
	error.message = message;
	return error;
}

/**
 * Whether a raw parameter is what n8n's resource mapper stores: `value` has the mapped values by key, and `schema`
 * the fields as they were when the editor last loaded them, which a workflow that was written by hand may not have.
 */
function isMapping(raw: unknown): raw is IDataObject {
	return isObject(raw) && 'mappingMode' in raw;
}

/** The fields of a mapping by their keys. */
export function mappedFields({ schema }: IDataObject): Map<string, ResourceMapperField> {
	const fields = Array.isArray(schema) ? (schema as unknown[] as ResourceMapperField[]) : [];
	return new Map(fields.filter(isObject).map((field) => [field.id, field]));
}

/** The name that the form shows for a mapped key. */
export function mappedName(mapping: IDataObject, key: string): string {
	return mappedFields(mapping).get(key)?.displayName ?? key;
}
