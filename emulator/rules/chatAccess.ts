import type { Params } from '../protocol/params';
import { ServiceError } from '../protocol/serviceError';
import type { Actor, AuthorizeTexts } from './authorize';
import { identifyOwnNumber } from './phones';

/** The chat endpoints' own words (specification, Error words). */
export const chatAccess: Partial<AuthorizeTexts> = {
	denied: () => 'permission denied for chat-channel services',
	subDenied: () => 'sub-admin chat permission denied',
	subInactive: 'get subuser data error',
};

/** Refuses an account without a connected chat channel. */
export function requireChat(
	{ account }: Pick<Actor, 'account'>,
	text = 'chat not configured',
): void {
	if (!account.services.chat || account.chatNumbers.length === 0) {
		throw new ServiceError(text);
	}
}

/** The chat number a message leaves from: the parameter `name`, or the account's only number. */
export function readChatNumber(
	params: Params,
	{ account }: Pick<Actor, 'account'>,
	name = 'from',
): string {
	const from = params.text(name);
	if (from === undefined) {
		if (account.chatNumbers.length > 1)
			throw new ServiceError(`several chat numbers and no ${name}`);
		return account.chatNumbers[0];
	}
	const number = identifyOwnNumber(from);
	if (number === undefined || !account.chatNumbers.includes(number)) {
		throw new ServiceError(`${name} is not a chat number of the account`);
	}
	return number;
}
