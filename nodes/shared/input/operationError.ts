import type { INode } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

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
