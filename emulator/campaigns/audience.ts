import type { Audience, CampaignPlan } from '../state/campaign';

/** Whom a campaign really goes to: no one blocked in the whole account, and no more than `ms` allows. */
export function audience(
	{ recipients, skipped }: Audience,
	{ account, maxMessages }: Pick<CampaignPlan, 'account' | 'maxMessages'>,
): Audience {
	const { blockedPhones } = account;
	const allowed = recipients.filter(({ phone }) => !blockedPhones.has(phone));
	const blocked = recipients.filter(({ phone }) => blockedPhones.has(phone));
	const tooMany = allowed.slice(maxMessages ?? allowed.length);
	return {
		recipients: allowed.slice(0, maxMessages),
		skipped: [
			...skipped,
			...blocked.map(({ given }) => ({ given, reason: 'blocked in the whole account' })),
			...tooMany.map(({ given }) => ({ given, reason: `beyond ms, ${maxMessages} messages` })),
		],
	};
}
