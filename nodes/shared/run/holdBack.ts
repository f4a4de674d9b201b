import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { recipientsOfBody } from '../rules/lists';
import { KeyedItems } from './keyedItems';
import type { RunState } from '../sentBefore/runState';
import { isRemembered, itemKey } from '../sentBefore/sendOnce';
import { listConflictError, SharedLists } from '../sentBefore/sharedLists';
import { accountKey, type RunItem } from '../service/itemCredential';
import { operationError } from '../service/nodeErrors';
import { readCampaignKey } from '../rules/text';
import type { PerItemWork, PreparedItems } from './prepareItems';
import { isOn } from './addedOptions';
import { optionPath } from '../fields/field';
import { severalPerListForLists } from '../fields/campaignFields';
import { campaignKeyOption } from '../fields/sendingOptions';

/** What is known once all items have been compared with each other. */
export interface ComparedItems {
	/** What earlier executions sent, for items with a Campaign Key; none without one. */
	keyed?: KeyedItems;
	/** The item whose request represents an item's own; undefined for one that makes its own. */
	leaderOf(item: number): number | undefined;
}

/** Compares the prepared items with each other, and refuses those that must not be sent together. */
export function holdBack(
	context: IExecuteFunctions,
	{ effect }: PerItemWork,
	run: RunState,
	{ node, ready, problems }: PreparedItems,
): ComparedItems {
	const keyed = effect === 'once' ? KeyedItems.of(context) : undefined;
	const lists = new SharedLists(run, (item) => isRemembered(run, itemKey(run, item)));
	for (const [index, { item, body }] of ready) {
		const key = keyed === undefined ? undefined : keyOf(item);
		if (key instanceof Error) {
			problems.set(index, key);
			continue;
		}
		if (key !== undefined && leavesSomeOut(body)) {
			problems.set(index, limitError(item));
			continue;
		}
		if (key !== undefined) keyed?.note(index, key, body);
		if (sendsToLists(item, body) && !isOn(item, optionPath(severalPerListForLists), false)) {
			lists.note(index, body, { account: accountKey(item.context), key });
		}
	}
	lists.leaderOf(0);
	for (const conflict of lists.conflicts) {
		for (const each of conflict.items) {
			problems.set(each, listConflictError(node, each, conflict));
		}
	}
	return { keyed, leaderOf: (item) => lists.leaderOf(item) };
}

/** Whether a request is sent to the members of lists; those of contacts name a list, and send nothing to it. */
function sendsToLists({ node }: RunItem, { pid }: IDataObject): boolean {
	return typeof pid === 'string' && node.parameters.sendTo !== undefined;
}

/** Whether the service ends the campaign before everybody got it, without saying who did. */
function leavesSomeOut({ ms, ...body }: IDataObject): boolean {
	return ms !== undefined && body.pid === undefined && Number(ms) < recipientsOfBody(body).length;
}

function limitError({ node, index }: RunItem): Error {
	return operationError(node, {
		message:
			"'Message Limit' is lower than the number of recipients, which doesn't work with a Campaign Key: the service doesn't report who was skipped",
		description:
			'Remove one of the two options, or some recipients. Nothing was sent for this item.',
		itemIndex: index,
	});
}

/** The Campaign Key of an item; the error of one whose key is empty, which would be protected by nothing. */
function keyOf(item: RunItem): string | Error {
	const read = readCampaignKey(item.parameter(optionPath(campaignKeyOption), ''));
	if ('value' in read) return read.value;
	return operationError(item.node, {
		message: `Campaign Key ${read.problem.rule}`,
		description: `${read.problem.fix} Nothing was sent for this item.`,
		itemIndex: item.index,
	});
}
