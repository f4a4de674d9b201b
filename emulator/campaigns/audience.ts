import type { CampaignPlan, Recipient } from '../state/campaign';

/** Whom a campaign really goes to: nobody blocked in the whole account, and no more than `ms` allows. */
export function audience(
	recipients: Recipient[],
	{ account, maxMessages }: Pick<CampaignPlan, 'account' | 'maxMessages'>,
): Recipient[] {
	const { blockedPhones } = account;
	return recipients.filter(({ phone }) => !blockedPhones.has(phone)).slice(0, maxMessages);
}
