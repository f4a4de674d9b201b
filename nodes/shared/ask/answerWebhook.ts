// What a call to a waiting question may do: GET shows the page, only its form answers.
import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { sealOfApproval, type SealingAccount } from '../approve/seal';
import { inputOfWait } from '../n8n/waits';
import {
	noticePage,
	sendNotice,
	sendPage,
	setPageHeaders,
	UNKNOWN,
	type PageFor,
} from '../pages/answerPage';
import { pageTexts } from '../pages/pageTexts';
import { tokenForKeys } from '../service/secrets';
import { isLimitCall, respondentOf } from './answerLink';
import { answeredRow } from './outputRow';
import { questionPage } from './pages';
import { isOver, waitingQuestion, type Question } from './question';
import { readAnswer, submittedOf } from './readAnswer';

/**
 * The webhook of a node that waits for a person's answer. GET only shows the page, because link
 * previews and scanners open every URL. Only the page's form answers, once. It never throws: n8n
 * would resume the execution with the error.
 */
export async function answerWebhook(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	return await answerCall(context).catch(
		// The question stays open.
		() => notice(context, UNKNOWN, 'later'),
	);
}

async function answerCall(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const question = waitingQuestion(context);
	const pageFor = question ?? UNKNOWN;
	const credential = await context.getCredentials('extApi').catch(() => undefined);
	const token = tokenForKeys(credential);
	if (token === undefined) return notice(context, pageFor, 'later');
	if (question !== undefined && isLimitCall(context, question, token)) {
		return endUnanswered(context, question);
	}
	const phone = question && respondentOf(context, question, token);
	if (question === undefined || phone === undefined) return notice(context, pageFor, 'invalid');
	if (isOver(question)) return notice(context, question, 'expired');
	if (context.getRequestObject().method !== 'POST') {
		return sendPage(context, 200, questionPage(question));
	}
	return readSubmitted(context, question, phone, credential as SealingAccount);
}

function readSubmitted(
	context: IWebhookFunctions,
	question: Question,
	phone: string,
	account: SealingAccount,
): IWebhookResponseData {
	const { 'content-type': contentType } = context.getHeaderData();
	const submitted = submittedOf(context.getBodyData(), contentType);
	if (submitted === undefined) return notice(context, question, 'unclear');
	const read = readAnswer(question, submitted);
	if ('complaints' in read) {
		return sendPage(context, 400, questionPage(question, { submitted, ...read }));
	}
	const { answer } = read;
	const { approves } = question;
	// No node sends a campaign without the seal.
	const seal =
		approves !== undefined && answer.approved === true
			? { seal: sealOfApproval(context, account, approves.hash) }
			: {};
	const answered = { answeredBy: phone, answeredAt: new Date().toISOString(), timedOut: false };
	return accept(context, question, { ...answer, ...answered, ...seal });
}

/** Resumes the execution. n8n sends the page, but only if no other answer came first. */
function accept(
	context: IWebhookFunctions,
	question: Question,
	said: IDataObject,
): IWebhookResponseData {
	const items = inputOfWait(context).map((item) => ({
		...item,
		json: answeredRow(item.json, said, question),
	}));
	setPageHeaders(context);
	return {
		webhookResponse: noticePage(question, pageTexts[question.language].thanks),
		workflowData: [items],
	};
}

/** Resumes the execution with the stored rows. */
function endUnanswered(context: IWebhookFunctions, question: Question): IWebhookResponseData {
	return isOver(question)
		? { webhookResponse: { resumed: true }, workflowData: [inputOfWait(context)] }
		: { webhookResponse: { resumed: false } };
}

function notice(
	context: IWebhookFunctions,
	of: PageFor,
	name: Parameters<typeof sendNotice>[2],
): IWebhookResponseData {
	return sendNotice(context, of, name, pageTexts[of.language]);
}
