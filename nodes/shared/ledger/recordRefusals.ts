// Why the record of a Campaign Key cannot be kept.
import type { INode } from 'n8n-workflow';

import { operationError } from '../service/nodeErrors';

/**
 * Most entries of a record, two for each message: n8n reads and writes all of them each time, in
 * about a tenth of a second.
 */
export const MOST_ENTRIES = 200_000;

/** The error if a record cannot hold so many entries. */
export function noRoomFor(node: INode, entries: number): Error | undefined {
	if (entries <= MOST_ENTRIES) return undefined;
	return operationError(node, {
		message: `The node's record has no room for these recipients: it would have ${entries} entries, two for each message, and it takes at most ${MOST_ENTRIES}`,
		description: `Use a copy of the node, which has no record of earlier campaigns, or keep the recipients in a table, as the examples 'million-rows' do. Nothing was sent.`,
	});
}

/** The error for recipients that another execution is sending to. */
export function takenByOthers(node: INode, recipients: number): Error {
	return operationError(node, {
		message: `Another execution is sending to ${recipients} of these recipients right now`,
		description:
			'Retry this execution when the other one has ended. Nothing was sent for these items.',
	});
}
