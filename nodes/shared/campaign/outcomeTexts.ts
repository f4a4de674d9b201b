import { textsOf, type ErrorTexts } from '../service/nodeErrors';
import type { SentRequest } from './campaignMemory';

/** Message and advice of a request that was not accepted for certain, and whether it may have been. */
export function notAcceptedTexts(
	outcome: SentRequest['outcome'],
): ErrorTexts & { isUnknown: boolean } {
	if ('unknown' in outcome) return { ...outcome.unknown, isUnknown: true };
	const texts = 'failed' in outcome ? textsOf(outcome.failed) : { message: '', description: '' };
	return { ...texts, isUnknown: false };
}
