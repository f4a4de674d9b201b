// The link of a question: for whom it is, what it may do, and until when.
import type { IDataObject, IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

import { comparablePhone } from '../rules/phones';
import { keyFrom, sameKey } from '../service/secrets';
import { LAST_LOOK, LOOK_PARAMETER } from '../waiting/watchWait';
import type { Question } from './question';

/** What a key is for: to open the page and answer, or to end the question. */
type Purpose = 'answer link' | 'time limit';

/** Query parameter of the key of a link, which also says whom the link was sent to. */
const KEY_PARAMETER = 'k';

/** Bytes of a key: out of reach of guessing, and no longer than needed in a message that is paid for by length. */
const KEY_BYTES = 16;

/**
 * A key that only someone with the token can make, for one purpose, bound to one person's question: it is worth nothing
 * for any other. That of the time limit is bound to no person. Safe in a URL.
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

/** The URL by which a question's own process ends it when the time for answers is over. */
export function limitAddress(
	context: IExecuteFunctions,
	token: string,
	{ askedAt }: Question,
): string {
	const key = keyFor(context, token, 'time limit', askedAt);
	return signedAddress(context, { [LOOK_PARAMETER]: LAST_LOOK, [KEY_PARAMETER]: key });
}

/** Tells whether a call is that URL's. */
export function isLimitCall(
	context: IWebhookFunctions,
	{ askedAt }: Question,
	token: string,
): boolean {
	const query = context.getQueryData() as IDataObject;
	if (query[LOOK_PARAMETER] !== LAST_LOOK) return false;
	return sameKey(query[KEY_PARAMETER], keyFor(context, token, 'time limit', askedAt));
}

/** The phone that a link was sent to; undefined when its key is not right for this question. */
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
 * A URL of a waiting execution with its query. n8n signs it where it checks that: from 2.1 on it
 * asks for the signature of every operation named `sendAndWait`. Older versions would check it against
 * the host they believe to have, which is wrong behind many proxies, and only if asked to: there our key
 * has to do, and a message with it is shorter.
 */
function signedAddress(context: IExecuteFunctions, query: Record<string, string>): string {
	const address = new URL(context.getSignedResumeUrl(query));
	if ('setSignatureValidationRequired' in context) address.searchParams.delete('signature');
	return address.toString();
}
