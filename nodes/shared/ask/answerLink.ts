// The link of a question: whom it is for, and what it may do.
import type { IDataObject, IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

import { comparablePhone } from '../rules/phones';
import { keyFrom, sameKey } from '../service/secrets';
import { LAST_LOOK, LOOK_PARAMETER } from '../waiting/watchWait';
import type { Question } from './question';

/** What a key is for: to open the page and answer, or to end the question. */
type Purpose = 'answer link' | 'time limit';

/** Query parameter of a link's key, which also says whom the link is for. */
const KEY_PARAMETER = 'k';

/** Bytes of a key: too many to guess, and few, because a message is billed by length. */
const KEY_BYTES = 16;

/**
 * A URL-safe key that only a holder of the token can make. It is valid for one purpose and one
 * person's question. The key of the time limit is bound to no person.
 */
function keyFor(
	context: Pick<IExecuteFunctions, 'getExecutionId' | 'getNode'>,
	token: string,
	purpose: Purpose,
	askedAt: string,
	phone = '',
): string {
	const bound = [context.getExecutionId(), context.getNode().id, askedAt, comparablePhone(phone)];
	return keyFrom(token, [purpose, ...bound])
		.subarray(0, KEY_BYTES)
		.toString('base64url');
}

/** The URL of the answer page for one recipient. */
export function answerLink(
	context: IExecuteFunctions,
	token: string,
	askedAt: string,
	phone: string,
): string {
	const key = keyFor(context, token, 'answer link', askedAt, phone);
	return signedAddress(context, { [KEY_PARAMETER]: key });
}

/** The URL by which a question's own process ends it at the time limit. */
export function limitAddress(
	context: IExecuteFunctions,
	token: string,
	{ askedAt }: Question,
): string {
	const key = keyFor(context, token, 'time limit', askedAt);
	return signedAddress(context, { [LOOK_PARAMETER]: LAST_LOOK, [KEY_PARAMETER]: key });
}

/** Whether a call came by that URL. */
export function isLimitCall(
	context: IWebhookFunctions,
	{ askedAt }: Question,
	token: string,
): boolean {
	const query = context.getQueryData() as IDataObject;
	if (query[LOOK_PARAMETER] !== LAST_LOOK) return false;
	return sameKey(query[KEY_PARAMETER], keyFor(context, token, 'time limit', askedAt));
}

/** The phone a link was sent to; undefined if its key is wrong for this question. */
export function respondentOf(
	context: IWebhookFunctions,
	{ askedAt, recipients }: Question,
	token: string,
): string | undefined {
	const given = (context.getQueryData() as IDataObject)[KEY_PARAMETER];
	return recipients.find((phone) =>
		sameKey(given, keyFor(context, token, 'answer link', askedAt, phone)),
	);
}

/**
 * The resume URL with its query. From 2.1 on, n8n checks the signature of every operation named
 * `sendAndWait`. Older versions check it only if asked to, and against a host that is wrong behind
 * many proxies. There our key must do, and the message is shorter without the signature.
 */
function signedAddress(context: IExecuteFunctions, query: Record<string, string>): string {
	const address = new URL(context.getSignedResumeUrl(query));
	if ('setSignatureValidationRequired' in context) address.searchParams.delete('signature');
	return address.toString();
}
