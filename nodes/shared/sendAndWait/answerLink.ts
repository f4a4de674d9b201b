import { createHmac } from 'crypto';
import type { IExecuteFunctions } from 'n8n-workflow';

import { sameKey } from '../validation/sameKey';

/** What a link or a page is bound to: it is worth nothing for any other question or person. */
export interface Bound {
	executionId: string;
	nodeId: string;
	/** When the question was asked. */
	askedAt: string;
	/** The recipient's phone. */
	recipient: string;
}

/** What a key is for: to open the page, to answer from it, or to confirm an answer. */
type Purpose = 'answer link' | 'answer page' | 'confirmation';

/** Query parameters of a link: the recipient's place among all, and the key. */
export const RECIPIENT_PARAMETER = 'r';
export const KEY_PARAMETER = 'k';

/** Bytes of a key: out of reach of guessing, and no longer than needed in a message that is paid for by length. */
const KEY_BYTES = 16;

/** Methods that only some versions of n8n have. */
interface OlderContext {
	getSignedResumeUrl?: IExecuteFunctions['getSignedResumeUrl'];
	/** Had by versions that check signatures of waiting executions only when asked to, by host. */
	setSignatureValidationRequired?: () => void;
}

/**
 * A key that only somebody with the token can make, for one purpose. Safe in an address.
 *
 * @param more what else it is bound to
 */
export function keyFor(token: string, purpose: Purpose, bound: Bound, more: string[] = []): string {
	const { executionId, nodeId, askedAt, recipient } = bound;
	return createHmac('sha256', token.trim())
		.update(JSON.stringify([purpose, executionId, nodeId, askedAt, recipient, ...more]))
		.digest()
		.subarray(0, KEY_BYTES)
		.toString('base64url');
}

/** Compares a key in constant time. */
export function isKeyFor(given: unknown, token: string, purpose: Purpose, bound: Bound): boolean {
	return sameKey(given, keyFor(token, purpose, bound));
}

/** Tells whether this n8n has addresses for answers at all. */
export function hasAnswerAddresses(context: IExecuteFunctions): boolean {
	return typeof (context as OlderContext).getSignedResumeUrl === 'function';
}

/**
 * The address of the page for one recipient. n8n signs it where it checks that: from 2.1 on it asks
 * for the signature of every operation named `sendAndWait`. Older versions would check it against the
 * host they believe to have, which is wrong behind many proxies, and only if asked to: there our key
 * has to do, and the message is shorter.
 *
 * @param place the recipient's place among all
 */
export function answerLink(context: IExecuteFunctions, place: number, key: string): string {
	const address = new URL(
		context.getSignedResumeUrl({ [RECIPIENT_PARAMETER]: String(place), [KEY_PARAMETER]: key }),
	);
	if ('setSignatureValidationRequired' in context) address.searchParams.delete('signature');
	return address.toString();
}

/** Hosts that only this machine can reach. */
const LOCAL = /^(?:localhost|127\.[\d.]+|\[::1\]|0\.0\.0\.0)$/;

/** Tells whether a phone could never open an address. */
export function isLocalAddress(address: string): boolean {
	return LOCAL.test(new URL(address).hostname);
}
