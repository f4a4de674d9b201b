// How large a campaign may be, with and without an approval.
import {
	maxMessagesOption,
	maxRecipientsOption,
	requireApprovalOption,
} from '../fields/beforeSendingFields';
import type { Why } from './fate';
import { NO_LIMIT_WITH_KEY } from './rowSteps';
import { refuseAll } from './rows';
import { MOST_RECIPIENTS } from '../rules/lists';
import { comparablePhone } from '../rules/phones';
import type { CampaignRequest, CampaignRun } from './campaignRun';

/** Most campaigns of one run. */
const MOST_CAMPAIGNS = 100;

/** Why items make several messages or campaigns, for the fix of a refusal. */
const SAME_SETTINGS =
	'Only items with the same settings share a campaign, and it has one message for each phone number.';

/** Refuses a run that is larger than its options allow, or that would make too many campaigns. */
export function keepLimits(run: CampaignRun): void {
	const why = withoutApproval(run) ?? beyondMost(run) ?? beyondLimit(run) ?? tooManyCampaigns(run);
	if (why === undefined) return;
	refuseAll(run, why);
	run.requests = [];
}

/** Why a campaign of this size needs an approval. */
function withoutApproval({ requests, options }: CampaignRun): Why | undefined {
	const { sendTo, requireApprovalAbove, isApproved } = options;
	const recipients = recipientsOf(requests);
	const toLists = sendTo === 'lists';
	if (isApproved || requireApprovalAbove === undefined) return undefined;
	if (!toLists && recipients <= requireApprovalAbove) return undefined;
	const whom = toLists ? 'distribution lists' : `${recipients} recipients`;
	return {
		reason: `A campaign to ${whom} needs an approval: '${requireApprovalOption.displayName}' is ${requireApprovalAbove}`,
		fix: "Set 'Mode' to Preview, ask for approval with 'Send and Wait for Response', and send with 'Mode' set to Send Approved. Nothing was sent.",
		isForGood: true,
	};
}

/** Why the run is too large for its options. A test goes to a few of one's own phones. */
function beyondMost({ requests, options }: CampaignRun): Why | undefined {
	if (options.test !== undefined) return undefined;
	const phones = requests.flatMap((request) => request.recipients.map(({ phone }) => phone));
	const recipients = new Set(phones.map(comparablePhone)).size;
	const messages = requests.reduce((sum, { counts }) => sum + Number(counts.messages ?? 0), 0);
	const { maxRecipients, maxMessages } = options;
	for (const [{ displayName: label }, most = Infinity, count, noun] of [
		[maxRecipientsOption, maxRecipients, recipients, 'recipients'],
		[maxMessagesOption, maxMessages, messages, 'messages'],
	] as const) {
		if (count <= most) continue;
		return {
			reason: `This run has ${count} ${noun}, but '${label}' is ${most}`,
			fix: `If that number is right, raise '${label}'; otherwise correct the items. Nothing was sent.`,
		};
	}
	return undefined;
}

function recipientsOf(requests: CampaignRequest[]): number {
	return requests.reduce((sum, each) => sum + each.recipients.length, 0);
}

/** Why a message limit cannot be kept: it is for one campaign, and who is beyond it is unknown. */
function beyondLimit({ requests, options: { campaignKey } }: CampaignRun): Why | undefined {
	if (requests.every(({ body }) => body.ms === undefined)) return undefined;
	if (campaignKey !== '') return NO_LIMIT_WITH_KEY;
	if (requests.length === 1) return undefined;
	return {
		reason: `'Message Limit' is for one campaign, and the items make ${requests.length}`,
		fix: `${SAME_SETTINGS} Correct the items, or remove the option.`,
	};
}

/** Why there are too many campaigns, such as one for each row, and not just many recipients. */
function tooManyCampaigns({ requests, options }: CampaignRun): Why | undefined {
	const bySize = Math.floor(recipientsOf(requests) / MOST_RECIPIENTS);
	const count = requests.length;
	if (options.isApproved || count - bySize <= MOST_CAMPAIGNS) return undefined;
	return {
		reason: `The items would make ${count} campaigns, and one run makes at most ${MOST_CAMPAIGNS}`,
		fix: `${SAME_SETTINGS} Correct the items, or send fewer of them at a time ('Loop Over Items').`,
	};
}
