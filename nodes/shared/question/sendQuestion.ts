import {
	type IDataObject,
	type IExecuteFunctions,
	type INode,
	NodeApiError,
	type NodeOperationError,
} from 'n8n-workflow';

import { errorText } from '../n8n/errorItem';
import { postAccepted } from '../pipeline/postAccepted';
import { Ledger, purposeOf, type Entry, type Outcome } from '../sentBefore/ledger';
import { runState } from '../sentBefore/runState';
import { sendsUnknownAgain, stillUnknown } from '../sentBefore/unknownOutcome';
import { NEW_LINE } from '../pipeline/account';
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
import type { QuestionKind, SentMessage } from './question';
import { OUTCOME } from '../service/rowOutcome';
import { groupedBy } from '../rules/lists';
import { comparablePhone } from '../rules/phones';

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
	const state = runState(context);
	const ledger = new Ledger(state, purposeOf(state, 'once'));
	const executionId = context.getExecutionId();
	const sendsAgain = sendsUnknownAgain(context, 0);
	refuseAfterOther(node, ledger, sendsAgain);
	const sent: SentMessage[] = [];
	const failures: Failures = new Map();
	for (const { phone, text } of messages) {
		const body = { ...shared, [recipientWire]: phone, msg: text };
		const known = askedBefore(ledger, phone, executionId);
		const note = (outcome: Outcome) =>
			ledger.add({ items: [{ item: 0, phone }], outcome, askedBy: executionId });
		try {
			if (known && 'accepted' in known) {
				sent.push({ phone, taskId: known.accepted[0].taskId as SentMessage['taskId'] });
				continue;
			}
			if (known && !sendsAgain) throw stillUnknown(node, known);
			const reply = await postAccepted(context, { url, body, effect: 'once' });
			const { taskId } = campaignOf(reply) as { taskId: string | null };
			note({ accepted: [{ [OUTCOME]: 'accepted', taskId, recipient: phone }] });
			sent.push({ phone, taskId });
		} catch (error) {
			if (isUnknownOutcome(error)) note({ unknown: textsOf(error) });
			const isOpen = known !== undefined && 'unknown' in known && !isUnknownOutcome(error);
			failures.set(phone, asNodeError(node, isOpen ? stillUnknown(node, known) : error, 0));
		}
	}
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
function refuseAfterOther(node: INode, ledger: Ledger, sendsAgain: boolean): void {
	const other = ledger.entries.find(({ items: [[first]], askedBy }) => first === 0 && !askedBy);
	if (other === undefined) return;
	if ('accepted' in other.outcome) {
		throw operationError(node, {
			message: 'Not asked: another operation of this node already sent a message for this item',
			description: 'Run the workflow again, instead of retrying the execution, to ask.',
			itemIndex: 0,
		});
	}
	if (!sendsAgain) throw stillUnknown(node, other.outcome);
}

/**
 * What became of a person's message, however the phone is written. An execution that is tried again from the list of
 * executions is a new one: the accepted message of the earlier one led there, so another has to go.
 */
function askedBefore(ledger: Ledger, phone: string, executionId: string): Outcome | undefined {
	const asked = ledger.entries.filter(
		({ askedBy, phones = '' }) => askedBy && comparablePhone(phones) === comparablePhone(phone),
	);
	const isOfThis = ({ outcome, askedBy }: Entry) => 'unknown' in outcome || askedBy === executionId;
	const isAccepted = ({ outcome }: Entry) => 'accepted' in outcome;
	return (asked.filter(isOfThis).find(isAccepted) ?? asked.filter(isOfThis).at(-1))?.outcome;
}

/** How often n8n runs a node that fails (2.0 and 2.41, `workflow-execute`, `getRetryParams`). */
function triesOf({ retryOnFail, maxTries }: INode): number {
	return retryOnFail === true ? Math.min(5, Math.max(2, maxTries || 3)) : 1;
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
