import type { IDataObject } from 'n8n-workflow';

import { countRecipients, phonesOf } from '../rules/lists';
import { startInWords } from '../rules/schedule';

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

/** What the output says of an accepted send: {@link campaignOf} and {@link recipientsOfRequest} of its request. */
export function sentOf(reply: { data: IDataObject }, request: IDataObject): IDataObject {
	return { ...campaignOf(reply, request), ...recipientsOfRequest(request) };
}

/**
 * Whom a request is for: `recipientCount`, how many phones it names, and `recipient` where it is one; for
 * distribution lists `lists`, their codes.
 */
export function recipientsOfRequest(request: IDataObject): IDataObject {
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
 * Says in words when campaigns start that are scheduled: a time in another zone, or on another day, is seen there.
 *
 * @param campaigns the data of their output items, with `scheduledFor` and `scheduledZone`
 * @param now milliseconds since 1970; what began before that is no longer to be said
 */
export function scheduledHint(campaigns: IDataObject[], now = Date.now()): string | undefined {
	const times = campaigns
		.flatMap(({ scheduledFor: time, scheduledZone: zone }) =>
			time === undefined ? [] : [{ at: Date.parse(String(time)), zone: String(zone) }],
		)
		.filter(({ at }) => at > now)
		.sort((one, other) => one.at - other.at);
	if (times.length === 0) return undefined;
	const inWords = ({ at, zone }: (typeof times)[number]) => startInWords(at, zone, now);
	const [first, last] = [inWords(times[0]), inWords(times[times.length - 1])];
	return first === last
		? `Starts ${first}.`
		: `Of the scheduled campaigns, the first starts ${first}, the last ${last}.`;
}
