// How the record of a Campaign Key is kept in n8n's storage.
import { keyFrom, secretFrom } from '../service/secrets';

/** A record of sent messages holds entries. Its storage only says whether an entry is there. */

/** Identifies the one message to a recipient under a key, in all executions. */
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
	/** Sent with an unknown outcome, and not to be sent now. */
	unknown: Set<Mark>;
}

/** How to look up messages. */
export interface Look {
	/** Nothing will be sent, so nothing stays recorded. */
	isOnlyLook?: boolean;
	/** Which unknown messages to send again, if their requests are known to be over. */
	sendsAgain?: (mark: Mark) => boolean;
}

/**
 * Makes marks of recipients, such as comparable phones, under Campaign Keys. Marks are stored for
 * long, so they need the account's token: otherwise, anyone who has them could try every phone.
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

/** A request was sent, or is about to be: the first, or a later one after an unknown outcome. */
export const leftEntry = (mark: Mark, attempt = 1) =>
	attempt === 1 ? `left ${mark}` : `left ${mark} ${attempt}`;

/** That request is over, with an unknown outcome. If its process died, there is no such entry. */
export const overEntry = (mark: Mark, attempt: number) => `over ${mark} ${attempt}`;
