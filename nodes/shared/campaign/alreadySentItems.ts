import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { comparablePhone } from '../rules/phones';
import type { LeftOut } from './campaignKey';

/** What the output says of a row that is left out; it belongs to no campaign of this run. */
export function alreadySentOf({ isUnknown }: LeftOut, isEstimated: boolean): IDataObject {
	return {
		...(isEstimated ? { estimated: true } : { taskId: null }),
		alreadySent: true,
		...(isUnknown ? { outcomeUnknown: true } : {}),
	};
}

/**
 * The rows that are left out as the output of "Output: Per Campaign" says it: one item for those an
 * earlier execution certainly sent to, one for those of unknown outcome.
 *
 * @param toLists true when the campaign goes to distribution lists
 */
export function alreadySentItems(
	leftOut: LeftOut[],
	isEstimated: boolean,
	toLists: boolean,
): INodeExecutionData[] {
	return [false, true].flatMap((isUnknown) => {
		const rows = leftOut.filter((row) => row.isUnknown === isUnknown);
		if (rows.length === 0) return [];
		const recipients = rows.map(({ recipient }) => recipient);
		const whom = toLists
			? { lists: [...new Set(recipients.flatMap((codes) => codes.split(',')))].join(',') }
			: { recipients: new Set(recipients.map(comparablePhone)).size };
		const json = { ...alreadySentOf(rows[0], isEstimated), ...whom, items: rows.length };
		return [{ json, pairedItem: rows.map(({ item }) => ({ item })) }];
	});
}
