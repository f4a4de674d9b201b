import type { IExecuteFunctions } from 'n8n-workflow';

import { problem, type Read } from '../rules/reader';
import { ownAddresses, ownTrigger } from '../service/notificationAddress';
import {
	CAMPAIGN_PARAMETER,
	dayAt,
	optOutLinks,
	type OptOutLinks,
	type OptOutLinksOf,
} from '../service/optOutLink';

/** Characters of the longest name of a campaign: each is one of the message. */
const LONGEST_CAMPAIGN_NAME = 40;

/** What the merge field of the opt-out link is replaced by. */
export function linkIn(links: Read<OptOutLinks> | undefined): Read<string> | undefined {
	return links === undefined || 'problem' in links ? links : { value: links.value.placeholder };
}

/**
 * Reads the option "Opt-Out URL": the address of an ExtApi Trigger of this n8n, which may name the campaign.
 *
 * @param isTest true for a test to one's own phones, which may use a trigger's test address
 */
export function readOptOutUrl(
	context: IExecuteFunctions,
	address: string,
	isTest: boolean,
): Read<OptOutLinksOf> {
	const trigger = ownTrigger(address, () => ownAddresses(context));
	if (trigger === undefined) {
		return problem(
			'must be the URL of an ExtApi Trigger of this n8n',
			"Copy the 'Production URL' from the trigger's panel and paste it unchanged.",
		);
	}
	if (trigger.isTest && !isTest) {
		return problem(
			'is the test URL of a trigger, which listens only while you wait for a test event',
			"Use the 'Production URL', or set 'Mode' to Test.",
		);
	}
	const { searchParams, hash } = trigger.url;
	const names = [...searchParams.keys()];
	if (hash !== '' || names.some((name) => name !== CAMPAIGN_PARAMETER) || names.length > 1) {
		return problem(
			"has more behind the trigger's path than the name of a campaign",
			`Paste the URL unchanged, and add ?${CAMPAIGN_PARAMETER}=name if you like.`,
		);
	}
	if ((searchParams.get(CAMPAIGN_PARAMETER) ?? '').length > LONGEST_CAMPAIGN_NAME) {
		return problem(
			`names the campaign with more than ${LONGEST_CAMPAIGN_NAME} characters`,
			'Use a short name: it is part of each message.',
		);
	}
	return { value: optOutLinks(trigger, dayAt(Date.now(), context.getTimezone())) };
}
