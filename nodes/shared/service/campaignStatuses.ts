import known from './campaignStatuses.json';

/** The status of a campaign that the service does not know (any more). */
export const UNKNOWN_CAMPAIGN = 'na';

/**
 * What a campaign status means, and the notification type that goes with it (specification, "Campaign", "Notifications"):
 * one that has none can still change.
 */
export const statuses: Record<string, { meaning: string; event?: string }> = known;
