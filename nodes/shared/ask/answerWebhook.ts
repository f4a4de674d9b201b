import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { sealOfApproval, type SealingAccount } from '../approve/seal';
import { inputOfWait } from '../n8n/waits';
import { tokenForKeys } from '../service/keys';
import { isKeyFor, isLimitCall, respondentOf, type Respondent } from './answerLink';
import { answerRow, saidOfRow } from './outputRow';
import {
	noticePage,
	sendNotice,
	sendPage,
	setPageHeaders,
	UNKNOWN,
	type PageFor,
} from '../pages/answerPage';
import { questionPage } from './pages';
import { pageTexts } from '../pages/pageTexts';
import { isOver, waitingQuestion, type Answer, type Question } from './question';
import { names, readAnswer, submittedOf } from './readAnswer';

/**
 * The webhook of a node that waits for a person's answer. GET shows the page and does nothing else:
 * link previews and scanners open every URL. Only a form of that page answers, once.
 * It never throws: n8n would resume the execution with that error.
 */
export async function answerWebhook(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	return await answerCall(context).catch(
		// Whatever it was, the question stays open.
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
	const respondent = question && respondentOf(context, question, token);
	if (respondent === undefined) return notice(context, pageFor, 'invalid');
	const { question: asked, proof } = respondent;
	if (isOver(asked)) return notice(context, asked, 'expired');
	if (context.getRequestObject().method !== 'POST') {
		return sendPage(context, 200, questionPage(asked, proof));
	}
	return readForm(context, respondent, credential as SealingAccount);
}

function readForm(
	context: IWebhookFunctions,
	respondent: Respondent,
	account: SealingAccount,
): IWebhookResponseData {
	const { question, phone, proof, token, bound } = respondent;
	const { response } = question;
	const { 'content-type': contentType } = context.getHeaderData();
	const submitted = submittedOf(context.getBodyData(), contentType);
	if (submitted === undefined) return notice(context, question, 'unclear');
	if (!isKeyFor(submitted[names.proof], token, 'answer page', bound)) {
		return notice(context, question, 'invalid');
	}
	const read = readAnswer(response, submitted);
	if ('complaints' in read) {
		const { complaints } = read;
		return sendPage(context, 400, questionPage(question, proof, { submitted, complaints }));
	}
	const { answer } = read;
	const seal = sealFor(context, question, answer, account);
	return accept(context, { question, phone, answer, seal });
}

/** The seal of an approved campaign, without which no node sends it; nothing for any other answer. */
function sealFor(
	context: IWebhookFunctions,
	{ response }: Question,
	answer: Answer,
	account: SealingAccount,
): IDataObject {
	if (response.kind !== 'campaignApproval' || !('approved' in answer && answer.approved)) return {};
	return { seal: sealOfApproval(context, account, response.hash) };
}

interface Accepted {
	question: Question;
	phone: string;
	answer: IDataObject;
	/** For the item that has what rows share. */
	seal: IDataObject;
}

/** Resumes the execution. n8n itself sends the page, and only if no other answer came first. */
function accept(
	context: IWebhookFunctions,
	{ question, phone, answer, seal }: Accepted,
): IWebhookResponseData {
	const { language, row, sending, response } = question;
	const own = {
		...answer,
		answeredBy: phone,
		answeredAt: new Date().toISOString(),
		timedOut: false,
		...sending,
	};
	const items = inputOfWait(context);
	const answered =
		response.kind === 'campaignApproval'
			? items.map((item) => ({
					...item,
					json: { ...item.json, ...saidOfRow(item.json, { ...own, ...seal }) },
				}))
			: [{ ...items[0], json: answerRow(context.getNode(), row, own) }];
	setPageHeaders(context);
	return {
		webhookResponse: noticePage(question, pageTexts[language].thanks),
		workflowData: [answered],
	};
}

/** Resumes the execution with what was left for this. */
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
