/** The script names under `/extApi/`. */
export const endpointNames = [
	'scheduleSms',
	'scheduleVms',
	'scheduleWa',
	'sendWa',
	'sendOtp',
	'senderVerify',
	'poolMembers',
	'manageSu',
	'waTemplates',
	'taskStatus',
	'autoWebhook',
] as const;
/** One of `endpointNames`. */
export type EndpointName = (typeof endpointNames)[number];
