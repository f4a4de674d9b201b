/** The status of a campaign that the service does not know (any more). */
export const UNKNOWN_CAMPAIGN = 'na';

/**
 * What a campaign status means, and the notification type that goes with it (specification, "Campaign", "Notifications"):
 * one that has none can still change.
 */
export const statuses: Record<string, { meaning: string; event?: string }> = {
	pending: { meaning: 'Waiting to run' },
	running: { meaning: 'Being sent' },
	stop: { meaning: 'Being stopped after a cancel request' },
	done: { event: 'END', meaning: 'Finished successfully' },
	empty: { event: 'NO_USERS_FOUND', meaning: 'Ran, but found no phones to send to' },
	cancel: { event: 'STOP', meaning: 'Stopped midway after a cancel request' },
	error: { event: 'ERROR', meaning: 'Stopped midway by a fault' },
	noMsgLeft: {
		event: 'NO_MSG_LEFT',
		meaning: 'Stopped because the account ran out of messages',
	},
	abort: { event: 'ABORT', meaning: 'Stopped because the configured stop hour passed' },
	limit: {
		event: 'RATE_LIMIT',
		meaning: "Stopped because the chat account's daily quota was reached",
	},
	[UNKNOWN_CAMPAIGN]: {
		meaning:
			'Not known to the service: the code is wrong, the campaign was deleted, or it went to a single number, which the service does not save',
	},
};
