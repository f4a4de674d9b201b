// Which hints a campaign gives.
import { notificationEmailOption } from '../fields/sendingOptions';
import { itemsText } from '../ledger/ledger';
import { allLeftOut } from './leftOut';
import type { CampaignRun } from './campaignRun';
import { campaignsOf } from './campaigns';

/** Says that a campaign to one recipient has no notification email. */
export function emailHint({ requests }: CampaignRun): string | undefined {
	return requests.some(({ isWithoutEmail }) => isWithoutEmail)
		? `${notificationEmailOption.displayName}: a campaign to one recipient was sent without it, because the service sends no email about a single number.`
		: undefined;
}

/** Says who got the messages of a test. */
export function testHint({ rows, options: { test } }: CampaignRun): string | undefined {
	const items = campaignsOf(rows).flatMap((each) => each.rows.map(({ item }) => item));
	if (test === undefined || items.length === 0) return undefined;
	const messages = items.length === 1 ? 'the message' : 'the messages';
	return `Test: only ${test.numbers.join(', ')} received ${messages} of ${itemsText(items)}. Set 'Mode' to Send for the campaign.`;
}

/**
 * Says how many recipients of unknown outcome were left out; with "Send Again", these may still be
 * under way.
 */
export function unknownHint({ rows, options }: CampaignRun): string | undefined {
	const { unknownOutcome, approvedId } = options;
	const all = allLeftOut(rows);
	const unknown = all.filter((each) => each.isUnknown && each.duplicateOf === undefined).length;
	if (unknown === 0) return undefined;
	// Running such a workflow again previews and sends another campaign.
	if (approvedId !== undefined) {
		return `${unknown} recipients were left out because an earlier outcome is unknown, or another execution is still sending to them. Check the service, and preview a new campaign to those who got nothing.`;
	}
	return unknownOutcome === 'sendAgain'
		? `${unknown} recipients were left out because another execution is sending to them, or n8n crashed while it did. Check the service. To send to those who got nothing, use another Campaign Key.`
		: `${unknown} recipients were left out because an earlier outcome is unknown. Check the service. To send to them in a later run, set 'On Unknown Outcome' to Send Again.`;
}
