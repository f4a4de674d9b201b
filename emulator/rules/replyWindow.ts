const hourMs = 3_600_000;

/** How long a reply window lasts, ms: it counts as closed five minutes early, so that a queued message does not leave after it. */
export const replyWindowMs = 24 * hourMs - 5 * 60_000;
