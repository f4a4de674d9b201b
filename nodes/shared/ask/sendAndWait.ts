import {
	WAIT_INDEFINITELY,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';

import { CAMPAIGN, isShared } from '../approve/previewed';
import { giveHint } from '../n8n/hints';
import { putToWait } from '../n8n/waits';
import { inputError, operationError } from '../service/nodeErrors';
import { OUTCOME } from '../service/rowOutcome';
import { wireParameters } from '../fields/wireFields';
import { isLocalAddress } from '../rules/addresses';
import { withHiddenShown } from '../rules/text';
import { n8nGoesOnAt, watchWait } from '../waiting/watchWait';
import { answerLink, limitAddress } from './answerLink';
import { readCampaign } from './campaignApproval';
import { answerRow, campaignRow, unanswered } from './outputRow';
import { countTry, rememberQuestion, type Question, type QuestionKind } from './question';
import { CAMPAIGN_APPROVAL } from './questionFields';
import { readQuestion, type ReadQuestion } from './readQuestion';
import { checkReview } from './review';
import { sendQuestion, type QuestionMessage } from './sendQuestion';

/**
 * Sends a question with a link to its answer page and puts the execution to wait for the answer, or for
 * the end of the time it counts in.
 *
 * @returns what n8n outputs when no one answers in time: the row, `timedOut`, and of an approval
 *   `approved: false`
 * @throws NodeOperationError for what breaks a rule, NodeApiError when no one can have been asked
 */
export async function sendAndWait(
	context: IExecuteFunctions,
	kind: QuestionKind,
): Promise<INodeExecutionData[][]> {
	refuseWhatCannotWait(context);
	// Read before anything is sent: a question that was sent must not fail for its credential.
	const token = String((await context.getCredentials('extApi', 0)).token);
	const question = await ask(context, kind, token);
	const left = leftItems(context, question);
	await waitFor(context, question, token);
	// n8n passes a waiting node's input on as its output when the time is over.
	context.getExecuteData().data.main = [left];
	// n8n takes failed items out of this list.
	return [[...left]];
}

/** What is output if there is no answer in time. */
function leftItems(
	context: IExecuteFunctions,
	{ row, sending, response }: Question,
): INodeExecutionData[] {
	const own = { ...unanswered(response), ...sending };
	const items = context.getInputData();
	if (response.kind !== CAMPAIGN_APPROVAL) {
		const json = answerRow(context.getNode(), row, own);
		return [{ ...items[0], json, pairedItem: { item: 0 } }];
	}
	return items.map((each) => {
		const json = campaignRow(each.json, own);
		return json === each.json ? each : { ...each, json };
	});
}

/** Puts the execution to wait, and makes sure that it continues when the time for answers is over. */
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
	return context.getNodeParameter('responseType', 0, 'approval') === CAMPAIGN_APPROVAL;
}

async function ask(
	context: IExecuteFunctions,
	kind: QuestionKind,
	token: string,
): Promise<Question> {
	const campaign = asksOfCampaign(context) ? await readCampaign(context) : undefined;
	const read = readQuestion(context, kind, campaign);
	const reviewed = checkReview(context, read.message);
	const { message, recipients, shared, ...asked } = read;
	const { askedAt, tries } = countTry(context);
	const messages = messagesFor(context, read, askedAt, token);
	checkMessages(context, kind, messages);
	const { sent, failed } = await sendQuestion(context, kind, shared, messages, tries);
	if (sent.length === 0) giveHint(context, unknownHint(read), 'warning');
	const { parameters } = context.getNode();
	const question: Question = {
		...{ executionId: context.getExecutionId(), askedAt, ...asked },
		text: withHiddenShown(message, String(parameters.message)),
		from: withHiddenShown(asked.from, String(parameters.from)),
		...{ ...reviewed, recipients },
		row: asked.response.kind === CAMPAIGN_APPROVAL ? {} : (context.getInputData()[0]?.json ?? {}),
		sending: {
			// The rows of a campaign, which have yet to be sent, have columns of these names.
			...(!campaign && {
				[OUTCOME]: sent.length === 0 ? 'unknown' : 'accepted',
				...messageCount(kind, messages, sent),
			}),
			sentTo: sent,
			...(failed.length === 0 ? {} : { failedFor: failed }),
		},
	};
	rememberQuestion(context, question);
	return question;
}

/** No one was asked for certain, and someone may have been. */
function unknownHint({ limitAt }: ReadQuestion): string {
	const end = limitAt === undefined ? " Without 'Limit Wait Time' it waits forever." : '';
	return `A message may have been sent: see 'failedFor' in the output. The workflow waits, because its link may have arrived.${end}`;
}

/** What the accepted messages are billed as, with their links. */
function messageCount(
	{ messagesOf }: QuestionKind,
	messages: QuestionMessage[],
	sent: IDataObject[],
): IDataObject {
	if (messagesOf === undefined) return {};
	const accepted = messages.filter(({ phone }) => sent.some((each) => each.phone === phone));
	return { messages: accepted.reduce((sum, { text }) => sum + messagesOf(text), 0) };
}

/** The message to each person, with a link that is good for that person and this question only. */
function messagesFor(
	context: IExecuteFunctions,
	{ recipients, message }: ReadQuestion,
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
	{ fields }: QuestionKind,
	messages: QuestionMessage[],
): void {
	const { label: field, reader } = wireParameters(fields).msg;
	for (const { text } of messages) {
		const read = reader(text);
		if ('value' in read) continue;
		const { rule, fix } = read.problem;
		const problem = { rule: `with its link ${rule}`, fix, field };
		throw inputError(context.getNode(), [problem], 0);
	}
}

/** No one but this machine could open such a link; in tests of a workflow that may be what is wanted. */
function localHint(link: string): string | undefined {
	if (!isLocalAddress(link)) return undefined;
	return `The link in the message begins with ${new URL(link).origin}, which no phone can open. Set the environment variable N8N_WEBHOOK_URL (WEBHOOK_URL before 2.41) of n8n to its public URL.`;
}
