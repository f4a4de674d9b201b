import type { IDataObject } from 'n8n-workflow';

import { requireApprovalOption } from '../fields/beforeSendingFields';
import { comparablePhone, MOST_RECIPIENTS } from '../rules/phones';
import type { CampaignRequest } from './campaignRequest';
import type { RefusedItem } from '../run/refusedItem';
import type { RunOptions } from './runOptions';
import { limitLabels } from '../rules/beforeSending';
import { groupedBy } from '../rules/lists';

/** Most campaigns of one run, unless its options allow more. */
const MOST_CAMPAIGNS = 100;

/** What makes several messages or campaigns of items, as the fix of a refusal. */
const SAME_SETTINGS =
	'Only items with the same settings share a campaign, and it has one message for each phone number.';

const SAME_FOR_LIST =
	"Columns of the items are not read for the members of a list: use the same text and settings for all items, and 'Duplicates: Send Once', or add the option 'Allow Several Messages per List'.";

/** A run whose requests are about to be sent. */
interface PlannedRun {
	requests: CampaignRequest[];
	refused: RefusedItem[];
}

/**
 * Holds back what no one means by one campaign: a distribution list that gets several messages, more than the options
 * allow, and a table that becomes hundreds of campaigns, one for each row.
 *
 * @returns the requests that may be sent, and the items of the others
 */
export function withinLimits({ requests, refused }: PlannedRun, options: RunOptions): PlannedRun {
	const several = options.severalPerList ? [] : severalForOneList(requests);
	const allowed = without(requests, several);
	const unapproved = withoutApproval(allowed, options);
	if (unapproved) return holdAll({ requests: allowed, refused }, unapproved);
	const refusedBy = (held: HeldRequest[]) =>
		held.flatMap(({ items, ...refusal }) => refuse(items, refusal));
	const tooMany = beyondMost(allowed, options);
	if (tooMany) {
		return holdAll({ requests: allowed, refused: [...refused, ...refusedBy(several)] }, tooMany);
	}
	const beyond = beyondLimit(allowed, options);
	const left = without(allowed, beyond);
	const all = [...refused, ...refusedBy([...several, ...beyond])];
	// A table that is large, and nothing else, makes one for so many recipients.
	const bySize = Math.floor(recipientsOf(left) / MOST_RECIPIENTS);
	if (options.allowManyCampaigns || left.length - bySize <= MOST_CAMPAIGNS) {
		return { requests: left, refused: all };
	}
	const refusal = {
		reason: `The items would make ${left.length} campaigns`,
		fix: `${SAME_SETTINGS} Correct the items, or add the option 'Allow Many Campaigns': without it one run makes at most ${MOST_CAMPAIGNS}.`,
	};
	return holdAll({ requests: left, refused: all }, refusal);
}

function without(requests: CampaignRequest[], held: HeldRequest[]): CampaignRequest[] {
	const items = new Set(held.flatMap((each) => each.items));
	return requests.filter((request) => !items.has(request.items[0]));
}

type Refusal = Pick<RefusedItem, 'reason' | 'fix' | 'isForGood'>;

/** Sends nothing of a run. */
function holdAll({ requests, refused }: PlannedRun, refusal: Refusal): PlannedRun {
	const items = requests.flatMap((request) => request.items);
	return { requests: [], refused: [...refused, ...refuse(items, refusal)] };
}

function refuse(items: number[], refusal: Refusal): RefusedItem[] {
	return items.map((item) => ({ item, ...refusal, concernsAll: true }));
}

/** Why a campaign of this size is sent only when a person approved it. */
function withoutApproval(
	requests: CampaignRequest[],
	{ sendTo, requireApprovalAbove, isApproved }: RunOptions,
): Refusal | undefined {
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

interface HeldRequest extends Refusal {
	items: number[];
}

/** Whether the run has more recipients or messages than its options allow. A test is sent to a few of one's own phones. */
function beyondMost(requests: CampaignRequest[], options: RunOptions): Refusal | undefined {
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
function beyondLimit(requests: CampaignRequest[], { campaignKey }: RunOptions): HeldRequest[] {
	const limited = requests.filter(({ body }) => body.ms !== undefined);
	const limit = limited.reduce((least, { body }) => Math.min(least, Number(body.ms)), Infinity);
	const lists = limited.some(({ counts }) => counts.lists !== undefined);
	const recipients = lists
		? Infinity
		: limited.reduce((sum, each) => sum + each.recipients.length, 0);
	if (recipients <= limit) return [];
	const fix = `Send at most ${limit} recipients in one run, or remove the option.`;
	if (limited.length > 1) {
		const reason = `'Message Limit' is ${limit} for each campaign, and the items make ${limited.length} campaigns that would send more together`;
		return limited.map(({ items }) => ({ items, reason, fix }));
	}
	if (campaignKey === '' || lists) return [];
	const reason = `'Message Limit' (${limit}) is lower than the number of recipients (${recipients}), which doesn't work with a Campaign Key: the service doesn't report who was skipped`;
	return limited.map(({ items }) => ({ items, reason, fix }));
}

/** Requests whose lists get another message in the same run, with what their members would receive. */
function severalForOneList(requests: CampaignRequest[]): HeldRequest[] {
	const uses = requests.flatMap((request) =>
		listsOf(request.counts).map((list) => ({ list, request })),
	);
	const byList = groupedBy(uses, ({ list }) => list);
	return requests.flatMap(({ items, counts }) => {
		const [worst] = listsOf(counts)
			.map((list) => ({ list, sharing: byList.get(list)! }))
			.filter(({ sharing }) => sharing.length > 1)
			.sort((a, b) => b.sharing.length - a.sharing.length);
		if (worst === undefined) return [];
		const { list, sharing } = worst;
		const reason = `Every member of distribution list ${list} would receive ${sharing.length} messages`;
		return [{ items, reason, fix: SAME_FOR_LIST }];
	});
}

function listsOf({ lists }: IDataObject): string[] {
	return typeof lists === 'string' ? [...new Set(lists.split(','))] : [];
}
