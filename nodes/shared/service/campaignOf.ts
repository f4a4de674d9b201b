import type { IDataObject } from 'n8n-workflow';

import { countRecipients, phonesOf } from '../rules/lists';

/**
 * The campaign code of an accepted send and what recipient validation found (specification, "Shared
 * sending parameters", replies).
 *
 * @param request its parameters by wire name
 * @returns `taskId`, with validation also `count` (phones found) or `valid`, and `unrecognized` where
 * fewer phones were found than sent
 */
export function campaignOf(
	{ data: { taskId, count, valid } }: { data: IDataObject },
	request: IDataObject = {},
): IDataObject {
	return {
		taskId,
		...(count === undefined ? {} : countOf(Number(count), countRecipients(request))),
		...(valid === undefined ? {} : { valid: valid === true || valid === 'true' }),
	};
}

function countOf(count: number, sent: number): IDataObject {
	return { count, ...(count < sent ? { unrecognized: sent - count } : {}) };
}

/**
 * What to tell the person of a run in which the service did not recognize all phones.
 *
 * @param campaigns what {@link campaignOf} made of its requests, whatever else is in them
 * @returns undefined when there is nothing to tell
 */
export function unrecognizedHint(campaigns: IDataObject[]): string | undefined {
	const missing = campaigns.reduce((sum, { unrecognized }) => sum + Number(unrecognized ?? 0), 0);
	if (missing === 0) return undefined;
	const numbers = missing === 1 ? '1 phone number' : `${missing} phone numbers`;
	return `The service did not recognize ${numbers}: see 'unrecognized' in the output.`;
}

/**
 * What the output says of an accepted send: its campaign, see {@link campaignOf}, and whom it was
 * sent to.
 *
 * @param request its parameters by wire name
 */
export function sentOf(reply: { data: IDataObject }, request: IDataObject): IDataObject {
	return { ...campaignOf(reply, request), ...recipientsOf(request) };
}

/**
 * Whom a send is for, as outputs say it.
 *
 * @param request its parameters by wire name
 * @returns `recipientCount`, how many phones the request names, and `recipient` where it is one; for
 * distribution lists `lists`, their codes
 */
export function recipientsOf(request: IDataObject): IDataObject {
	if (request.pid !== undefined) return { lists: request.pid };
	const phones = phonesOf(request);
	return {
		recipientCount: phones.length,
		...(phones.length === 1 ? { recipient: phones[0] } : {}),
		...limitOf(request, phones.length),
	};
}

/**
 * After how many messages the service ends a campaign, where that is fewer than its recipients: then
 * no one knows which of them get one (specification, "Send chat template", `ms`).
 */
export function limitOf({ ms }: IDataObject, recipients: number): { messageLimit?: number } {
	return ms !== undefined && Number(ms) < recipients ? { messageLimit: Number(ms) } : {};
}

/**
 * What to tell the person of campaigns that may end before all their recipients got a message.
 *
 * @returns undefined when there is nothing to tell
 */
export function limitHint(campaigns: IDataObject[]): string | undefined {
	const beyond = campaigns.reduce(
		(sum, { messageLimit, recipientCount }) =>
			messageLimit === undefined ? sum : sum + Number(recipientCount) - Number(messageLimit),
		0,
	);
	return beyond === 0
		? undefined
		: `'Message Limit' is lower than the recipients: ${beyond} of them may get no message, and the service does not say who.`;
}
