/** Notification types of SMS and chat sends (specification, Events, Progress notifications of a send). */
export type NotificationType =
	| 'START'
	| 'END'
	| 'STOP'
	| 'NO_MSG_LEFT'
	| 'NO_USERS_FOUND'
	| 'ERROR'
	| 'UNKNOWN_ERROR'
	| 'CP_SEND_ERROR'
	| 'ABORT'
	| 'RATE_LIMIT';
