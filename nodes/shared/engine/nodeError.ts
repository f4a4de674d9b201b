import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';

/** An error in the form n8n shows with its node: as it is, or wrapped when it comes from elsewhere. */
export function asNodeError(node: INode, error: unknown): NodeApiError | NodeOperationError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	return new NodeOperationError(node, error instanceof Error ? error : String(error));
}
