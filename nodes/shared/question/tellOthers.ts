import type { IWebhookFunctions } from 'n8n-workflow';

import { errorText } from '../n8n/errorItem';
import { replyError } from '../service/apiError';
import { asNodeError, fullTexts } from '../service/nodeErrors';
import { postRequest, type ServiceRequest } from '../service/postRequest';
import { countCharacters } from '../rules/text';
import { pageTexts } from './pageTexts';
import type { Answer, Question } from './question';
import type { FailedMessage } from './sendQuestion';

/** Milliseconds the service may take: whoever answered waits for the page. */
const TIMEOUT_MS = 10_000;
/** Characters of the question that are repeated. */
const REPEATED = 60;

/**
 * Tells the others who were asked, or may have been, that there is an answer, if they are to be told.
 * n8n itself turns them away from then on, without saying by whom the question was answered.
 *
 * @param phone of the person who answered
 * @returns whom it could not tell, or nobody knows whether it did, and why: the answer counts all the same
 */
export async function tellOthers(
	context: IWebhookFunctions,
	question: Question,
	phone: string,
	answer: Answer,
): Promise<FailedMessage[]> {
	const { tellsOthers, recipients, notAsked } = question;
	if (tellsOthers === undefined) return [];
	const { url, recipientWire, shared } = tellsOthers;
	const msg = othersText(question, phone, answer);
	const others = recipients.filter((each) => each !== phone && !notAsked.includes(each));
	const failed = others.map(async (other): Promise<FailedMessage[]> => {
		const body = { ...shared, [recipientWire]: other, msg };
		const error = await failureOf(context, { url, body, effect: 'once', timeoutMs: TIMEOUT_MS });
		return error === undefined ? [] : [{ phone: other, error }];
	});
	return (await Promise.all(failed)).flat();
}

/** Why a message was not accepted, or nobody knows whether it was. */
async function failureOf(
	context: IWebhookFunctions,
	request: ServiceRequest,
): Promise<string | undefined> {
	const node = context.getNode();
	try {
		const reply = await postRequest(context, request);
		return reply.kind === 'accepted' ? undefined : errorText(fullTexts(replyError(node, reply)));
	} catch (error) {
		return errorText(fullTexts(asNodeError(node, error)));
	}
}

/** For example `Answered by 0570002233: Approve. Refund 120 to Dana?` */
export function othersText(
	{ language, response, text }: Pick<Question, 'language' | 'response' | 'text'>,
	phone: string,
	answer: Answer,
): string {
	const { answeredBy } = pageTexts[language];
	const decision =
		response.kind === 'approval' && 'approved' in answer
			? `: ${answer.approved ? response.approveLabel : response.declineLabel}`
			: '';
	const repeated = [...text].slice(0, REPEATED).join('');
	const question = countCharacters(text) > REPEATED ? `${repeated}...` : repeated;
	return `${answeredBy} ${phone}${decision}. ${question}`;
}
