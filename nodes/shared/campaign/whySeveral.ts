import { eachGivingWay } from '../service/pause';
import type { PlannedRecipient } from '../run/planRequests';
import { fieldLabels } from '../fields/field';
import { comparablePhone, MOST_RECIPIENTS } from '../rules/phones';
import { RECIPIENT_ZONE } from '../rules/recipientZone';
import type { CampaignKind, CampaignRequest } from './campaignRequest';
import { groupedBy } from '../rules/lists';

/** Something that makes several campaigns of items. */
export interface Reason {
	/** What it is, as it follows "because". */
	clause: string;
	/** What a person can do about it, each as part of a sentence. */
	fixes: string[];
	/** The rule behind it, in whole sentences. */
	rule: string;
}

interface SeveralCampaigns {
	/** Without those that there are only because one holds so many recipients. */
	campaigns: number;
	reasons: Reason[];
}

/** The fix for equal messages to the same recipient. */
export const SEND_ONCE = "set 'Duplicates' to Send Once";

/** Finds out whatever makes more than one campaign of the items, beside the number of recipients. */
export async function whySeveral(
	kind: CampaignKind,
	requests: CampaignRequest[],
): Promise<SeveralCampaigns> {
	const groups = bySettings(requests);
	const toLists = requests.some(({ counts }) => counts.lists !== undefined);
	let campaigns = 0;
	let most: PlannedRecipient[] = [];
	await eachGivingWay(groups, async (group) => {
		const beside = besideSize(group);
		const repeated = beside > 1 && !toLists ? await mostOfOnePhone(group) : [];
		campaigns += Math.max(beside, repeated.length);
		if (repeated.length > most.length) most = repeated;
	});
	const reasons = [
		...differences(kind, requests),
		...(most.length > 1 ? [repeatedPhone(most, groups.length > 1)] : []),
		...equalListMessages(requests),
	];
	return { campaigns, reasons };
}

/** Why the members of a list get several messages, as far as the requests themselves tell. */
export function whySeveralForList(kind: CampaignKind, requests: CampaignRequest[]): Reason[] {
	return [...differences(kind, requests), ...equalListMessages(requests)];
}

/** Reasons (at least one) as they end a sentence, for example `, because Send At differs (12 values)`. */
export function because(clauses: string[]): string {
	return `, because ${clauses.join(' and ')}`;
}

function bySettings(requests: CampaignRequest[]): CampaignRequest[][] {
	return [...groupedBy(requests, ({ settingsKey }) => settingsKey).values()];
}

/** How many of the requests there would be if one held any number of recipients, unless a phone needs more. */
function besideSize(group: CampaignRequest[]): number {
	const recipients = group.reduce((sum, { counts }) => sum + Number(counts.recipientCount ?? 0), 0);
	return group.length - Math.max(0, Math.ceil(recipients / MOST_RECIPIENTS) - 1);
}

/** What the phone gets that gets the most. */
async function mostOfOnePhone(group: CampaignRequest[]): Promise<PlannedRecipient[]> {
	const byPhone = new Map<string, PlannedRecipient[]>();
	let most: PlannedRecipient[] = [];
	const recipients = group.flatMap((request) => request.recipients);
	await eachGivingWay(recipients, (recipient) => {
		const key = comparablePhone(recipient.phone);
		const known = byPhone.get(key) ?? [];
		known.push(recipient);
		byPhone.set(key, known);
		if (known.length > most.length) most = known;
	});
	return most;
}

/** A phone gets several messages, of which a campaign holds one: different ones, or equal ones by an option. */
function repeatedPhone(recipients: PlannedRecipient[], settingsDiffer: boolean): Reason {
	const [{ phone }] = recipients;
	const messages = recipients.length;
	const different = new Set(recipients.map(({ content }) => content)).size;
	const haveEqual = different < messages;
	let gets = `${messages} messages (${different} different ones)`;
	if (different === 1) gets = `the same message ${messages} times`;
	else if (!haveEqual) gets = `${messages} different messages`;
	return {
		clause: `phone number ${phone} gets ${gets}${settingsDiffer ? ' with the same settings' : ''}`,
		fixes: [
			...(different > 1 ? ['merge or remove the rows with the same phone number'] : []),
			...(haveEqual ? [SEND_ONCE] : []),
		],
		rule: `A campaign can have only one message for each phone number.${haveEqual ? " 'Duplicates' is set to Send Each." : ''}`,
	};
}

/** A list gets the same message several times, by an option. */
function equalListMessages(requests: CampaignRequest[]): Reason[] {
	const toLists = requests.filter(({ listContent }) => listContent !== undefined);
	const different = new Set(
		toLists.map(({ settingsKey, listContent }) => JSON.stringify([settingsKey, listContent])),
	);
	if (different.size === toLists.length) return [];
	return [
		{
			clause: 'Duplicates is set to send each item',
			fixes: [SEND_ONCE],
			rule: 'A campaign to distribution lists can have only one message.',
		},
	];
}

/** The settings, or what all members of a list get, that are not the same for all requests. */
function differences(kind: CampaignKind, requests: CampaignRequest[]): Reason[] {
	const links = fieldLabels(kind.settingsFields);
	const labels = kind.fileAt === undefined ? links : { ...links, fileurl: 'the file' };
	const values = new Map<string, Set<string>>();
	const add = (label: string, value: unknown) => {
		const known = values.get(label) ?? new Set<string>();
		values.set(label, known.add(JSON.stringify(value) ?? ''));
	};
	const settings = bySettings(requests).map(([first]) => first);
	const zones = new Set(settings.flatMap((each) => each.zone ?? []));
	const wires = new Set(settings.flatMap(({ body }) => Object.keys(body)));
	for (const { body, account, counts, sendAt, timeZone } of settings) {
		add('the credential', account);
		add('List Codes', counts.lists);
		add('Send At', sendAt);
		if (sendAt !== undefined) add(labels.timeZone, timeZone);
		for (const wire of wires) {
			const label = labels[wire];
			if (label !== undefined) add(label, body[wire]);
		}
	}
	for (const { listContent } of requests) add(kind.contentLabel, listContent);
	const differing = [...values].filter(([, distinct]) => distinct.size > 1);
	const reasons = zones.size > 1 ? [severalZones(zones.size)] : [];
	if (differing.length === 0) return reasons;
	const named = differing.map(([label, distinct]) => `${label} differs (${distinct.size} values)`);
	return [
		...reasons,
		{
			clause: named.join(' and '),
			fixes: [`make ${differing.map(([label]) => label).join(' and ')} the same for all items`],
			rule: 'Only items with the same settings share a campaign.',
		},
	];
}

/** Each zone has its own moment. */
function severalZones(count: number): Reason {
	return {
		clause: `the recipients are in ${count} time zones`,
		fixes: ['send to fewer time zones in one run'],
		rule: `With '${RECIPIENT_ZONE}' each time zone gets a separate campaign.`,
	};
}
