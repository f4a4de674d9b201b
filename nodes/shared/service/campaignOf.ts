import type { IDataObject } from 'n8n-workflow';

import { countRecipients, phonesOf } from '../rules/lists';

/**
 * An accepted send (specification, "Shared sending parameters", replies): `taskId`, with validation also `count`
 * (phones found) or `valid`, and `unrecognized` where fewer phones were found than sent.
 *
 * @param request its parameters by wire name
 */
export function campaignOf(
	{ data: { taskId, count, valid } }: { data: IDataObject },
	request: IDataObject = {},
): IDataObject {
	return {
		taskId,
		...(count === undefined ? {} : found(Number(count), countRecipients(request))),
		...(valid === undefined ? {} : { valid: valid === true || valid === 'true' }),
	};
}

function found(count: number, sent: number): IDataObject {
	return { count, ...(count < sent ? { unrecognized: sent - count } : {}) };
}

/** What to tell the person of a run, by {@link campaignOf}, in which the service did not recognize all phones. */
export function unrecognizedHint(campaigns: IDataObject[]): string | undefined {
	const missing = campaigns.reduce((sum, { unrecognized }) => sum + Number(unrecognized ?? 0), 0);
	if (missing === 0) return undefined;
	const numbers = missing === 1 ? '1 phone number' : `${missing} phone numbers`;
	return `The service did not recognize ${numbers}: see 'unrecognized' in the output.`;
}

/** What the output says of an accepted send: {@link campaignOf} and {@link recipientsOf} of its request. */
export function sentOf(reply: { data: IDataObject }, request: IDataObject): IDataObject {
	return { ...campaignOf(reply, request), ...recipientsOf(request) };
}

/**
 * Whom a request is for: `recipientCount`, how many phones it names, and `recipient` where it is one; for
 * distribution lists `lists`, their codes.
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

/** What to tell the person of campaigns that may end before all their recipients got a message. */
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

/**
 * Says when campaigns begin that quiet hours delayed.
 *
 * @param campaigns the data of their output items, with `scheduledFor`, `scheduledZone` and
 *   `scheduledBecause`
 */
export function scheduledHint(campaigns: IDataObject[]): string | undefined {
	const later = campaigns.filter(({ scheduledBecause }) => scheduledBecause !== undefined);
	const times = later.filter(({ scheduledFor }) => scheduledFor !== undefined);
	if (times.length === 0) return undefined;
	const at = ({ scheduledFor }: IDataObject) => Date.parse(String(scheduledFor));
	times.sort((a, b) => at(a) - at(b));
	const [first, last] = [times[0], times[times.length - 1]].map(readable);
	if (campaigns.length === 1) return `The service sends it later: it begins at ${first}.`;
	const others = times.length === campaigns.length ? '' : ` of ${campaigns.length}`;
	const when =
		first !== last
			? `the first begins at ${first}, the last at ${last}`
			: `${times.length === 1 ? 'it begins' : 'they begin'} at ${first}`;
	return `The service sends ${times.length}${others} campaigns later: ${when}.`;
}

function readable({ scheduledFor, scheduledZone }: IDataObject): string {
	const [day, time] = String(scheduledFor).split('T');
	return `${day} ${time.slice(0, 5)} (${String(scheduledZone)})`;
}
