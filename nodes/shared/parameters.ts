import type { IExecuteSingleFunctions, INodeProperties } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { InvalidValue } from './values';

/**
 * Reads one parameter of the current item and checks it.
 *
 * @param path name of the parameter, or `collection.name`
 * @param check one of values.ts or an operation's own
 * @throws NodeOperationError that names the field, the item and the remedy
 */
export type ReadParameter = <T>(path: string, check: (value: unknown) => T) => T;

/**
 * Makes the reader of one item's parameters.
 *
 * @param fields the operation's properties, for the names that the user sees
 */
export function parameterReader(
	context: IExecuteSingleFunctions,
	fields: INodeProperties[],
): ReadParameter {
	return (path, check) => {
		const field = findField(fields, path.split('.'));
		const extractValue = field?.type === 'resourceLocator';
		try {
			return check(context.getNodeParameter(path, '', { extractValue }));
		} catch (error) {
			const name = `'${field?.displayName ?? path}'`;
			throw new NodeOperationError(context.getNode(), `${name} ${complaint(error)}`, {
				itemIndex: context.getItemIndex(),
				description: `Correct ${name}. If it holds an expression, look at what the expression gives for this item.`,
			});
		}
	};
}

/** Follows a path like `additionalFields.notes` through collections to the property at its end. */
export function findField(fields: INodeProperties[], path: string[]): INodeProperties | undefined {
	const [name, ...rest] = path;
	const field = fields.find((candidate) => candidate.name === name);
	if (rest.length === 0 || field?.type !== 'collection') return field;
	return findField(field.options as INodeProperties[], rest);
}

function complaint(error: unknown): string {
	if (error instanceof InvalidValue) return error.message;
	return `could not be read: ${error instanceof Error ? error.message : String(error)}`;
}
