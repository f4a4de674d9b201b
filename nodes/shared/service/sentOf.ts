import type { IDataObject } from 'n8n-workflow';

import { phonesOf } from '../rules/lists';
import { campaignOf } from './campaignOf';

/**
 * What the output says of an accepted send: its campaign, see {@link campaignOf}, and whom it was
 * sent to.
 *
 * @param request its parameters by wire name
 */
export function sentOf(
	reply: { data: IDataObject; words: string[] },
	request: IDataObject,
): IDataObject {
	return { ...campaignOf(reply, request), ...recipientsOf(request) };
}

/**
 * Whom a send is for, as outputs say it.
 *
 * @param request its parameters by wire name
 * @returns `recipients`, how many phones the request names, and `recipient` where it is one; for
 * distribution lists `lists`, their codes
 */
export function recipientsOf(request: IDataObject): IDataObject {
	if (request.pid !== undefined) return { lists: request.pid };
	const phones = phonesOf(request);
	return { recipients: phones.length, ...(phones.length === 1 ? { recipient: phones[0] } : {}) };
}
