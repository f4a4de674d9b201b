// How a node sends each person a question and puts the execution to wait.
import {
	WAIT_INDEFINITELY,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';

import { CAMPAIGN, isShared } from '../approve/previewed';
import { giveHint } from '../n8n/output';
import { putToWait } from '../n8n/waits';
import { isLocalAddress } from '../rules/addresses';
import { textOf, withHiddenShown } from '../rules/text';
import { accountOfRun } from '../service/connection';
import { inputError, operationError } from '../service/nodeErrors';
import { OUTCOME } from '../service/rowOutcome';
import { n8nGoesOnAt, watchWait } from '../waiting/watchWait';
import { answerLink, limitAddress } from './answerLink';
import { readCampaign } from './campaignApproval';
import { unansweredRow } from './outputRow';
import { rememberQuestion, type Question, type QuestionKind } from './question';
import { CAMPAIGN_APPROVAL, limitOption, questionMessageField } from './questionFields';
import { readQuestion, type ReadQuestion } from './readQuestion';
import { checkReview } from './review';
import { sendQuestion, type QuestionMessage } from './sendQuestion';

/**
 * Sends a question with a link to its answer page. Then it waits for the answer or the time limit.
 *
 * @returns what n8n outputs when the time is over: the row, `timedOut`, and for an approval
 *   `approved: false`
 * @throws NodeOperationError for what breaks a rule, NodeApiError when no one can have been asked
 */
export async function sendAndWait(
	context: IExecuteFunctions,
	kind: QuestionKind,
): Promise<INodeExecutionData[][]> {
	refuseWhatCannotWait(context);
	// Read before sending: a question that was sent must not fail for its credential.
	const { token } = await accountOfRun(context);
	const { question, sending } = await ask(context, kind, token);
	const node = context.getNode();
	const left = context.getInputData().map((item, index) => {
		const json = unansweredRow(node, item.json, question, sending);
		return json === item.json ? item : { ...item, json, pairedItem: { item: index } };
	});
	await waitFor(context, question, token);
	// When the time is over, n8n outputs a waiting node's input.
	context.getExecuteData().data.main = [left];
	// n8n removes failed items from this list.
	return [[...left]];
}

/** Puts the execution to wait, and makes it continue when the time for answers is over. */
async function waitFor(
	context: IExecuteFunctions,
	question: Question,
	token: string,
): Promise<void> {
	const { limitAt } = question;
	if (limitAt === undefined) return await putToWait(context, WAIT_INDEFINITELY);
	const address = limitAddress(context, token, question);
	await putToWait(context, new Date(n8nGoesOnAt(limitAt)));
	void watchWait(context, {
		...{ startsAt: limitAt, limitAt },
		addressFor: () => address,
		isOver: () => false,
	});
}

function refuseWhatCannotWait(context: IExecuteFunctions): void {
	const node = context.getNode();
	const count = context.getInputData().length;
	if (count > 1 && !asksOfCampaign(context)) {
		throw operationError(node, {
			message: `Send and Wait for Response takes one item, but got ${count}`,
			description: context.getInputData().some(({ json }) => isShared(json[CAMPAIGN]))
				? "These items are the preview of a campaign: set 'Response Type' to Campaign Approval. Nothing was sent."
				: "Put a 'Loop Over Items' node with a batch size of 1 before this one, or enter several phone numbers to ask several people. Nothing was sent.",
			context: { itemIndexes: [...Array(count).keys()] },
		});
	}
}

/** A campaign is one question, however many items its preview has. */
function asksOfCampaign(context: IExecuteFunctions): boolean {
	return context.getNode().parameters.responseType === CAMPAIGN_APPROVAL;
}

/** Asks. `sending` is what the output says of that for any answer. */
async function ask(
	context: IExecuteFunctions,
	kind: QuestionKind,
	token: string,
): Promise<{ question: Question; sending: IDataObject }> {
	const { message, shared, ...asked } = readQuestion(context, kind);
	const isOfCampaign = asked.type === CAMPAIGN_APPROVAL;
	const approves = isOfCampaign ? await readCampaign(context, kind) : undefined;
	const call = checkReview(context);
	const askedAt = new Date().toISOString();
	const messages = messagesFor(context, { ...asked, message }, askedAt, token);
	checkMessages(context, kind, messages);
	const { sent, failed } = await sendQuestion(context, kind, shared, messages);
	if (sent.length === 0) giveHint(context, unknownHint(asked), 'warning');
	const { parameters } = context.getNode();
	const question: Question = {
		...asked,
		...{ askedAt, approves, call },
		text: withHiddenShown(message, String(parameters.message)),
		from: withHiddenShown(asked.from, String(parameters.from)),
	};
	rememberQuestion(context, question);
	const sending = {
		// A campaign's rows, which are not sent yet, have a column of this name.
		...(isOfCampaign ? {} : { [OUTCOME]: sent.length === 0 ? 'unknown' : 'accepted' }),
		...{ sentTo: sent, ...(failed.length === 0 ? {} : { failedFor: failed }) },
	};
	return { question, sending };
}

/** For a question that may not have reached anyone. */
function unknownHint({ limitAt }: Pick<Question, 'limitAt'>): string {
	const end =
		limitAt === undefined ? ` Without '${limitOption.displayName}' it waits forever.` : '';
	return `A message may have been sent: see 'failedFor' in the output. The workflow waits, because its link may have arrived.${end}`;
}

/** Each person's message, with a link for that person and question only. */
function messagesFor(
	context: IExecuteFunctions,
	{ recipients, message }: Pick<ReadQuestion, 'recipients' | 'message'>,
	askedAt: string,
	token: string,
): QuestionMessage[] {
	return recipients.map((phone, index) => {
		const link = answerLink(context, token, askedAt, phone);
		if (index === 0) giveHint(context, localHint(link), 'warning');
		return { phone, text: `${message}\n${link}` };
	});
}

function checkMessages(
	context: IExecuteFunctions,
	{ longest }: QuestionKind,
	messages: QuestionMessage[],
): void {
	const { displayName: field } = questionMessageField;
	for (const { text } of messages) {
		const read = textOf({ atMost: longest })(text);
		if ('value' in read) continue;
		const { rule, fix } = read.problem;
		const problem = { rule: `with its link ${rule}`, fix, field };
		throw inputError(context.getNode(), [problem], 0);
	}
}

/** Only a warning: a test of a workflow may use a link that no other machine can open. */
function localHint(link: string): string | undefined {
	if (!isLocalAddress(link)) return undefined;
	return `The link in the message begins with ${new URL(link).origin}, which no phone can open. Set the environment variable N8N_WEBHOOK_URL (WEBHOOK_URL before 2.41) of n8n to its public URL.`;
}
