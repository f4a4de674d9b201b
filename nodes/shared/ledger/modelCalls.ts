// Whether a model asked for the same call before.
import type { IDataObject, INode, NodeOperationError } from 'n8n-workflow';

import { isUnknownOutcome, operationError, textsOf, verbsOf } from '../service/nodeErrors';
import type { Outcome } from './ledger';
import { keptWithExecution, type RunState } from './runState';
import { stillUnknown } from './retries';

/** The call of a model for a tool. */
export interface ModelCall {
	/** None up to version 2.2 of the AI Agent. */
	id?: string;
	mayBeMadeAgain: boolean;
	/** Name what each recipient gets; for anything but a message, what is done. */
	keys: string[];
	/** The recipients in the order of the keys, where a message is sent to each; none for anything else. */
	recipients: string[];
}

/** A call as it is kept, under each of its keys. */
type Kept = Outcome & { callId?: string };

/** Requests of calls that are running, by the memory they will be kept in. */
const underWayOf = new WeakMap<object, Map<string, Promise<unknown>>>();

/**
 * Does what a model asks for at most once: a model may call a tool with the same arguments to do the same again, and
 * reads no old result as a new one. n8n runs a call again that failed, under the same ID: that is answered with its
 * result.
 *
 * @throws what `send` throws; NodeOperationError for a call that was made before and may not be made again
 */
export async function doneOnce(
	run: RunState,
	node: INode,
	call: ModelCall,
	mayRepeat: boolean,
	send: () => Promise<IDataObject[]>,
): Promise<IDataObject[]> {
	const { id, keys } = call;
	const memory = keptWithExecution<Kept>({ memory: run.sharedMemory }, 'calls');
	const underWay = underWayOf.get(memory) ?? new Map<string, Promise<unknown>>();
	underWayOf.set(memory, underWay);
	for (let other; (other = keys.map((key) => underWay.get(key)).find(Boolean)) !== undefined;) {
		// What it comes to decides over this call; that it fails is said elsewhere.
		await other.catch(() => undefined);
	}
	const known = keys.map((key, index) => ({ ...memory[key], index }));
	const accepted = known.filter((each) => 'accepted' in each);
	const isSame = id !== undefined && accepted.every(({ callId }) => callId === id);
	if (accepted.length === keys.length && isSame) return accepted[0].accepted;
	/** The recipients for whom a request was made before; none where that holds for all. */
	const namedOf = (before: Array<{ index: number }>) =>
		before.length === keys.length ? [] : before.map(({ index }) => call.recipients[index]);
	if (accepted.length > 0 && !call.mayBeMadeAgain) throw repeatedCallError(node, namedOf(accepted));
	const open = known.filter((each) => 'unknown' in each);
	if (open.length > 0 && !mayRepeat) throw stillUnknown(node, open[0], namedOf(open));
	const keep = (outcome: Outcome) => {
		for (const key of keys) memory[key] = { ...outcome, ...(id && { callId: id }) };
	};
	const sending = send().then(
		(result) => {
			// What was refused changed nothing, and may be asked for again.
			if (result.some(({ outcome }) => outcome !== 'refused')) keep({ accepted: result });
			return result;
		},
		(error: unknown) => {
			if (isUnknownOutcome(error)) keep({ unknown: textsOf(error) });
			else if (open.length > 0) return Promise.reject(stillUnknown(node, open[0], namedOf(open)));
			return Promise.reject(error as Error);
		},
	);
	for (const key of keys) underWay.set(key, sending);
	try {
		return await sending;
	} finally {
		for (const key of keys) underWay.delete(key);
	}
}

/** @param recipients those of the call that it holds for; empty for all */
function repeatedCallError(node: INode, recipients: string[]): NodeOperationError {
	return recipients.length === 0
		? operationError(node, {
				message: 'Not done: the same call was made before, and the service accepted it',
				description:
					'Its result may be outdated. If this is another request, the person has to ask for it in a new message.',
			})
		: operationError(node, {
				message: `Not done: the service accepted the same message for ${recipients.join(', ')} before`,
				description: `Nothing was ${verbsOf(node).done} by this call. Call again with the other recipients only.`,
			});
}
