// Where a row's columns go beside the node's own.
import type { IDataObject } from 'n8n-workflow';

import { OUTCOME } from '../service/rowOutcome';

/** Holds a row's values whose names the node needs. */
const INPUT_COLUMNS = 'inputColumns';

/** Columns of a failed row. */
export const ERROR_COLUMNS = ['error'];

/**
 * Columns in which a node says what happened to a row or its campaign. The row may have them from
 * an earlier node, but here they must speak of this one only.
 */
export const OUTCOME_COLUMNS = [
	...[OUTCOME, 'endedBy', 'taskId', 'sent', 'sentCount', 'notSent', 'timedOut', 'sentTo'],
	...['leftOutBecause', 'duplicateOf', 'recipientCount', 'unrecognized', 'repairedFrom'],
	...['alreadySentTo', 'outcomeUnknownFor'],
];
/**
 * The same for a sent row. A row that was not sent may need some of them in another try. n8n (2.0
 * and 2.41, `workflow-execute`) takes an item for a failed one if its column `error` has a value.
 */
export const COLUMNS_OF_SENT = [
	...[...ERROR_COLUMNS, ...OUTCOME_COLUMNS],
	...['recipient', 'messageLimit', 'scheduledFor', 'scheduledZone', 'scheduledBecause'],
	...['endsAbout', 'endsInQuietTime', 'warnings'],
];
/**
 * The node's columns, followed by the row's. A column of the row whose name the node uses or
 * reserves moves to `inputColumns`.
 *
 * n8n (2.0 and 2.41, `handleNodeErrorOutput`) merges the row of an error item under the node's own
 * keys: a column of the same name would be lost. Delete this when it keeps both.
 *
 * @param own what the node says, for example `{ taskId: '7001' }`
 * @returns for example `{ taskId: '7001', phone: '050…', inputColumns: { taskId: 'A-1' } }`
 */
export function besideColumns(
	row: IDataObject,
	own: IDataObject,
	reserved: readonly string[] = [],
): IDataObject {
	// The node's columns come first, where a person looks.
	const json: IDataObject = { ...own, ...row, ...own };
	const moved: IDataObject = {};
	for (const [name, value] of Object.entries(row)) {
		const isOwn = Object.hasOwn(own, name);
		if (isOwn ? own[name] === value : !reserved.includes(name)) continue;
		moved[name] = value;
		if (!isOwn) delete json[name];
	}
	if (Object.keys(moved).length === 0) return json;
	const earlier = json[INPUT_COLUMNS] === undefined ? {} : { [INPUT_COLUMNS]: json[INPUT_COLUMNS] };
	return { ...json, [INPUT_COLUMNS]: { ...earlier, ...moved } };
}
