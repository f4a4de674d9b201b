import type { IDataObject, INode, NodeOperationError } from 'n8n-workflow';

import { recipientsOfBody } from '../rules/lists';
import { KeyedItems } from './keyedItems';
import { keptWithRun, type RunState } from '../sentBefore/runState';
import { hasCampaignKey, itemKey, rememberedRequest } from '../sentBefore/sendOnce';
import { accountKey, type RunItem } from '../service/itemCredential';
import { hashOf, WHOLE_HASH } from '../service/keys';
import { operationError } from '../service/nodeErrors';
import { eachGivingWay } from '../service/pause';
import { groupedBy } from '../rules/lists';
import { readCampaignKey } from '../rules/campaignKey';
import type { PreparedItems } from './prepareItems';
import { isOn } from './choices';
import { optionPath } from '../fields/field';
import { severalPerListForLists } from '../fields/campaignFields';
import { campaignKeyOption } from '../fields/sendingOptions';

/** What is known once all items have been compared with each other. */
export interface ComparedItems {
	/** What earlier executions sent, for items with a Campaign Key; none without one. */
	keyed?: KeyedItems;
	/** The Campaign Key of each item that has one. */
	keys: ReadonlyMap<number, string>;
	/** The item whose request represents an item's own; none for one that makes its own. */
	leaders: ReadonlyMap<number, number>;
}

/** Compares the prepared items with each other, and refuses those that must not be sent together. */
export async function holdBack({
	context,
	node,
	work,
	run,
	ready,
	problems,
}: PreparedItems): Promise<ComparedItems> {
	const isKeyed = work.effect === 'once' && hasCampaignKey(node);
	const keyed = isKeyed ? new KeyedItems(context, run) : undefined;
	const keys = new Map<number, string>();
	const toLists = new Map<number, ToLists>();
	await eachGivingWay(ready, ([index, { item, body }]) => {
		const key = keyed === undefined ? undefined : keyOf(item);
		if (key instanceof Error) {
			problems.set(index, key);
			return;
		}
		if (key !== undefined && leavesSomeOut(body)) {
			problems.set(index, limitError(item));
			return;
		}
		if (key !== undefined) keys.set(index, key);
		if (sendsToLists(item, body) && !isOn(item, optionPath(severalPerListForLists), false)) {
			toLists.set(index, requestToLists(body, accountKey(item.context), key));
		}
	});
	const hasLeft = (item: number) => rememberedRequest(run, itemKey(run, item)) !== undefined;
	const { leaders, conflicts } = compareLists(run, toLists, hasLeft);
	for (const conflict of conflicts) {
		for (const each of conflict.items) problems.set(each, listConflictError(node, each, conflict));
	}
	// One whose request is another's makes none that could be waited for.
	const followers = groupedBy([...leaders], ([, leader]) => leader);
	await eachGivingWay(keys, ([index, key]) => {
		if (leaders.has(index)) return;
		const sharing = (followers.get(index) ?? []).map(([item]) => item);
		const { item, body } = ready.get(index)!;
		keyed?.note(index, item.token, key, body, sharing);
	});
	return { keyed, keys, leaders };
}

/** What an item sends to distribution lists; the content is equal for requests that say the same. */
interface ToLists {
	codes: string[];
	content: string;
}

/** Items that send different messages to the same distribution list. */
interface ListConflict {
	list: string;
	items: number[];
	/** How many different messages its members would receive. */
	messages: number;
}

/** A request to lists in a form in which two can be compared; those of other accounts and Campaign Keys differ. */
export function requestToLists(body: IDataObject, account: string, key?: string): ToLists {
	const named = String(body.pid).split(',');
	const codes = [...new Set(named.map((code) => code.trim()))].sort();
	return { codes, content: hashOf([{ ...body, pid: codes }, key, account], WHOLE_HASH) };
}

/**
 * Keeps a distribution list to one message a run: equal requests are one, different ones are refused.
 *
 * A later try does not prepare what an earlier one sent, or may have sent: by list it is kept with the
 * execution which item that was, so that no other item sends to the list after it.
 *
 * @param requests those of this try by item, in their order
 * @param hasLeft whether an item's request of an earlier try was accepted, or may have been
 * @returns for each item that makes no request itself the one whose request represents its own
 */
export function compareLists(
	run: Pick<RunState, 'memory' | 'runIndex'>,
	requests: ReadonlyMap<number, ToLists>,
	hasLeft: (item: number) => boolean,
): { leaders: Map<number, number>; conflicts: ListConflict[] } {
	const leaders = new Map<number, number>();
	const conflicts: ListConflict[] = [];
	const named = [...requests].flatMap(([item, { codes, content }]) =>
		codes.map((list) => ({ list, item, content })),
	);
	for (const [list, same] of groupedBy(named, (each) => each.list)) {
		const kept = keptWithRun<{ item: number; content: string }>(run, 'lists');
		const before = kept[list];
		const isLeft = before !== undefined && !requests.has(before.item) && hasLeft(before.item);
		const first = isLeft ? before : { item: same[0].item, content: same[0].content };
		const items = same.map(({ item }) => item);
		const messages = new Set([first, ...same].map(({ content }) => content)).size;
		if (messages > 1) {
			conflicts.push({ list, items, messages });
			continue;
		}
		kept[list] = first;
		for (const item of items) if (item !== first.item) leaders.set(item, first.item);
	}
	return { leaders, conflicts };
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

/** The error of an item whose list would get another message in the same run. */
function listConflictError(
	node: INode,
	itemIndex: number,
	{ list, messages }: ListConflict,
): NodeOperationError {
	return operationError(node, {
		message: `Every member of distribution list ${list} would receive ${messages} messages, because the items that name it do not all send the same`,
		description:
			"Give these items the same text, list codes, account and Campaign Key, or add the option 'Allow Several Messages per List'. Nothing was sent for this item.",
		itemIndex,
	});
}
