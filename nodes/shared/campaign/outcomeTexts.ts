import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import type { SentRequest } from './campaignMemory';

/** Message and advice of a request that was not accepted for certain. */
export function notAcceptedTexts(outcome: SentRequest['outcome']): {
	message: string;
	description: string;
} {
	if ('unknown' in outcome) return outcome.unknown;
	return 'failed' in outcome ? failureOf(outcome.failed) : { message: '', description: '' };
}

/** What happened and what to do, of any error. */
export function failureOf(error: Error): { message: string; description: string } {
	const isNodeError = error instanceof NodeApiError || error instanceof NodeOperationError;
	return {
		message: error.message,
		description: isNodeError ? String(error.description ?? '') : '',
	};
}
