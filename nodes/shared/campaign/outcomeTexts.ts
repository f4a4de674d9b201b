import { textsOf } from '../transport/nodeErrors';
import type { ErrorTexts } from '../transport/quietError';
import type { SentRequest } from './campaignMemory';

/** Message and advice of a request that was not accepted for certain. */
export function notAcceptedTexts(outcome: SentRequest['outcome']): ErrorTexts {
	if ('unknown' in outcome) return outcome.unknown;
	return 'failed' in outcome ? textsOf(outcome.failed) : { message: '', description: '' };
}
