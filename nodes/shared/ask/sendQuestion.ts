import { NodeApiError, type IDataObject, type IExecuteFunctions, type INode } from 'n8n-workflow';

import { errorText } from '../n8n/errorItem';
import { NEW_LINE } from '../pipeline/accountLines';
import { deliver, type Delivery } from '../pipeline/deliver';
import { newRun } from '../pipeline/run';
import { groupedBy } from '../rules/lists';
import { comparablePhone } from '../rules/phones';
import {
	fateOf,
	OPEN,
	openRows,
	whyOf,
	type EndedRow,
	type Fate,
	type Said,
	type Why,
} from '../pipeline/fate';
import { Ledger, purposeOf, type Entry } from '../ledger/ledger';
import { runState } from '../ledger/runState';
import { sendsUnknownAgain, stillUnknown } from '../ledger/unknownOutcome';
import { errorForItem } from '../service/apiError';
import { campaignOf } from '../service/campaignOf';
import {
	isUnknownOutcome,
	operationError,
	quietNumbers,
	requestError,
} from '../service/nodeErrors';
import { acceptedReply } from '../service/postRequest';
import type { QuestionKind, SentMessage } from './question';

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

/** A person to ask. All are of one item. */
interface AskedRow extends EndedRow {
	phone: string;
	text: string;
}

/** Why messages were not accepted, by phone. */
type Failures = Map<string, Why>;

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
	const askedBy = context.getExecutionId();
	const sendsAgain = sendsUnknownAgain(context, 0);
	refuseAfterOther(node, ledger, sendsAgain);
	const rows = messages.map((message): AskedRow => {
		const before = askedBefore(ledger, message.phone, askedBy);
		return { item: 0, ...message, before, fate: fateOfBefore(node, before, sendsAgain) };
	});
	const deliveries = openRows({ rows }).map((row): Delivery<AskedRow> => {
		const { phone, text } = row;
		const request = async () => {
			const body = { ...shared, [recipientWire]: phone, msg: text };
			const { taskId } = campaignOf(await acceptedReply(context, { url, body, effect: 'once' }));
			return [{ rows: [row], says: [{ outcome: 'accepted', taskId, recipient: phone } as Said] }];
		};
		return { rows: [row], request, noted: () => [{ items: [{ item: 0, phone }], askedBy }] };
	});
	// That one person cannot be asked keeps no other from it.
	const run = { ...newRun(context, rows, ledger), stops: false };
	await deliver(run, deliveries, 1);
	const sent = rows.flatMap(({ phone, fate }): SentMessage[] =>
		fate.is === 'accepted' ? [{ phone, taskId: fate.says[0].taskId as SentMessage['taskId'] }] : [],
	);
	const failures: Failures = new Map(
		rows.flatMap(({ phone, fate }) => ('why' in fate ? [[phone, fate.why] as const] : [])),
	);
	const unasked = rows.filter(({ fate: { is } }) => is !== 'accepted' && is !== 'unknown');
	// The link of another execution's message leads there, and not to this one.
	const mayHaveLink = ({ fate, before }: AskedRow) =>
		fate.is === 'accepted' ||
		(fate.is === 'unknown' && (sendsAgain || before === undefined || before.askedBy === askedBy));
	const mayBeAsked = rows.some(mayHaveLink);
	const isSentAgain = sendsAgain && tries < triesOf(node);
	if (!mayBeAsked || (sent.length === 0 && isSentAgain))
		throw noneSent(context, failures, unasked.length < rows.length);
	return {
		sent,
		failed: [...failures].map(([phone, why]) => ({ phone, error: saidOf(why) })),
		notAsked: unasked.map(({ phone }) => phone),
	};
}

const saidOf = ({ reason, fix }: Why) => errorText({ message: reason, description: fix });

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
function askedBefore(ledger: Ledger, phone: string, executionId: string): Entry | undefined {
	const asked = ledger.entries.filter(
		({ askedBy, phones = '' }) => askedBy && comparablePhone(phones) === comparablePhone(phone),
	);
	const isOfThis = ({ outcome, askedBy }: Entry) => 'unknown' in outcome || askedBy === executionId;
	const isAccepted = ({ outcome }: Entry) => 'accepted' in outcome;
	return asked.filter(isOfThis).find(isAccepted) ?? asked.filter(isOfThis).at(-1);
}

function fateOfBefore(node: INode, before: Entry | undefined, sendsAgain: boolean): Fate {
	if (before === undefined) return OPEN;
	const { outcome } = before;
	if ('accepted' in outcome) return fateOf(outcome.accepted);
	return sendsAgain ? OPEN : { is: 'unknown', why: whyOf(stillUnknown(node, outcome)) };
}

/** How often n8n runs a node that fails (2.0 and 2.41, `workflow-execute`, `getRetryParams`). */
function triesOf({ retryOnFail, maxTries }: INode): number {
	return retryOnFail === true ? Math.min(5, Math.max(2, maxTries || 3)) : 1;
}

/** No one was asked, or no one knows whether a person was and the message is sent again. */
function noneSent(context: IExecuteFunctions, failures: Failures, isUnknown: boolean): Error {
	const node = context.getNode();
	const whys = [...failures.values()];
	const outcome = isUnknown ? 'unknown' : 'refused';
	const first = whys.find(({ error }) => isUnknownOutcome(error)) ?? whys[0];
	if (whys.length === 1) {
		const { error, reason: message, fix: description } = first;
		if (error instanceof NodeApiError) return errorForItem(node, error, 0);
		return error ?? requestError(node, { message, description, itemIndex: 0, outcome });
	}
	const byReason = groupedBy([...failures], ([, why]) => saidOf(why));
	const lines = [...byReason].map(
		([reason, failed]) => `${failed.map(([phone]) => phone).join(', ')}: ${reason}`,
	);
	return requestError(node, {
		...quietNumbers({
			message: `None of ${whys.length} messages was accepted: ${first.reason}`,
			description: lines.join(NEW_LINE),
		}),
		...{ itemIndex: 0, outcome },
	});
}
