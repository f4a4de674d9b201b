import type { IExecuteFunctions } from 'n8n-workflow';

import { problem, quoted, type Problem, type Read } from '../rules/reader';
import { ownAddresses, ownTrigger } from '../service/notificationAddress';
import { openOwnAddress } from '../service/ownAddress';
import {
	CAMPAIGN_PARAMETER,
	dayAt,
	optOutLinks,
	type OptOutLinks,
	type OptOutLinksOf,
} from '../service/optOutLink';

/** HTTP status of a page that is there. */
const OK = 200;
/** Milliseconds that n8n has to show a page of its own. */
const PAGE_TIMEOUT_MS = 10_000;

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
			'must be the URL of an ExtApi Trigger in this n8n instance',
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
			"has more after the trigger's path than the name of a campaign",
			`Paste the URL unchanged, and add ?${CAMPAIGN_PARAMETER}=name if you like.`,
		);
	}
	const campaign = searchParams.get(CAMPAIGN_PARAMETER) ?? '';
	if (/[{}]/.test(campaign)) {
		return problem(
			`names the campaign ${quoted(campaign)}, but merge fields are not filled in there`,
			'Use a name without braces: it is the same for all recipients.',
		);
	}
	if (campaign.length > LONGEST_CAMPAIGN_NAME) {
		return problem(
			`has a campaign name of more than ${LONGEST_CAMPAIGN_NAME} characters`,
			'Use a short name: it is part of each message.',
		);
	}
	return { value: optOutLinks(trigger, dayAt(Date.now(), context.getTimezone())) };
}

/** What came of opening the page behind opt-out links. */
type OpenedPage = { problem: Problem } | { hint?: string };

/**
 * Opens the page behind the links of an account: links that are dead cannot be mended once they are sent. The link
 * is that of no phone, and opening it decides nothing.
 *
 * @returns why the links must not be sent, or that no one knows whether they work
 */
export async function openOptOutPage({
	placeholder,
	proofOfPage,
}: OptOutLinks): Promise<OpenedPage> {
	if (proofOfPage === undefined) return {};
	const answer = await openOwnAddress(placeholder, PAGE_TIMEOUT_MS);
	if (answer === undefined || (answer.status >= 300 && answer.status < 400)) {
		const { origin } = new URL(placeholder);
		return {
			hint: `Opt-Out URL: n8n could not open its own URL ${origin} to check the links. Open one on your phone: set 'Mode' to Test.`,
		};
	}
	if (answer.status === OK && answer.html.includes(proofOfPage)) return {};
	return problem(
		`leads to a trigger that cannot opt anyone out (its page answers with status ${answer.status})`,
		"Publish the trigger's workflow, with the event 'Recipient Opted Out' and the credential of this node.",
	);
}
