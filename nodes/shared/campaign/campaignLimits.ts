import type { IDataObject } from 'n8n-workflow';

import { fieldLabels } from '../descriptions/wireFields';
import { MOST_RECIPIENTS } from '../validation/phones';
import type { CampaignKind } from './campaignKind';
import type { CampaignRequest } from './campaignRequest';
import type { RefusedItem } from '../bulk/refusedItems';
import type { RunOptions } from './runOptions';

/** Most campaigns of one run, unless its options allow more. */
export const MOST_CAMPAIGNS = 100;

/** A run whose requests are about to leave. */
interface PlannedRun {
	requests: CampaignRequest[];
	refused: RefusedItem[];
}

/**
 * Holds back what nobody means by one campaign: a distribution list that gets several messages, and a
 * table that becomes hundreds of campaigns, one for each row.
 *
 * @returns the requests that may leave, and the items of the others
 */
export function withinLimits(
	kind: CampaignKind,
	{ requests, refused }: PlannedRun,
	options: RunOptions,
): PlannedRun {
	const several = options.severalPerList ? [] : severalForOneList(kind, requests);
	const held = new Set(several.flatMap(({ items }) => items));
	const left = requests.filter(({ items }) => !held.has(items[0]));
	const all = [...refused, ...several.flatMap(({ items, ...refusal }) => refuse(items, refusal))];

	const campaigns = countedCampaigns(left);
	if (options.allowManyCampaigns || campaigns <= MOST_CAMPAIGNS) {
		return { requests: left, refused: all };
	}
	const items = left.flatMap((request) => request.items);
	const refusal = {
		reason: `The items would make ${campaigns} campaigns${because(kind, left)}`,
		fix: `Make it the same for all items, or add the option 'Allow Many Campaigns': without it one run makes at most ${MOST_CAMPAIGNS}.`,
	};
	return { requests: [], refused: [...all, ...refuse(items, refusal)] };
}

/**
 * Says that the items became several campaigns although one would hold them all.
 *
 * @returns undefined when they became one, or several only because of how many they are or because
 *   a phone gets several messages
 */
export function severalCampaignsHint(
	kind: CampaignKind,
	requests: CampaignRequest[],
): string | undefined {
	const reason = because(kind, requests);
	return reason === ''
		? undefined
		: `The items make ${requests.length} campaigns, not one${reason}. Items whose settings are the same share a campaign.`;
}

/**
 * Says that items were taken for the same recipient.
 *
 * @returns undefined when each item is a recipient of its own
 */
export function duplicatesHint(requests: CampaignRequest[]): string | undefined {
	const merged = requests.flatMap(({ recipients }) => recipients);
	const surplus = merged.reduce((sum, { items }) => sum + Math.max(0, items.length - 1), 0);
	if (surplus === 0) return undefined;
	const said =
		surplus === 1
			? '1 item says the same to the same recipient as another'
			: `${surplus} items say the same to the same recipient as another`;
	return `${said}: the recipient gets it once. The option 'Duplicates' can change that.`;
}

function refuse(items: number[], refusal: Pick<RefusedItem, 'reason' | 'fix'>): RefusedItem[] {
	return items.map((item) => ({ item, ...refusal, concernsAll: true }));
}

/** Campaigns, without those that there are only because one holds so many recipients. */
function countedCampaigns(requests: CampaignRequest[]): number {
	const recipients = new Map<string, number>();
	for (const { settingsKey, counts } of requests) {
		recipients.set(
			settingsKey,
			(recipients.get(settingsKey) ?? 0) + Number(counts.recipients ?? 0),
		);
	}
	const full = [...recipients.values()].reduce(
		(sum, count) => sum + Math.max(0, Math.ceil(count / MOST_RECIPIENTS) - 1),
		0,
	);
	return requests.length - full;
}

/** What differs between campaigns, for example `, because Send At differs (12 values)`. */
function because(kind: CampaignKind, requests: CampaignRequest[]): string {
	const links = fieldLabels(kind.settingsFields);
	const labels = kind.fileAt === undefined ? links : { ...links, fileurl: 'the file' };
	const bySettings = new Map(requests.map((request) => [request.settingsKey, request]));
	const values = new Map<string, Set<string>>();
	const add = (label: string, value: unknown) => {
		const known = values.get(label) ?? new Set<string>();
		values.set(label, known.add(JSON.stringify(value) ?? ''));
	};
	const settings = [...bySettings.values()];
	const wires = new Set(settings.flatMap(({ body }) => Object.keys(body)));
	for (const { body, account, counts, sendAt } of settings) {
		add('the credential', account);
		add('List Codes', counts.lists);
		// Not the time of a part: that was not set.
		add('Send At', sendAt);
		for (const wire of wires) {
			const label = labels[wire];
			if (label !== undefined) add(label, body[wire]);
		}
	}
	for (const { listContent } of requests) add(kind.contentLabel, listContent);
	const differing = [...values].filter(([, distinct]) => distinct.size > 1);
	if (differing.length === 0) return '';
	const named = differing.map(([label, distinct]) => `${label} differs (${distinct.size} values)`);
	return `, because ${named.join(' and ')}`;
}

interface SeveralForList {
	items: number[];
	reason: string;
	fix: string;
}

/** Requests whose lists get another message in the same run, with what their members would receive. */
function severalForOneList(kind: CampaignKind, requests: CampaignRequest[]): SeveralForList[] {
	const byList = new Map<string, CampaignRequest[]>();
	for (const request of requests) {
		for (const list of listsOf(request.counts)) {
			const known = byList.get(list);
			if (known === undefined) byList.set(list, [request]);
			else known.push(request);
		}
	}
	return requests.flatMap((request) => {
		const [worst] = listsOf(request.counts)
			.map((list) => ({ list, sharing: byList.get(list)! }))
			.filter(({ sharing }) => sharing.length > 1)
			.sort((a, b) => b.sharing.length - a.sharing.length);
		if (worst === undefined) return [];
		const { list, sharing } = worst;
		const why = because(kind, sharing) || becauseOfLists(sharing);
		return [
			{
				items: request.items,
				reason: `Every member of distribution list ${list} would receive ${sharing.length} messages${why}`,
				fix: "Columns of the items are not read for the members of a list: write the same text for all items. To send several messages to a list, add the option 'Several Messages per List'.",
			},
		];
	});
}

/** Why requests that say the same are several: they named other lists besides, which a Campaign Key left out, or none is left out. */
function becauseOfLists(sharing: CampaignRequest[]): string {
	return new Set(sharing.map(({ settingsKey }) => settingsKey)).size > 1
		? ', because items name it together with other lists'
		: ', because Duplicates is set to send each item';
}

function listsOf({ lists }: IDataObject): string[] {
	return typeof lists === 'string' ? [...new Set(lists.split(','))] : [];
}
