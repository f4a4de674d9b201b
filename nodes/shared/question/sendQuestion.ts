import {
	NodeApiError,
	type IDataObject,
	type IExecuteFunctions,
	type INode,
	type NodeOperationError,
} from 'n8n-workflow';

import { errorText } from '../n8n/errorItem';
import { postAccepted } from '../run/postAccepted';
import { runState } from '../sentBefore/runState';
import { rememberedRequest, sendOnce, sendsUnknownAgain } from '../sentBefore/sendOnce';
import { NEW_LINE } from '../run/account';
import { errorForItem } from '../service/apiError';
import { campaignOf } from '../service/campaignOf';
import {
	asNodeError,
	isUnknownOutcome,
	requestError,
	fullTexts,
	quietNumbers,
} from '../service/nodeErrors';
import type { SentMessage } from './question';
import type { QuestionKind } from './question';

/** A message to one person. */
export interface QuestionMessage {
	phone: string;
	/** With the person's own link. */
	text: string;
}

/** Somebody whose message was not accepted, or nobody knows whether it was. */
export interface FailedMessage extends IDataObject {
	phone: string;
	error: string;
}

/** What became of the messages of a question. */
export interface SentQuestion {
	sent: SentMessage[];
	failed: FailedMessage[];
	/** Those of them who certainly got no message. */
	notAsked: string[];
}

/**
 * Sends the message to each person, each at most once, however often n8n tries the run again.
 *
 * A message of unknown outcome may have arrived, and its link must not lead nowhere: its question is
 * asked. Only when the person had unknown requests sent again, and n8n will try again, it fails first.
 *
 * @param shared the requests' other parameters, by wire name
 * @param tries how often n8n has run this run of the node, this time included
 * @throws NodeApiError when nobody can have been asked, or nobody was for certain and n8n tries again
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
	const sent: SentMessage[] = [];
	const failures = new Map<string, NodeApiError | NodeOperationError>();
	for (const { phone, text } of messages) {
		const body = { ...shared, [recipientWire]: phone, msg: text };
		const send = async (): Promise<Remembered> => {
			const reply = await postAccepted(context, { url, body, effect: 'once' });
			const { taskId } = campaignOf(reply) as { taskId: string | null };
			return { phone, taskId, executionId: context.getExecutionId() };
		};
		const key = keyOf(context, phone);
		await sendOnce(run, node, { key, send, mayRepeat: sendsAgain }).then(
			({ taskId }) => sent.push({ phone, taskId }),
			(error: unknown) => failures.set(phone, asNodeError(node, error, 0)),
		);
	}
	const mayBeAsked = sent.length > 0 || [...failures.values()].some(isUnknownOutcome);
	const isSentAgain = sendsAgain && tries < triesOf(node);
	if (!mayBeAsked || (sent.length === 0 && isSentAgain)) throw noneSent(context, failures);
	const failed = [...failures].map(([phone, error]) => ({
		phone,
		error: errorText(fullTexts(error)),
	}));
	const notAsked = [...failures].flatMap(([phone, error]) =>
		isUnknownOutcome(error) ? [] : [phone],
	);
	return { sent, failed, notAsked };
}

/** How often n8n runs a node that fails (1.123, 2.0 and 2.41, `workflow-execute`, `getRetryParams`). */
function triesOf({ retryOnFail, maxTries }: INode): number {
	return retryOnFail === true ? Math.min(5, Math.max(2, maxTries || 3)) : 1;
}

/** An accepted message, and the execution its link leads to. */
type Remembered = SentMessage & { executionId: string };

/**
 * The key of a person's message. An execution that is tried again from the list of executions is a new
 * one: the accepted message of the earlier one led there, so another has to go. One of unknown outcome
 * stays what it was.
 */
function keyOf(context: IExecuteFunctions, phone: string): string {
	const run = runState(context);
	const key = `${run.runIndex}:question:${phone}`;
	const executionId = context.getExecutionId();
	const earlier = rememberedRequest<Remembered>(run, key);
	const isOfAnother =
		earlier && 'accepted' in earlier && earlier.accepted.executionId !== executionId;
	return isOfAnother ? `${key}:${executionId}` : key;
}

/** Nobody was asked, or nobody knows whether anybody was and the message goes again. */
function noneSent(
	context: IExecuteFunctions,
	failures: Map<string, NodeApiError | NodeOperationError>,
): NodeApiError | NodeOperationError {
	const node = context.getNode();
	const errors = [...failures.values()];
	const unknown = errors.find(isUnknownOutcome);
	const first = unknown ?? errors[0];
	if (errors.length === 1) {
		return first instanceof NodeApiError ? errorForItem(node, first, 0) : first;
	}
	const lines = [...failures].map(([phone, error]) => `${phone}: ${errorText(fullTexts(error))}`);
	return requestError(node, {
		...quietNumbers({
			message: `None of ${errors.length} messages was accepted: ${first.message}`,
			description: lines.join(NEW_LINE),
		}),
		itemIndex: 0,
		outcome: unknown === undefined ? 'notAccepted' : 'unknown',
	});
}
