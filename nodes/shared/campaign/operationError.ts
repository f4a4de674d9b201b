import { NodeOperationError, type INode } from 'n8n-workflow';

/**
 * An error with exactly these words: n8n swaps messages that name a network code for its own, which
 * say less.
 */
export function operationError(
	node: INode,
	message: string,
	description: string,
	itemIndex?: number,
): NodeOperationError {
	const error = new NodeOperationError(node, message, { description, itemIndex });
	error.message = message;
	error.description = description;
	return error;
}
