import type { IDataObject } from 'n8n-workflow';

import { campaignOf } from './campaignOf';

/**
 * What the output says of an accepted send: its campaign, see {@link campaignOf}, and whom it was
 * sent to.
 *
 * @param request its parameters by wire name
 * @returns besides the campaign `recipients`, how many phones the request names, and `recipient` where
 * it is one; for distribution lists `lists`, their codes
 */
export function sentOf(
	reply: { data: IDataObject; words: string[] },
	request: IDataObject,
): IDataObject {
	return { ...campaignOf(reply, request), ...recipientsOf(request) };
}

function recipientsOf({ list, listjson, pid, to }: IDataObject): IDataObject {
	if (pid !== undefined) return { lists: pid };
	const phones =
		listjson === undefined ? String(list ?? to).split(',') : Object.keys(listjson as IDataObject);
	return { recipients: phones.length, ...(phones.length === 1 ? { recipient: phones[0] } : {}) };
}
