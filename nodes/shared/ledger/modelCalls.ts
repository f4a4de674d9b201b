// Whether a model asked for the same call before.
import type { IDataObject, INode, NodeOperationError } from 'n8n-workflow';

import { isUnknownOutcome, operationError, textsOf, verbsOf } from '../service/nodeErrors';
import type { Outcome } from './ledger';
import { keptWithExecution, type RunState } from './runState';
import { stillUnknown } from './retries';

/** A model's call of a tool. */
export interface ModelCall {
	/** Absent up to version 2.2 of the AI Agent. */
	id?: string;
	mayBeMadeAgain: boolean;
	/** Each key identifies what a recipient gets; for anything but a message, what is done. */
	keys: string[];
	/** The recipients of a message in the order of the keys; none for anything else. */
	recipients: string[];
}

/** A call as kept under each of its keys. */
type Kept = Outcome & { callId?: string };

/** Running requests of calls, by the memory for their results. */
const underWayOf = new WeakMap<object, Map<string, Promise<unknown>>>();

/**
 * Does what a model asks for at most once. A model may repeat a call to have the same done again,
 * and would take an old result for a new one. n8n repeats a failed call under the same ID, and gets
 * the earlier result.
 *
 * @throws what `send` throws; NodeOperationError for a repeated call that may not be repeated
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
		// The other call's outcome decides about this one. Its failure is reported elsewhere.
		await other.catch(() => undefined);
	}
	const known = keys.map((key, index) => ({ ...memory[key], index }));
	const accepted = known.filter((each) => 'accepted' in each);
	const isSame = id !== undefined && accepted.every(({ callId }) => callId === id);
	if (accepted.length === keys.length && isSame) return accepted[0].accepted;
	/** Recipients with an earlier request; none if all have one. */
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
			// A refused call changed nothing, and may be repeated.
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

/** @param recipients those for whom the service accepted the message before; empty for all */
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
