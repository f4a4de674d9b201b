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

/**
 * What a request does to the world:
 *
 * - `asks`: nothing; it may be made as often as one likes.
 * - `changes`: it ends in the same state however often it arrives, but its answer may differ.
 * - `once`: it sends, spends or uses something up; a second one does it again.
 */
export type Effect = 'asks' | 'changes' | 'once';

/** Requests that may be repeated; all others must not be. */
const repeatable: Partial<Record<Endpoint, (body: IDataObject) => Effect>> = {
	[endpoints.templates]: () => 'asks',
	[endpoints.campaign]: ({ act }) => (act === 'del' ? 'once' : 'asks'),
	[endpoints.contacts]: ({ act }) => (act === 'check' ? 'asks' : 'changes'),
	[endpoints.sms]: ({ act }) => (act === 'credit' ? 'asks' : 'once'),
	[endpoints.subAdmin]: ({ act }) => (act === 'creditcheck' ? 'asks' : 'once'),
};

/**
 * Tells what a request does to the world.
 *
 * @param endpoint script path, one of {@link endpoints}
 * @param body the request's parameters by wire name
 */
export function effectOf(endpoint: string, body: IDataObject): Effect {
	return repeatable[endpoint as Endpoint]?.(body) ?? 'once';
}
