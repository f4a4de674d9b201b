import type { IDataObject } from 'n8n-workflow';

import { requireApprovalOption } from '../fields/beforeSendingFields';
import { comparablePhone, MOST_RECIPIENTS } from '../rules/phones';
import { limitLabels } from '../rules/beforeSending';
import { groupedBy } from '../rules/lists';
import { refuse, type Why } from '../pipeline/fate';
import { rowsOf } from '../pipeline/rows';
import type { CampaignRequest, CampaignRun } from './campaignRun';

/** Most campaigns of one run, unless its options allow more. */
const MOST_CAMPAIGNS = 100;

/** What makes several messages or campaigns of items, as the fix of a refusal. */
const SAME_SETTINGS =
	'Only items with the same settings share a campaign, and it has one message for each phone number.';

const SAME_FOR_LIST =
	"Columns of the items are not read for the members of a list: use the same text and settings for all items, and 'Duplicates: Send Once', or add the option 'Allow Several Messages per List'.";

/**
 * Holds back what no one means by one campaign: a distribution list that gets several messages, more than the options
 * allow, and a table that becomes hundreds of campaigns, one for each row.
 */
export function keepLimits(run: CampaignRun): void {
	const { options } = run;
	if (!options.severalPerList) hold(run, severalForOneList(run.requests));
	const tooMany = withoutApproval(run) ?? beyondMost(run);
	if (tooMany) return holdAll(run, tooMany);
	hold(run, beyondLimit(run));
	// A table that is large, and nothing else, makes one for so many recipients.
	const bySize = Math.floor(recipientsOf(run.requests) / MOST_RECIPIENTS);
	const count = run.requests.length;
	if (options.allowManyCampaigns || count - bySize <= MOST_CAMPAIGNS) return;
	holdAll(run, {
		reason: `The items would make ${count} campaigns`,
		fix: `${SAME_SETTINGS} Correct the items, or add the option 'Allow Many Campaigns': without it one run makes at most ${MOST_CAMPAIGNS}.`,
	});
}

/** Requests that are not sent, and why. */
type Held = ReadonlyMap<CampaignRequest, Why>;

function hold(run: CampaignRun, held: Held): void {
	for (const [request, why] of held) {
		refuse(run, rowsOf(run, request), { ...why, concernsAll: true });
	}
	run.requests = run.requests.filter((request) => !held.has(request));
}

/** Sends nothing of a run. */
function holdAll(run: CampaignRun, why: Why): void {
	hold(run, new Map(run.requests.map((request) => [request, why])));
}

/** Why a campaign of this size is sent only when a person approved it. */
function withoutApproval({ requests, options }: CampaignRun): Why | undefined {
	const { sendTo, requireApprovalAbove, isApproved } = options;
	const recipients = recipientsOf(requests);
	const toLists = sendTo === 'lists' && requests.length > 0;
	if (isApproved || requireApprovalAbove === undefined) return undefined;
	if (!toLists && recipients <= requireApprovalAbove) return undefined;
	const whom = toLists ? 'distribution lists' : `${recipients} recipients`;
	return {
		reason: `A campaign to ${whom} needs an approval: '${requireApprovalOption.displayName}' is ${requireApprovalAbove}`,
		fix: "Set 'Mode' to Preview, ask for approval with 'Send and Wait for Response', and send with 'Mode' set to Send Approved. Nothing was sent.",
		isForGood: true,
	};
}

/** Whether the run has more recipients or messages than its options allow. A test is sent to a few of one's own phones. */
function beyondMost({ requests, options }: CampaignRun): Why | undefined {
	if (options.test !== undefined) return undefined;
	const phones = requests.flatMap((request) => request.recipients.map(({ phone }) => phone));
	const recipients = new Set(phones.map(comparablePhone)).size;
	const messages = requests.reduce((sum, { counts }) => sum + Number(counts.messages ?? 0), 0);
	const { maxRecipients, maxMessages } = options.limits;
	for (const [label, most = Infinity, count, noun] of [
		[limitLabels.maxRecipients, maxRecipients, recipients, 'recipients'],
		[limitLabels.maxMessages, maxMessages, messages, 'messages'],
	] as const) {
		if (count <= most) continue;
		return {
			reason: `This run has ${count} ${noun}, but '${label}' is ${most}`,
			fix: `If that number is right, raise '${label}'; otherwise correct the items. Nothing was sent.`,
		};
	}
	return undefined;
}

/** How many recipients requests have together. */
function recipientsOf(requests: CampaignRequest[]): number {
	return requests.reduce((sum, each) => sum + each.recipients.length, 0);
}

/**
 * Requests whose message limit no one can keep: it counts for each campaign, and beyond it the service
 * names no one, so that a Campaign Key would take everybody for reached.
 */
function beyondLimit({ requests, options: { campaignKey } }: CampaignRun): Held {
	const limited = requests.filter(({ body }) => body.ms !== undefined);
	const limit = limited.reduce((least, { body }) => Math.min(least, Number(body.ms)), Infinity);
	const lists = limited.some(({ counts }) => counts.lists !== undefined);
	const recipients = lists
		? Infinity
		: limited.reduce((sum, each) => sum + each.recipients.length, 0);
	if (recipients <= limit) return new Map();
	const held = (why: Why) => new Map(limited.map((request) => [request, why]));
	const fix = `Send at most ${limit} recipients in one run, or remove the option.`;
	if (limited.length > 1) {
		const reason = `'Message Limit' is ${limit} for each campaign, and the items make ${limited.length} campaigns that would send more together`;
		return held({ reason, fix });
	}
	if (campaignKey === '' || lists) return new Map();
	const reason = `'Message Limit' (${limit}) is lower than the number of recipients (${recipients}), which doesn't work with a Campaign Key: the service doesn't report who was skipped`;
	return held({ reason, fix });
}

/** Requests whose lists get another message in the same run, with what their members would receive. */
function severalForOneList(requests: CampaignRequest[]): Held {
	const uses = requests.flatMap((request) => listsOf(request.counts));
	const usesOf = groupedBy(uses, (list) => list);
	const held = new Map<CampaignRequest, Why>();
	for (const request of requests) {
		const [worst] = listsOf(request.counts)
			.map((list) => ({ list, messages: usesOf.get(list)!.length }))
			.filter(({ messages }) => messages > 1)
			.sort((a, b) => b.messages - a.messages);
		if (worst === undefined) continue;
		const reason = `Every member of distribution list ${worst.list} would receive ${worst.messages} messages`;
		held.set(request, { reason, fix: SAME_FOR_LIST });
	}
	return held;
}

function listsOf({ lists }: IDataObject): string[] {
	return typeof lists === 'string' ? [...new Set(lists.split(','))] : [];
}
