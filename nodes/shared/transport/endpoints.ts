import type { IDataObject } from 'n8n-workflow';

/** Script paths of the service (specification, "Endpoints"). */
export const endpoints = {
	sms: '/extApi/scheduleSms.php',
	voice: '/extApi/scheduleVms.php',
	chatTemplate: '/extApi/scheduleWa.php',
	chatReply: '/extApi/sendWa.php',
	oneTimeCode: '/extApi/sendOtp.php',
	senderVerification: '/extApi/senderVerify.php',
	contacts: '/extApi/poolMembers.php',
	subAdmin: '/extApi/manageSu.php',
	templates: '/extApi/waTemplates.php',
	campaign: '/extApi/taskStatus.php',
	automation: '/extApi/autoWebhook.php',
} as const;

export type Endpoint = (typeof endpoints)[keyof typeof endpoints];

type Question = (body: IDataObject) => boolean;
const always: Question = () => true;

/** Requests that change nothing, or end in the same state however often they arrive. */
const repeatable: Partial<Record<Endpoint, Question>> = {
	[endpoints.templates]: always,
	[endpoints.campaign]: (body) => body.act !== 'del',
	[endpoints.contacts]: always,
	[endpoints.sms]: (body) => body.act === 'credit',
	[endpoints.subAdmin]: (body) => body.act === 'creditcheck',
	[endpoints.oneTimeCode]: (body) => body.code !== undefined,
};

/**
 * Tells whether sending a request a second time can do harm.
 *
 * @param endpoint script path, one of {@link endpoints}
 * @param body the request's parameters by wire name
 * @returns true when a repeat sends nothing to anybody and changes no balance
 */
export function isSafeToRepeat(endpoint: string, body: IDataObject): boolean {
	return repeatable[endpoint as Endpoint]?.(body) ?? false;
}

/**
 * Tells whether a request only asks: a lost answer to it leaves nothing open. Adding a contact twice
 * does no harm either, but whether it was added then is not known.
 */
export function isQuestion(endpoint: string, body: IDataObject): boolean {
	if (endpoint === endpoints.contacts) return body.act === 'check';
	return isSafeToRepeat(endpoint, body);
}
