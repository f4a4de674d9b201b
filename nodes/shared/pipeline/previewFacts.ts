// What an approval shows, and a preview seals.
import { randomUUID } from 'crypto';

import {
	contents,
	SETTINGS,
	type CampaignFacts,
	type SharedCampaign,
	type SharedSettings,
	type ShownMessage,
} from '../approve/previewed';
import { campaignRecipientFields } from '../fields/campaignFields';
import { fieldLabels } from '../fields/field';
import { itemsText } from '../ledger/ledger';
import { eachGivingWay } from '../ledger/runState';
import { firstLines, type ShownLine } from '../pages/page';
import { warningLines } from './accountWords';
import { leftOutGroups } from './leftOut';
import type { PlannedRecipient } from './planRequests';
import type { CampaignRow } from './rows';
import { groupedBy } from '../rules/lists';
import { comparablePhone } from '../rules/phones';
import { warningsOfRows, type CampaignRequest, type CampaignRun } from './campaignRun';
import { startAfterQuiet } from './campaignTiming';

/** Most messages that a page shows as on a phone. */
const MOST_PHONES = 12;

/** What a person sees of a message. */
const SEEN = ['text', 'header', 'body', 'footer', 'buttons', 'file', 'service', 'messages'];

/** A preview's requests by their settings, in the order of the settings' numbers. */
export const bySettings = ({ requests }: CampaignRun): CampaignRequest[][] => [
	...groupedBy(requests, ({ settingsKey }) => settingsKey).values(),
];
/**
 * What a preview's rows share, and what a person sees of them. Adds to each row that would be sent
 * what its recipient gets, and by which settings.
 */
export async function sharedOf(run: CampaignRun): Promise<SharedCampaign> {
	const { kind, options } = run;
	const { sendTo, duplicates, quietHours, spreadOver } = options;
	const { recipientZone, checkBalance, campaignKey, optOutUrl } = options;
	const groups = bySettings(run);
	return {
		id: randomUUID(),
		channel: kind.checked.channel,
		rules: {
			...{ sendTo, duplicates, quietHours, spreadOver },
			...{ recipientZone, checkBalance, campaignKey, optOutUrl },
		},
		settings: await eachGivingWay(groups, async (same) => await settingsOf(run, same)),
		shown: await factsOf(run, groups),
	};
}

/** Sending the campaign calculates its start again, and decides its progress updates. */
const DECIDED_LATER = ['dh', 'di', 'dy', 'dm', 'dd', 'ne', 'np', 'nu'];

async function settingsOf(
	{ kind, settings, options, account }: CampaignRun,
	requests: CampaignRequest[],
): Promise<SharedSettings> {
	const [{ settingsKey }] = requests;
	const own = settings.get(settingsKey)!;
	const { body, timeZone, zone } = own;
	const startsAt = startAfterQuiet(own, options.quietHours);
	const template = (await kind.templateOf?.(account.context))?.(body);
	const entries = Object.entries(body).filter(([wire]) => !DECIDED_LATER.includes(wire));
	return {
		body: Object.fromEntries(entries),
		startsAt: startsAt === undefined ? undefined : new Date(startsAt).toISOString(),
		...{ timeZone, zone, template },
		recipients: requests.reduce((sum, { recipients }) => sum + recipients.length, 0),
	};
}

/** What a person sees of the messages, and of rows that get none. */
async function factsOf(run: CampaignRun, groups: CampaignRequest[][]): Promise<CampaignFacts> {
	const { kind, options, rows } = run;
	const { columns } = contents[kind.checked.channel];
	const different = new Map<string, ShownMessage>();
	/** Several messages to one phone are one recipient. */
	const recipients = new Set<string>();
	const costs = [0, 0, 0];
	let messages = 0;
	const look = (number: number, { phone, content, items }: PlannedRecipient, list: string) => {
		const [{ notes = {} }] = items.map((item) => rows[item]);
		const note = Object.fromEntries(Object.entries(notes).filter(([name]) => SEEN.includes(name)));
		const key = JSON.stringify(note);
		const same = different.get(key);
		if (same !== undefined) same.rows++;
		else different.set(key, { recipient: phone || list, rows: 1, note });
		recipients.add(comparablePhone(phone || list));
		const cost = Number(note.messages ?? 0);
		messages += cost;
		if (cost > 0) costs[Math.min(cost, 3) - 1]++;
		const ofSettings = groups.length > 1 ? { [SETTINGS]: number } : {};
		const said = { ...columns(content), ...ofSettings, approved: false };
		for (const item of items) Object.assign(rows[item].notes!, said);
	};
	await eachGivingWay(groups.entries(), async ([index, requests]) => {
		await eachGivingWay(requests, async ({ body, recipients: all }) => {
			const list = `Distribution list ${String(body.pid)}`;
			await eachGivingWay(all, (recipient) => look(index + 1, recipient, list));
		});
	});
	const isCounted = messages > 0;
	const toLists = options.sendTo === 'lists';
	return {
		recipients: toLists ? null : recipients.size,
		messages: toLists || !isCounted ? null : messages,
		costs: isCounted ? costs : [],
		sample: [...different.values()].slice(0, MOST_PHONES),
		different: different.size,
		leftOut: firstLines(
			[...leftOutGroups(rows)].map(([reason, { length }]) => ({ reason, rows: length })),
		),
		refused: refusedLines(rows),
		warnings: warningLines(warningsOfRows(run)),
		labels: fieldLabels([...campaignRecipientFields, ...kind.settingsFields]),
	};
}

/** Why rows are refused, with item numbers. Reasons that differ only in a value share a line. */
function refusedLines(rows: CampaignRow[]): ShownLine[] {
	const refused = rows.flatMap(({ item, fate }) =>
		fate.is === 'refused' ? [{ item, reason: fate.why.reason }] : [],
	);
	const groups = groupedBy(refused, ({ reason }) => reason.replace(/"[^"]*"/g, '""'));
	return firstLines(
		[...groups.values()].map((group) => {
			const [{ reason }] = group;
			const others = group.some((each) => each.reason !== reason) ? ', and the like' : '';
			const items = itemsText(group.map(({ item }) => item));
			return { reason: `${reason}${others} (${items})`, rows: group.length };
		}),
	);
}
