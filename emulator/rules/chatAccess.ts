import type { Params } from '../protocol/params';
import { identifyOwnNumber } from './phones';
import { ServiceError } from '../protocol/serviceError';
import type { Actor, AuthorizeTexts } from './authorize';

/** The chat endpoints' own words (specification, Errors, Template-listing errors). */
export const chatAccess: Partial<AuthorizeTexts> = {
	denied: () => 'permission denied for chat-channel services',
	subDenied: () => 'sub-admin chat permission denied',
	subInactive: 'get subuser data error',
};

/** Refuses an account without a connected chat channel. */
export function requireChat({ account }: Actor, text = 'chat not configured'): void {
	if (!account.services.chat || account.chatNumbers.length === 0) {
		throw new ServiceError(text);
	}
}

/** The chat number a message leaves from: `from`, or the account's only one. */
export function readChatNumber(params: Params, { account }: Actor): string {
	const from = params.text('from');
	if (from === undefined) {
		if (account.chatNumbers.length > 1) throw new ServiceError('several chat numbers and no from');
		return account.chatNumbers[0];
	}
	const number = identifyOwnNumber(from);
	if (number === undefined || !account.chatNumbers.includes(number)) {
		throw new ServiceError('from is not a chat number of the account');
	}
	return number;
}
