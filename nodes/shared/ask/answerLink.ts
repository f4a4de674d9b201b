import type { IDataObject, IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

import { comparablePhone } from '../rules/phones';
import { keyFrom, sameKey } from '../service/keys';
import { LAST_LOOK, LOOK_PARAMETER } from '../waiting/watchWait';
import type { Question } from './question';

/** What a link or a page is bound to: it is worth nothing for any other question or person. */
export interface Bound {
	executionId: string;
	nodeId: string;
	askedAt: string;
	/** The recipient's phone, in the form of `comparablePhone`: a later try may write it in another way. */
	recipient: string;
}

/** What a key is for: to open the page, to answer from it, or to end the question. */
type Purpose = 'answer link' | 'answer page' | 'time limit';

/** Query parameter of the key of a link, which also says whom the link was sent to. */
const KEY_PARAMETER = 'k';

/** Bytes of a key: out of reach of guessing, and no longer than needed in a message that is paid for by length. */
const KEY_BYTES = 16;

/** A key that only someone with the token can make, for one purpose, bound to one person's question. Safe in a URL. */
export function keyFor(token: string, purpose: Purpose, bound: Bound): string {
	const { executionId, nodeId, askedAt, recipient } = bound;
	return keyFrom(token, [purpose, executionId, nodeId, askedAt, recipient])
		.subarray(0, KEY_BYTES)
		.toString('base64url');
}

/** Compares a key in constant time. */
export function isKeyFor(given: unknown, token: string, purpose: Purpose, bound: Bound): boolean {
	return sameKey(given, keyFor(token, purpose, bound));
}

/** The URL of the answer page for one recipient. */
export function answerLink(
	context: IExecuteFunctions,
	token: string,
	askedAt: string,
	phone: string,
): string {
	const key = keyFor(token, 'answer link', boundTo(context, askedAt, phone));
	return signedAddress(context, { [KEY_PARAMETER]: key });
}

/** The URL by which a question's own process ends it when the time for answers is over. */
export function limitAddress(
	context: IExecuteFunctions,
	token: string,
	{ askedAt }: Question,
): string {
	const key = keyFor(token, 'time limit', boundTo(context, askedAt));
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
	return isKeyFor(query[KEY_PARAMETER], token, 'time limit', boundTo(context, askedAt));
}

/** What a key of the execution's question is bound to; that of the time limit to no recipient. */
function boundTo(
	context: Pick<IExecuteFunctions, 'getExecutionId' | 'getNode'>,
	askedAt: string,
	recipient = '',
): Bound {
	return {
		executionId: context.getExecutionId(),
		nodeId: context.getNode().id,
		askedAt,
		recipient: comparablePhone(recipient),
	};
}

/** A person with a right link. */
export interface Respondent {
	question: Question;
	phone: string;
	/** What the page's form has to show. */
	proof: string;
	token: string;
	bound: Bound;
}

/**
 * The person a link was sent to, in whatever order a later try of the run asks; undefined when its key is not
 * right for this question.
 */
export function respondentOf(
	context: IWebhookFunctions,
	question: Question,
	token: string,
): Respondent | undefined {
	const given = (context.getQueryData() as IDataObject)[KEY_PARAMETER];
	// A phone may take the end of a sentence for a part of the link.
	const [, key] =
		/^([\w-]{22})[.,;:!?)\]]{0,3}$/.exec(typeof given === 'string' ? given : '') ?? [];
	for (const phone of question.recipients) {
		const bound = boundTo(context, question.askedAt, phone);
		if (!isKeyFor(key, token, 'answer link', bound)) continue;
		return { question, phone, token, bound, proof: keyFor(token, 'answer page', bound) };
	}
	return undefined;
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
