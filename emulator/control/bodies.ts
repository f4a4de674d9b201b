import type { FastifyRequest } from 'fastify';
import { faultKinds, type FaultRule } from '../faults/faults';
import { endpointNames } from '../protocol/endpointNames';
import {
	anyNumber,
	oneOf,
	optional,
	readField,
	readFields,
	text,
	texts,
	wholeNumber,
	yesOrNo,
	type Reader,
} from '../protocol/readFields';
import { campaignStatuses } from '../state/campaign';

const most = 1_000_000_000;
const account = optional(text);
const amount = optional(wholeNumber(0, most));

/** The fields of the bodies that routes of the control interface take; `README.md` shows each. */
export const bodies = {
	clock: {
		now: optional(text),
		minutes: optional(anyNumber),
		hours: optional(anyNumber),
		seconds: optional(anyNumber),
		ms: optional(anyNumber),
	},
	inbound: { phone: text, text: optional(text), account },
	digits: { id: wholeNumber(1, most), digits: text },
	block: { blocked: yesOrNo, account },
	leave: { left: yesOrNo, account },
	account: { account, sms: amount, vms: amount, dailyChatQuota: amount },
	campaign: {
		status: oneOf(campaignStatuses),
		notification: optional(oneOf(['UNKNOWN_ERROR'])),
	},
};

const fault: { [Name in keyof Required<FaultRule>]: Reader<FaultRule[Name]> } = {
	kind: oneOf(faultKinds),
	endpoint: optional(oneOf(endpointNames)),
	match: optional(texts),
	nth: optional(wholeNumber(1, most)),
	times: optional(wholeNumber(1, most)),
	accept: optional(yesOrNo),
	ms: optional(wholeNumber(0, 3_600_000)),
	retryAfter: optional(wholeNumber(0, most)),
	description: optional(text),
	location: optional(text),
	bytes: optional(wholeNumber(0, most)),
	body: optional(text),
	contentType: optional(text),
	status: optional(wholeNumber(200, 599)),
};

/** The body of a request as decoded; an empty one is an object without fields. Throws when it is no JSON. */
export function bodyOf({ body }: FastifyRequest): unknown {
	const content = Buffer.isBuffer(body) ? body.toString('utf8') : '';
	try {
		return JSON.parse(content || '{}') as unknown;
	} catch (error) {
		throw new Error(`the body must be JSON: ${(error as Error).message}`);
	}
}

/** One fault or several. Throws for a field that a fault does not have, or that cannot have this value. */
export function readFaults(given: unknown): FaultRule[] {
	return (Array.isArray(given) ? given : [given]).map((each) => readFields(each, fault));
}

/** A whole number in an address. Throws with its name when it is none. */
export function numberIn(name: string, given: string | undefined, least: number): number {
	const value = given === undefined || given.trim() === '' ? undefined : Number(given);
	return readField(name, Number.isNaN(value) ? given : value, wholeNumber(least, most));
}
