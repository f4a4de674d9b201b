import {
	type IDataObject,
	type IExecuteFunctions,
	type INode,
	type IWebhookFunctions,
	NodeApiError,
	type NodeOperationError,
} from 'n8n-workflow';

import { errorText } from '../n8n/errorItem';
import { postAccepted } from '../run/postAccepted';
import { EarlierTries } from '../sentBefore/campaignMemory';
import { runState, type RunState } from '../sentBefore/runState';
import {
	itemKey,
	remember,
	rememberedRequest,
	sendOnce,
	sendsUnknownAgain,
	stillUnknown,
} from '../sentBefore/sendOnce';
import { NEW_LINE } from '../run/account';
import { errorForItem } from '../service/apiError';
import { campaignOf } from '../service/campaignOf';
import {
	asNodeError,
	fullTexts,
	isUnknownOutcome,
	operationError,
	quietNumbers,
	requestError,
	textsOf,
} from '../service/nodeErrors';
import type { Answer, Question, QuestionKind, SentMessage } from './question';
import { acceptedReply } from '../service/postRequest';
import { OUTCOME } from '../service/rowOutcome';
import { groupedBy } from '../rules/lists';
import { comparablePhone } from '../rules/phones';
import { countCharacters } from '../rules/text';
import { pageTexts } from '../pages/pageTexts';

/** A message to one person, with the person's own link. */
export interface QuestionMessage {
	phone: string;
	text: string;
}

/** Someone whose message was not accepted, or no one knows whether it was. */
interface FailedMessage extends IDataObject {
	phone: string;
	error: string;
}

/** What became of the messages of a question; `notAsked` names those of `failed` who certainly got none. */
interface SentQuestion {
	sent: SentMessage[];
	failed: FailedMessage[];
	notAsked: string[];
}

/**
 * Sends the message to each person, each at most once, however often n8n tries the run again. One of unknown
 * outcome may have arrived, and its link must not lead nowhere: its question is asked, unless it is to be sent again.
 *
 * @param shared the requests' other parameters, by wire name
 * @param tries how often n8n has run this run of the node, this time included
 * @throws NodeApiError when no one can have been asked, or no one was for certain and n8n tries again
 */
export async function sendQuestion(
	context: IExecuteFunctions,
	{ url, recipientWire }: QuestionKind,
	shared: IDataObject,
	messages: QuestionMessage[],
	tries: number,
): Promise<SentQuestion> {
	const node = context.getNode();
	const run = runState(context);
	const sendsAgain = sendsUnknownAgain(context, 0);
	refuseAfterOther(node, run, sendsAgain);
	const sent: SentMessage[] = [];
	const failures: Failures = new Map();
	for (const { phone, text } of messages) {
		const body = { ...shared, [recipientWire]: phone, msg: text };
		const send = async (): Promise<Remembered> => {
			const reply = await postAccepted(context, { url, body, effect: 'once' });
			const { taskId } = campaignOf(reply) as { taskId: string | null };
			return { phone, taskId, executionId: context.getExecutionId() };
		};
		const keys = [keyOf(context, phone)];
		await sendOnce(run, node, { keys, send, mayRepeat: sendsAgain }).then(
			({ taskId }) => sent.push({ phone, taskId }),
			(error: unknown) => failures.set(phone, asNodeError(node, error, 0)),
		);
	}
	rememberItem(run, sent, [...failures.values()]);
	const mayBeAsked = sent.length > 0 || [...failures.values()].some(isUnknownOutcome);
	const isSentAgain = sendsAgain && tries < triesOf(node);
	if (!mayBeAsked || (sent.length === 0 && isSentAgain)) throw noneSent(context, failures);
	return {
		sent,
		failed: [...failures].map(([phone, error]) => ({ phone, error: saidOf(error) })),
		notAsked: [...failures].flatMap(([phone, error]) => (isUnknownOutcome(error) ? [] : [phone])),
	};
}

/** Why messages were not accepted, by phone. */
type Failures = Map<string, NodeApiError | NodeOperationError>;

const saidOf = (error: Error) => errorText(fullTexts(error));

/** @throws NodeOperationError or NodeApiError for an item that got, or may have got, its message by another operation. */
function refuseAfterOther(node: INode, run: RunState, sendsAgain: boolean): void {
	const earlier = new EarlierTries(run).of(0, 'once');
	if (earlier === undefined || earlier.isQuestion) return;
	if ('accepted' in earlier) {
		throw operationError(node, {
			message: 'Not asked: another operation of this node already sent a message for this item',
			description: 'Run the workflow again, instead of retrying the execution, to ask.',
			itemIndex: 0,
		});
	}
	if (!sendsAgain) throw stillUnknown(node, earlier);
}

/** Remembers the question as the item's message, for another operation the node may be set to. */
function rememberItem(run: RunState, sent: SentMessage[], failures: Error[]): void {
	const unknown = failures.find(isUnknownOutcome);
	const key = itemKey(run, 0);
	if (sent.length > 0) {
		const [{ phone, taskId }] = sent;
		const whom = {
			recipientCount: sent.length,
			...(sent.length === 1 ? { recipient: phone } : {}),
		};
		const json = { [OUTCOME]: 'accepted', taskId, ...whom };
		remember(run, key, { accepted: [{ json, pairedItem: { item: 0 } }], isQuestion: true });
	} else if (unknown !== undefined) {
		remember(run, key, { unknown: textsOf(unknown), isQuestion: true });
	}
}

/** How often n8n runs a node that fails (2.0 and 2.41, `workflow-execute`, `getRetryParams`). */
function triesOf({ retryOnFail, maxTries }: INode): number {
	return retryOnFail === true ? Math.min(5, Math.max(2, maxTries || 3)) : 1;
}

/** An accepted message, and the execution its link leads to. */
type Remembered = SentMessage & { executionId: string };

/**
 * The key of a person's message, however the phone is written. An execution that is tried again from the list of
 * executions is a new one: the accepted message of the earlier one led there, so another has to go.
 */
function keyOf(context: IExecuteFunctions, phone: string): string {
	const run = runState(context);
	const key = `${run.runIndex}:question:${comparablePhone(phone)}`;
	const executionId = context.getExecutionId();
	const earlier = rememberedRequest<Remembered>(run, key);
	const isOfAnother =
		earlier && 'accepted' in earlier && earlier.accepted.executionId !== executionId;
	return isOfAnother ? `${key}:${executionId}` : key;
}

/** No one was asked, or no one knows whether a person was and the message is sent again. */
function noneSent(
	context: IExecuteFunctions,
	failures: Failures,
): NodeApiError | NodeOperationError {
	const node = context.getNode();
	const errors = [...failures.values()];
	const unknown = errors.find(isUnknownOutcome);
	const first = unknown ?? errors[0];
	if (errors.length === 1) {
		return first instanceof NodeApiError ? errorForItem(node, first, 0) : first;
	}
	const byReason = groupedBy([...failures], ([, error]) => saidOf(error));
	const lines = [...byReason].map(
		([reason, failed]) => `${failed.map(([phone]) => phone).join(', ')}: ${reason}`,
	);
	return requestError(node, {
		...quietNumbers({
			message: `None of ${errors.length} messages was accepted: ${first.message}`,
			description: lines.join(NEW_LINE),
		}),
		itemIndex: 0,
		outcome: unknown === undefined ? 'refused' : 'unknown',
	});
}

/** The person who answered waits for the page. */
const TIMEOUT_MS = 10_000;
const MOST_REPEATED = 60;

/**
 * Tells the others who were asked, or may have been, that there is an answer, if the option asks for it.
 *
 * @param phone of the person who answered
 * @returns whom it could not tell, or no one knows whether it did, and why: the answer counts all the same
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
	const node = context.getNode();
	const failed = others.map(async (other): Promise<FailedMessage[]> => {
		const body = { ...shared, [recipientWire]: other, msg };
		try {
			await acceptedReply(context, { url, body, effect: 'once', timeoutMs: TIMEOUT_MS });
			return [];
		} catch (error) {
			return [{ phone: other, error: saidOf(asNodeError(node, error)) }];
		}
	});
	return (await Promise.all(failed)).flat();
}

/** For example `Answered by 0570002233: Approve. Refund 120 to Dana?` */
function othersText(
	{ language, response, text }: Pick<Question, 'language' | 'response' | 'text'>,
	phone: string,
	answer: Answer,
): string {
	const { answeredBy } = pageTexts[language];
	const decision =
		'approveLabel' in response && 'approved' in answer
			? `: ${answer.approved ? response.approveLabel : response.declineLabel}`
			: '';
	const repeated = [...text].slice(0, MOST_REPEATED).join('');
	const question = countCharacters(text) > MOST_REPEATED ? `${repeated}...` : repeated;
	return `${answeredBy} ${phone}${decision}. ${question}`;
}
