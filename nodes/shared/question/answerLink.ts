import { createHmac } from 'crypto';
import type { IExecuteFunctions } from 'n8n-workflow';

import { sameKey } from '../rules/sameKey';
import { LAST_LOOK, LOOK_PARAMETER, signedAddress } from '../waiting/resumeAddress';

/** What a link or a page is bound to: it is worth nothing for any other question or person. */
export interface Bound {
	executionId: string;
	nodeId: string;
	/** When the question was asked. */
	askedAt: string;
	/** The recipient's phone. */
	recipient: string;
}

/** What a key is for: to open the page, to answer from it, to confirm an answer, or to end the question. */
type Purpose = 'answer link' | 'answer page' | 'confirmation' | 'time limit';

/** What the key that ends a question is bound to: it belongs to nobody who was asked. */
export function limitBound(
	{ executionId, askedAt }: Pick<Bound, 'executionId' | 'askedAt'>,
	nodeId: string,
): Bound {
	return { executionId, nodeId, askedAt, recipient: '' };
}

/** Query parameters of a link: the recipient's place among all, and the key. */
export const RECIPIENT_PARAMETER = 'r';
export const KEY_PARAMETER = 'k';

/** Bytes of a key: out of reach of guessing, and no longer than needed in a message that is paid for by length. */
const KEY_BYTES = 16;

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

/**
 * The address of the page for one recipient.
 *
 * @param place the recipient's place among all
 */
export function answerLink(context: IExecuteFunctions, place: number, key: string): string {
	return signedAddress(context, { [RECIPIENT_PARAMETER]: String(place), [KEY_PARAMETER]: key });
}

/** The address by which a question's own process ends it when the time for answers is over. */
export function limitAddress(context: IExecuteFunctions, key: string): string {
	return signedAddress(context, { [LOOK_PARAMETER]: LAST_LOOK, [KEY_PARAMETER]: key });
}
