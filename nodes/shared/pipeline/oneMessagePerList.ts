import type { INode, NodeOperationError } from 'n8n-workflow';

import { optionPath } from '../fields/field';
import { severalPerListForLists } from '../fields/campaignFields';
import { entriesOf, groupedBy } from '../rules/lists';
import { isOn } from '../values/addedOptions';
import { messageHash, type Reached } from '../ledger/ledger';
import { accountKey } from '../service/itemCredential';
import { hashOf } from '../service/keys';
import { operationError } from '../service/nodeErrors';
import { eachGivingWay } from '../service/pause';
import { openRows, refuse } from './fate';
import { recalled, type Row, type ItemsRun } from './row';

/** A row to distribution lists. */
interface ToLists {
	row: Row;
	codes: string;
	/** Equal for requests that are one. */
	request: string;
	message: string;
}

/**
 * Keeps a distribution list to one message a run, whichever try and operation sends it: equal requests are one, others
 * are refused.
 */
export async function oneMessagePerList(run: ItemsRun): Promise<void> {
	const toLists: Array<ToLists & { list: string }> = [];
	await eachGivingWay(openRows(run), (row) => {
		const { item, body } = row.request!;
		// Requests of contacts name a list, and send nothing to it.
		const isMessage = typeof body.pid === 'string' && item.node.parameters.sendTo !== undefined;
		if (!isMessage || isOn(item, optionPath(severalPerListForLists), false)) return;
		const lists = entriesOf(body.pid).sort();
		const codes = lists.join(',');
		const request = hashOf([{ ...body, pid: codes }, row.key, accountKey(item.context)]);
		const message = messageHash(body, '');
		for (const list of lists) toLists.push({ row, codes, request, message, list });
	});
	if (toLists.length === 0) return;
	const reached = run.ledger.reached();
	for (const [list, same] of groupedBy(toLists, (each) => each.list)) {
		const [first, ...others] = same;
		const before = reached
			.get(`list ${list}`)
			?.find(({ item }) => run.rows[item]?.fate.is !== 'open');
		const messages =
			new Set(same.map(({ request }) => request)).size + (isOne(before, first) ? 0 : 1);
		const rows = same.map(({ row }) => row);
		if (messages > 1) refuse(run, rows, conflictError(run.node, list, messages));
		else if (before !== undefined) for (const row of rows) row.fate = recalled(run, before);
		else for (const { row } of others) row.as = first.row;
	}
}

/** Whether a list has a request already from an earlier try, or none at all. */
function isOne(before: Reached | undefined, { codes, message }: ToLists): boolean {
	const known = entriesOf(before?.entry.lists).sort().join(',');
	return before === undefined || (before.message === message && known === codes);
}

/** The error of rows whose list would get another message in the same run. */
function conflictError(node: INode, list: string, messages: number): NodeOperationError {
	return operationError(node, {
		message: `Every member of distribution list ${list} would receive ${messages} messages, because the items that name it do not all send the same`,
		description:
			"Give these items the same text, list codes, account and Campaign Key, or add the option 'Allow Several Messages per List'. Nothing was sent for this item.",
	});
}
