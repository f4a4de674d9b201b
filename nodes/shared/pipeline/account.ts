// The error that says what became of every item.
import { NodeApiError, type IDataObject, type INode, type NodeOperationError } from 'n8n-workflow';

import { MOST_LISTED } from '../ledger/ledger';
import { asHtml } from '../n8n/output';
import { asNodeError, type ErrorTexts, operationError, requestError } from '../service/nodeErrors';
import {
	accountOf,
	countOf,
	NEW_LINE,
	standings,
	type ByStanding,
	type RunAccount,
} from './accountLines';
import { descriptionOf, headline, whatToDo } from './accountWords';

/**
 * The error of a run under "On Error: Stop": what became of every item, by n8n's item number, which
 * counts from 0. Equal reasons are one line.
 *
 * n8n (2.0 and 2.41, `routing-node`) throws the first failed item's error and says nothing of the
 * others, whose requests were sent. Delete this when its error accounts for all items.
 *
 * @param cause what stopped it, if that is no item's error
 * @returns an error whose `context` has a list for each {@link Standing}: reasons with their first
 *   rows, and how many rows those have; `counts` has the number of items in each
 */
export function stoppedError(
	node: INode,
	run: RunAccount,
	cause?: ErrorTexts,
): NodeApiError | NodeOperationError {
	const { lines, phones, count } = run;
	const account = accountOf(lines);
	const [first] = [...account.unknown, ...account.refused];
	const { error } = first ?? {};
	const context = contextOf(account, phones);
	if (count === 1 && error !== undefined && cause === undefined) {
		const original = asNodeError(node, error);
		Object.assign(original.context, context, { itemIndex: first.items[0] });
		original.description = asHtml(original.description ?? '');
		return original;
	}
	const isOfRequest = error instanceof NodeApiError || first?.standing !== 'refused';
	const description = [
		...(cause === undefined ? [] : [cause.description.trim()]),
		...descriptionOf(account, { phones, count }, node),
		cause === undefined ? whatToDo(node, account, run) : '',
	];
	return (isOfRequest ? requestError : operationError)(node, {
		message: cause?.message ?? headline(node, account, count, isOfRequest),
		description: description
			.filter((line) => line !== '')
			.map(asHtml)
			.join(NEW_LINE),
		...(first !== undefined && cause === undefined ? { itemIndex: first.items[0] } : {}),
		outcome: account.unknown.length > 0 ? 'unknown' : 'refused',
		...(error instanceof NodeApiError && { httpCode: error.httpCode ?? undefined }),
		context,
	});
}

function contextOf(account: ByStanding, phones: RunAccount['phones']): IDataObject {
	const context: IDataObject = {};
	const counts: IDataObject = {};
	for (const standing of standings) {
		let rows = 0;
		context[standing] = account[standing]
			.slice(0, MOST_LISTED)
			.map(({ items, reason, fix, facts }) => {
				const listed = items.slice(0, MOST_LISTED - rows);
				rows += listed.length;
				return {
					...facts,
					reason,
					fix,
					rows: listed.map((item) => ({ item, phone: phones.get(item) })),
					count: items.length,
				};
			});
		counts[standing] = countOf(account[standing]);
	}
	return { ...context, counts };
}
