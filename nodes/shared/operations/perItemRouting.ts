import type {
	IExecuteSingleFunctions,
	INodeExecutionData,
	INodePropertyRouting,
	PostReceiveAction,
} from 'n8n-workflow';

import { onlyAccepted, type AcceptedReply } from '../engine/acceptedReply';
import { aroundRequest } from '../engine/aroundRequest';
import { checkBody } from '../engine/checkBody';
import { leaveOutByChoices } from '../engine/leaveOutByChoices';
import { couldLeave } from '../engine/leaving';
import { notePrepared, preparing } from '../engine/preparing';
import { runState } from '../engine/runState';
import type { PerItemOperation } from './operation';

/**
 * The routing of an operation's option, by which n8n's declarative engine makes its requests: checked
 * before they leave, wrapped by {@link aroundRequest} (n8n calls it as the pagination), and their
 * replies read before the operation makes its output of them.
 */
export function perItemRouting(operation: PerItemOperation): INodePropertyRouting {
	const {
		endpoint,
		effect,
		fixed,
		fields,
		rules,
		prepare = [],
		complete = [],
		leaving,
	} = operation;
	const checks = [
		leaveOutByChoices(fields),
		...(rules === undefined ? [] : [checkBody(fields, rules, fixed)]),
	];
	const last = leaving === undefined ? [] : [couldLeave(leaving)];
	return {
		request: { url: endpoint, ...(fixed === undefined ? {} : { body: fixed }) },
		operations: { pagination: aroundRequest(effect, leaving) },
		send: {
			paginate: true,
			preSend: [notePrepared, ...preparing(...prepare, ...checks, ...complete, ...last)],
		},
		output: { postReceive: [onlyAccepted(operation.refusalAsAnswer), outputOf(operation)] },
	};
}

/** postReceive hook: the operation's output items, paired to their input item. */
function outputOf(operation: PerItemOperation): PostReceiveAction {
	return async function (this: IExecuteSingleFunctions, [item]: INodeExecutionData[]) {
		const itemIndex = this.getItemIndex();
		const { body = {}, says = {} } = runState(this).asked.get(itemIndex) ?? {};
		const output = await operation.output(item.json as AcceptedReply, this, body);
		return (Array.isArray(output) ? output : [output]).map((json) => ({
			json: { ...json, ...says },
			pairedItem: { item: itemIndex },
		}));
	};
}
