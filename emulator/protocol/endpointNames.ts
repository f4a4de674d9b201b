/** The script names under `/extApi/`. */
export type EndpointName =
	| 'scheduleSms'
	| 'scheduleVms'
	| 'scheduleWa'
	| 'sendWa'
	| 'sendOtp'
	| 'senderVerify'
	| 'poolMembers'
	| 'manageSu'
	| 'waTemplates'
	| 'taskStatus'
	| 'autoWebhook';
