/** How long a wait has patience; tests have less. */
export const patience = {
	/** Milliseconds before the first look of a wait; each following pause is twice as long, up to the longest. */
	firstLookMs: 1_000,
	/**
	 * Seconds between looks after a notification: the service may tell of an end before the status says
	 * it, and other campaigns may end at the same moment.
	 */
	pauses: [0.25, 0.5, 1, 1, 1],
	/**
	 * Milliseconds for which the notification of an end may be on its way when the status tells of it: it
	 * says more, such as how many were sent, or what kind of error it was. As long may the one be on its way that names who
	 * is missing from the count of an end.
	 */
	onItsWayMs: 10_000,
	/**
	 * Milliseconds for which the service has to answer that it does not know a campaign before that
	 * counts as deleted.
	 */
	deletedMs: 60_000,
};
