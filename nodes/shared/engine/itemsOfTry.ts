import type { INodeExecutionData } from 'n8n-workflow';

import type { Gate } from './gate';
import type { CredentialOf } from './openingOnce';
import type { ItemsWithKey } from './restOfItem';
import type { SharedLists } from './sharedLists';

/** What became of one item: what it puts out, or why it failed. */
export type ItemResult = { output: INodeExecutionData[] } | { failed: Error };

/**
 * What is known of the items of a per-item operation in one try of a node's run.
 *
 * n8n (1.123, 2.0 and 2.41, `routing-node`) gives the hooks of each item a context of its own, and
 * nothing in it is shared by the items. Delete this when hooks see all items of a run.
 */
export class ItemsOfTry {
	/** Why items cannot be sent, found before anything left. */
	readonly problems = new Map<number, Error>();
	/** What became of the items whose requests might leave. */
	readonly results = new Map<number, ItemResult>();
	/** The phone of each refused item as entered, where one is known. */
	readonly phones = new Map<number, string>();
	/** What earlier executions sent, for items with a Campaign Key; none without one. */
	keyed?: ItemsWithKey;
	/** True once a request failed under "On Error: Stop": no further one leaves. */
	isStopped = false;

	/**
	 * @param count how many items n8n hands over
	 * @param stops true for "On Error: Stop Workflow"
	 */
	constructor(
		readonly count: number,
		readonly stops: boolean,
		readonly gate: Gate,
		/** Reads the credential of each. */
		readonly credentialOf: CredentialOf,
		/** The requests to distribution lists, for one message a list. */
		readonly lists: SharedLists,
	) {}

	/** Whether a bad item keeps all others from being sent. */
	get areRefused(): boolean {
		return this.stops && (this.problems.size > 0 || this.gate.preparedItems < this.count);
	}
}
