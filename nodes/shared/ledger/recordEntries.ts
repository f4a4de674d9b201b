// How the record of a Campaign Key is kept in n8n's storage.
import { keyFrom, secretFrom } from '../service/secrets';

/**
 * What a record of sent messages holds: entries of a storage that tells of an entry whether it is
 * there, and nothing else.
 */

/** Names the one message to a recipient under a key, the same in every execution. */
export type Mark = string;

/** A recipient of a record. */
export interface Marked {
	mark: Mark;
	/** The mark of the Campaign Key. */
	key: Mark;
}

/** What happened to messages before, by mark. */
export interface Found {
	/** Accepted by the service. */
	sent: Set<Mark>;
	/** Sent; whether it was accepted is unknown, and it is not to be sent now. */
	unknown: Set<Mark>;
}

/** How a record is looked at. */
export interface Look {
	/** Nothing will be sent, so nothing stays recorded. */
	isOnlyLook?: boolean;
	/** What of the unknown is to be sent again, where its request is known to be over. */
	sendsAgain?: (mark: Mark) => boolean;
}

/**
 * Makes the marks of recipients under Campaign Keys, such as phones in the form that is compared. They are stored for
 * long, so they need the account's token: anyone who has only them could otherwise try every phone.
 */
export function marker(token: string): (campaignKey: string, recipient: string) => Marked {
	const secret = secretFrom(token, ['record']);
	const markOf = (...named: string[]) => keyFrom(secret, named).toString('base64url');
	let last: { campaignKey?: string; key: Mark } = { key: '' };
	return (campaignKey, recipient) => {
		if (last.campaignKey !== campaignKey) last = { campaignKey, key: markOf(campaignKey) };
		return { mark: markOf(campaignKey, recipient), key: last.key };
	};
}

/** The key was used before. */
export const usedEntry = (key: Mark) => `used ${key}`;

/** The service accepted the message. */
export const sentEntry = (mark: Mark) => `sent ${mark}`;

/** A request for the message was sent, or is about to be: the first attempt, or a later one after an unknown outcome. */
export const leftEntry = (mark: Mark, attempt = 1) =>
	attempt === 1 ? `left ${mark}` : `left ${mark} ${attempt}`;

/** That request is over, and what happened to it is unknown. One of a process that died has no such entry. */
export const overEntry = (mark: Mark, attempt: number) => `over ${mark} ${attempt}`;
