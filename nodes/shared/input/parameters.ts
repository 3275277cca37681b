import type { IExecuteSingleFunctions, INodeParameters, INodeProperties } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import {
	blankOnlyAsTyped,
	boolean,
	InvalidValue,
	isBlank,
	isLocator,
	isObject,
	positiveInteger,
	required,
} from './values';

/**
 * Reads one parameter of the current item and checks it.
 *
 * @param path name of the parameter, or `collection.name`
 * @param check one of values.ts or an operation's own; it may look at what was typed as well
 * @throws NodeOperationError that names the field, the item and the remedy
 */
export type ReadParameter = <T>(path: string, check: (value: unknown, typed: unknown) => T) => T;

/**
 * Makes the reader of one item's parameters.
 *
 * @param fields the operation's properties, for the names that the user sees
 * @param typed the node's parameters as the user typed them, the same for all items of a run
 */
export function parameterReader(
	context: IExecuteSingleFunctions,
	fields: INodeProperties[],
	typed: INodeParameters,
): ReadParameter {
	return (path, check) => {
		const steps = path.split('.');
		const entered = valueAt(typed, steps);
		try {
			return check(valueFor(context, path, entered), entered);
		} catch (error) {
			const field = findField(fields, steps);
			const name = `'${field?.displayName ?? path}'`;
			throw new NodeOperationError(context.getNode(), `${name} ${complaint(error)}`, {
				itemIndex: context.getItemIndex(),
				description: remedy(name, entered),
			});
		}
	};
}

/** The engine is asked only for what may hold an expression: that is most of what an item costs. */
function valueFor(context: IExecuteSingleFunctions, path: string, typed: unknown): unknown {
	if (isLocator(typed)) {
		const value = valueFor(context, `${path}.value`, typed.value);
		return typed.mode === 'url' && typeof value === 'string' && !isBlank(value)
			? context.getNodeParameter(path, null, { extractValue: true })
			: value;
	}
	if (!holdsExpression(typed)) return typed;
	return draggedValue(context, typed) ?? context.getNodeParameter(path, null);
}

/** A field of the item, as it is written when it is dragged into a parameter. */
const DRAGGED = /^=\{\{ \$json\.([\w$.]+) \}\}$/;

/**
 * What such an expression gives, where that is a text, a number or a boolean. The engine has
 * evaluated it twice before it calls a node; a third time takes a sixth of what an item takes.
 *
 * @returns undefined for all that is left to the engine
 */
function draggedValue(context: IExecuteSingleFunctions, typed: unknown): unknown {
	const path = typeof typed === 'string' ? DRAGGED.exec(typed)?.[1] : undefined;
	if (path === undefined) return undefined;
	const value = valueAt(context.getInputData().json, path.split('.'));
	return ['string', 'number', 'boolean'].includes(typeof value) ? value : undefined;
}

/** What an item or the node's parameters hold at a path like `additionalFields.notes`. */
function valueAt(record: unknown, steps: string[]): unknown {
	return steps.reduce<unknown>(ownValue, record);
}

function ownValue(record: unknown, name: string): unknown {
	return isObject(record) && Object.hasOwn(record, name) ? record[name] : undefined;
}

function holdsExpression(typed: unknown): boolean {
	if (typeof typed === 'object' && typed !== null)
		return Object.values(typed).some(holdsExpression);
	return isExpression(typed);
}

function isExpression(typed: unknown): boolean {
	return typeof typed === 'string' && typed.startsWith('=');
}

/** Follows a path like `additionalFields.notes` through collections to the property at its end. */
export function findField(fields: INodeProperties[], path: string[]): INodeProperties | undefined {
	const [name, ...rest] = path;
	const field = fields.find((candidate) => candidate.name === name);
	if (rest.length === 0 || field?.type !== 'collection') return field;
	return findField(field.options as INodeProperties[], rest);
}

/** A wire name as parameters are called: `phone_number` is `phoneNumber`. */
export function camelCase(field: string): string {
	return field.replace(/_+(\w)/g, (_underscore, letter: string) => letter.toUpperCase());
}

function remedy(name: string, typed: unknown): string {
	const entry = isLocator(typed) ? typed.value : typed;
	if (isExpression(entry)) return `Look at what the expression in ${name} gives for this item.`;
	if (holdsExpression(entry)) return `Correct ${name}, or what an expression in it gives.`;
	return isBlank(entry) ? `Fill in ${name}.` : `Correct ${name}.`;
}

function complaint(error: unknown): string {
	if (error instanceof InvalidValue) return error.message;
	return `could not be read: ${error instanceof Error ? error.message : String(error)}`;
}

/** How many records the user wants: `returnAll` and `limit` as n8n users know them. */
export function readLimit(read: ReadParameter): number {
	return read('returnAll', blankOnlyAsTyped(boolean))
		? Infinity
		: read('limit', required(positiveInteger));
}
