/** Notification types of SMS and chat sends (specification, Notifications). */
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

/** What became of a notification. Nothing is tried twice. */
export type Delivery = 'waiting' | 'delivered' | 'failed' | 'notLoopback' | 'recorded';

/** One notification: `nu` is fetched, `np` (SMS) and `ne` (email) are only recorded. */
export interface NotificationRecord {
	tid: string;
	via: 'nu' | 'np' | 'ne';
	target: string;
	msg: NotificationType;
	info?: string;
	/** The address fetched, for `nu`. */
	url?: string;
	/** Moment in ms. */
	at: number;
	delivery: Delivery;
	/** HTTP status of the answer. */
	statusCode?: number;
	/** Why it failed. */
	error?: string;
}
