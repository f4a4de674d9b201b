import type { NodeOperationError } from 'n8n-workflow';

import { operationError } from '../transport/nodeErrors';
import { type IDataObject, type INode } from 'n8n-workflow';

/** Items that send to the same distribution list. */
export interface ListConflict {
	list: string;
	items: number[];
}

/**
 * Keeps a distribution list to one message a run, also where each item is a request of its own: equal
 * requests are one, different ones are refused. Used once the gate has all items.
 *
 * n8n (1.123, 2.0 and 2.41, `routing-node`) makes one request for each item and compares none.
 * Delete this when a description can say which items share a request.
 */
export class SharedLists {
	private readonly requests = new Map<number, { codes: string[]; content: string }>();
	private leaders?: Map<number, number>;
	readonly conflicts: ListConflict[] = [];

	/**
	 * Notes the request of an item.
	 *
	 * @param body the whole of it, by wire name
	 * @param key its Campaign Key: requests with different ones are not equal
	 */
	note(item: number, body: IDataObject, key?: string): void {
		const codes = String(body.pid)
			.split(',')
			.map((code) => code.trim());
		this.requests.set(item, { codes: [...new Set(codes)], content: JSON.stringify([body, key]) });
	}

	/**
	 * The item whose request stands for an item's own; undefined for an item that makes its request
	 * itself. Fills {@link conflicts} at the first call.
	 */
	leaderOf(item: number): number | undefined {
		this.leaders ??= this.compare();
		return this.leaders.get(item);
	}

	private compare(): Map<number, number> {
		const itemsByList = new Map<string, number[]>();
		for (const [item, { codes }] of [...this.requests].sort(([a], [b]) => a - b)) {
			for (const code of codes) {
				itemsByList.set(code, [...(itemsByList.get(code) ?? []), item]);
			}
		}
		const leaders = new Map<number, number>();
		for (const [list, items] of itemsByList) {
			const [first, ...others] = items;
			const contents = new Set(items.map((item) => this.requests.get(item)!.content));
			if (contents.size > 1) this.conflicts.push({ list, items });
			else for (const item of others) leaders.set(item, first);
		}
		return leaders;
	}
}

/** Whether a node sends to lists, and to each at most once in a run. Others name lists, and send nothing to them. */
export function isOneMessagePerList({ parameters }: INode): boolean {
	const { severalPerList } = (parameters.options ?? {}) as IDataObject;
	return parameters.sendTo === 'lists' && severalPerList !== true;
}

/** The error of an item whose list would get another message in the same run. */
export function listConflictError(
	node: INode,
	itemIndex: number,
	{ list, items }: ListConflict,
): NodeOperationError {
	return operationError(node, {
		message: `Every member of distribution list ${list} would receive ${items.length} messages, one for each item that sends something else to it`,
		description:
			"Write the same text for all items, with one Campaign Key if there is any. To send several messages to a list, add the option 'Several Messages per List'. Nothing was sent for this item.",
		itemIndex,
	});
}
