import {
	NodeApiError,
	NodeOperationError,
	TIMED_CAUSES,
	type Failure,
	type IDataObject,
	type INode,
	type JsonObject,
} from 'n8n-workflow';

import type { ErrorTexts } from './quietError';

/** What an error says, and what a flow or an operator can tell from it. */
export interface ErrorParts extends ErrorTexts {
	/** Index of the input item it is about. */
	itemIndex?: number;
	/** HTTP status or network code. */
	httpCode?: string;
	/** Whether the service may have acted; `notTried` is an item that nothing is wrong with. */
	outcome?: 'notAccepted' | 'unknown' | 'notTried';
	/** Why it failed, for versions of n8n that ask. */
	failure?: Failure;
	context?: IDataObject;
}

/** An error of what was entered, or of the run: nothing left. */
export function operationError(node: INode, parts: ErrorParts): NodeOperationError {
	const { message, description, itemIndex } = parts;
	return withParts(new NodeOperationError(node, message, { description, itemIndex }), parts);
}

/** An error of a request that left, or of its answer. */
export function requestError(node: INode, parts: ErrorParts): NodeApiError {
	const { message, description, itemIndex, httpCode } = parts;
	const options = { message, description, httpCode, itemIndex };
	return withParts(new NodeApiError(node, {} as JsonObject, options), parts);
}

/** Versions of n8n before these words know no causes of failures (n8n 1.123 and 2.0). */
const hasCauses = (TIMED_CAUSES as unknown) !== undefined;

/** n8n swaps the texts of known HTTP and network codes for its own, which say less. */
function withParts<T extends NodeApiError | NodeOperationError>(
	error: T,
	{ message, description, outcome, context, failure }: ErrorParts,
): T {
	error.message = message;
	error.description = description;
	if (failure !== undefined && hasCauses) error.failure = failure;
	Object.assign(error.context, context, { outcome });
	return error;
}

/** An error in the form n8n shows with its node: as it is, or wrapped when it comes from elsewhere. */
export function asNodeError(
	node: INode,
	error: unknown,
	itemIndex?: number,
): NodeApiError | NodeOperationError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	return new NodeOperationError(node, error instanceof Error ? error : String(error), {
		itemIndex,
	});
}

/** Tells whether an error leaves open what the service did. */
export function isUnknownOutcome(error: unknown): error is NodeApiError {
	return error instanceof NodeApiError && error.context.outcome === 'unknown';
}

/** What happened and what to do, of any error. */
export function textsOf(error: Error): ErrorTexts {
	const { message, description } = error as Error & { description?: string | null };
	return { message, description: String(description ?? '') };
}
