// How each person gets the message of a question.
import { NodeApiError, type IDataObject, type IExecuteFunctions, type INode } from 'n8n-workflow';

import { Ledger, purposeOf } from '../ledger/ledger';
import { runState } from '../ledger/runState';
import { stillUnknown } from '../ledger/retries';
import { errorText } from '../n8n/output';
import { NEW_LINE } from '../pipeline/accountLines';
import { OPEN, type EndedRow, type Said, type Why } from '../pipeline/fate';
import { deliver, type Delivery, newRun } from '../pipeline/run';
import { groupedBy } from '../rules/lists';
import { errorForItem } from '../service/apiError';
import { campaignOf } from '../service/documentedReplies';
import { operationError, quietNumbers, requestError } from '../service/nodeErrors';
import { acceptedReply } from '../service/postRequest';
import type { QuestionKind } from './question';

/** A message to one person, with that person's link. */
export interface QuestionMessage {
	phone: string;
	text: string;
}

/** The campaign code of each accepted message; why the others may not have been accepted. */
interface SentQuestion {
	sent: IDataObject[];
	failed: IDataObject[];
}

/** A person to ask. All are of one item. */
interface AskedRow extends EndedRow {
	phone: string;
	text: string;
}

/** A person who may not have been asked, and why. */
interface Failed {
	phone: string;
	why: Why;
}

/**
 * Sends the message to each person. A message of unknown outcome may have arrived, so its link must
 * work and the question waits. A retry from the list of executions is a new execution, whose
 * question has new links. It asks again, unless an earlier message may have arrived.
 *
 * @param shared the requests' other parameters, by wire name
 * @throws NodeApiError when no one can have been asked
 */
export async function sendQuestion(
	context: IExecuteFunctions,
	{ url, recipientWire }: QuestionKind,
	shared: IDataObject,
	messages: QuestionMessage[],
): Promise<SentQuestion> {
	const node = context.getNode();
	const state = runState(context);
	const ledger = new Ledger(state, purposeOf(state));
	refuseAfterEarlier(node, ledger);
	const rows = messages.map((message): AskedRow => ({ item: 0, ...message, fate: OPEN }));
	const deliveries = rows.map((row): Delivery<AskedRow> => {
		const { phone, text } = row;
		const request = async () => {
			const body = { ...shared, [recipientWire]: phone, msg: text };
			const { taskId } = campaignOf(await acceptedReply(context, { url, body, effect: 'once' }));
			return [{ rows: [row], says: [{ outcome: 'accepted', taskId, recipient: phone } as Said] }];
		};
		return {
			rows: [row],
			request,
			noted: () => [{ items: [{ item: 0, phone }], isQuestion: true }],
		};
	});
	// One failure does not keep the others from being asked.
	await deliver({ ...newRun(context, rows, ledger), stops: false }, deliveries, 1);
	const failed = rows.flatMap(({ phone, fate }) =>
		'why' in fate ? [{ phone, why: fate.why }] : [],
	);
	if (rows.every(({ fate: { is } }) => is !== 'accepted' && is !== 'unknown')) {
		throw noneSent(node, failed);
	}
	return {
		sent: rows.flatMap(({ phone, fate }) =>
			fate.is === 'accepted' ? [{ phone, taskId: fate.says[0].taskId }] : [],
		),
		failed: failed.map(({ phone, why }) => ({ phone, error: saidOf(why) })),
	};
}

const saidOf = ({ reason, fix }: Why) => errorText({ message: reason, description: fix });

/** @throws an error if an earlier outcome is unknown, or another operation sent a message */
function refuseAfterEarlier(node: INode, ledger: Ledger): void {
	const earlier = ledger.entries.filter(({ items: [[first]] }) => first === 0);
	for (const { outcome } of earlier) if ('unknown' in outcome) throw stillUnknown(node, outcome);
	if (earlier.every(({ isQuestion }) => isQuestion)) return;
	throw operationError(node, {
		message: 'Not asked: another operation of this node already sent a message for this item',
		description: 'Run the workflow again, instead of retrying the execution, to ask.',
		itemIndex: 0,
	});
}

/** The error if no one was asked. */
function noneSent(node: INode, failed: Failed[]): Error {
	const [{ why: first }] = failed;
	if (failed.length === 1) {
		const { error, reason: message, fix: description } = first;
		if (error instanceof NodeApiError) return errorForItem(node, error, 0);
		return error ?? requestError(node, { message, description, itemIndex: 0 });
	}
	const byReason = groupedBy(failed, ({ why }) => saidOf(why));
	const lines = [...byReason].map(
		([reason, those]) => `${those.map(({ phone }) => phone).join(', ')}: ${reason}`,
	);
	const texts = quietNumbers({
		message: `None of ${failed.length} messages was accepted: ${first.reason}`,
		description: lines.join(NEW_LINE),
	});
	return requestError(node, { ...texts, itemIndex: 0, outcome: 'refused' });
}
