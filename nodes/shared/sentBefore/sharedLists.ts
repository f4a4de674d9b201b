import type { IDataObject, INode, NodeOperationError } from 'n8n-workflow';

import { hashOf, WHOLE_HASH } from '../service/keys';
import { operationError } from '../service/nodeErrors';
import { keptWithRun, type RunState } from './runState';

/** Items that send to the same distribution list. */
interface ListConflict {
	list: string;
	items: number[];
	/** How many different messages its members would receive. */
	messages: number;
}

/** The request that a list got, or was to get. */
interface RequestToList {
	item: number;
	/** Equal for requests that say the same. */
	content: string;
}

/**
 * Keeps a distribution list to one message a run, also where each item is a request of its own: equal
 * requests are one, different ones are refused. Used once all items are prepared.
 *
 * A later try does not prepare what an earlier one sent, or may have sent: by list it is kept with the
 * execution which item that was, so that no other item sends to the list after it.
 *
 * n8n (1.123, 2.0 and 2.41, `routing-node`) makes one request for each item and compares none.
 * Delete this when a description can say which items share a request.
 */
export class SharedLists {
	private readonly requests = new Map<number, { codes: string[]; content: string }>();
	private leaders?: Map<number, number>;
	readonly conflicts: ListConflict[] = [];

	/**
	 * @param run what all tries of a run of the node share
	 * @param hasLeft whether an item's request of an earlier try was accepted, or may have been
	 */
	constructor(
		private readonly run: Pick<RunState, 'memory' | 'runIndex'>,
		private readonly hasLeft: (item: number) => boolean,
	) {}

	/**
	 * Notes the request of an item.
	 *
	 * @param body the whole of it, by wire name
	 * @param by its account and its Campaign Key: requests with different ones are not equal
	 */
	note(item: number, body: IDataObject, by: { account: string; key?: string }): void {
		const named = String(body.pid)
			.split(',')
			.map((code) => code.trim());
		const codes = [...new Set(named)].sort();
		const content = hashOf([{ ...body, pid: codes }, by.key, by.account], WHOLE_HASH);
		this.requests.set(item, { codes, content });
	}

	/**
	 * The item whose request represents an item's own, of this try or of an earlier one; undefined for an
	 * item that makes its request itself. Fills {@link conflicts} at the first call.
	 */
	leaderOf(item: number): number | undefined {
		this.leaders ??= this.compare();
		return this.leaders.get(item);
	}

	private compare(): Map<number, number> {
		const itemsByList = new Map<string, number[]>();
		for (const [item, { codes }] of [...this.requests].sort(([a], [b]) => a - b)) {
			for (const code of codes) {
				const items = itemsByList.get(code);
				if (items) items.push(item);
				else itemsByList.set(code, [item]);
			}
		}
		const leaders = new Map<number, number>();
		for (const [list, items] of itemsByList) {
			const before = this.leftBefore(list);
			const first = before ?? { item: items[0], content: this.requests.get(items[0])!.content };
			const contents = new Set(items.map((item) => this.requests.get(item)!.content));
			contents.add(first.content);
			if (contents.size > 1) {
				this.conflicts.push({ list, items, messages: contents.size });
				continue;
			}
			this.kept()[list] = first;
			for (const item of items) if (item !== first.item) leaders.set(item, first.item);
		}
		return leaders;
	}

	/** The request a list got in an earlier try, or may have got. */
	private leftBefore(list: string): RequestToList | undefined {
		const before = this.kept()[list];
		if (before === undefined || this.requests.has(before.item)) return undefined;
		return this.hasLeft(before.item) ? before : undefined;
	}

	private kept(): Record<string, RequestToList> {
		return keptWithRun(this.run, 'lists');
	}
}

/** The error of an item whose list would get another message in the same run. */
export function listConflictError(
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
