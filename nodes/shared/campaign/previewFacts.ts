import type { IDataObject } from 'n8n-workflow';

import type { CampaignFacts, SendingFacts, ShownMessage } from '../approve/facts';
import { leftOutGroups } from '../run/leftOut';
import type { CampaignRow } from '../run/rows';
import { warningsOfRows, type CampaignKind, type CampaignRun } from './campaignRun';
import { startAfterQuiet } from './campaignTiming';
import { warningLines } from '../run/checkedTexts';
import type { RunOptions } from './runOptions';
import { MOST_LINES, type ShownLine } from '../pages/page';
import { groupedBy } from '../rules/lists';
import { campaignRecipientFields } from '../fields/campaignFields';
import { fieldLabels } from '../fields/wireFields';
import { localTime } from '../rules/schedule';
import { comparablePhone } from '../rules/phones';
import type { RequestSettings } from '../run/requestSettings';
import { itemsText } from '../sentBefore/itemNumbers';
import { eachGivingWay } from '../service/pause';
import type { SettingsOfRows } from './previewSettings';

/** Messages that a page shows as they look on a phone. */
const MOST_PHONES = 12;

/** What a person sees of a message. */
const SEEN = ['text', 'header', 'body', 'footer', 'buttons', 'file', 'service', 'messages'];

/** Collects what is shown of messages. */
class PreviewSample {
	private readonly different = new Set<string>();
	/** The first of them, by what is seen of each. */
	private readonly shown = new Map<string, ShownMessage>();
	private readonly costs = [0, 0, 0];
	private messages = 0;
	/** Several messages to one are one recipient. */
	private readonly recipients = new Set<string>();

	add(recipient: string, note: IDataObject): void {
		this.recipients.add(comparablePhone(recipient));
		const key = JSON.stringify(SEEN.map((name) => note[name]));
		if (!this.different.has(key) && this.shown.size < MOST_PHONES) {
			const seen = SEEN.filter((name) => note[name] !== undefined);
			const ofPhone = Object.fromEntries(seen.map((name) => [name, note[name]]));
			this.shown.set(key, { recipient, rows: 0, note: ofPhone });
		}
		this.different.add(key);
		const shown = this.shown.get(key);
		if (shown !== undefined) shown.rows++;
		const cost = Number(note.messages ?? 0);
		if (cost === 0) return;
		this.messages += cost;
		this.costs[Math.min(cost, 3) - 1]++;
	}

	facts(): Pick<CampaignFacts, 'recipients' | 'messages' | 'costs' | 'sample' | 'different'> {
		return {
			recipients: this.recipients.size,
			messages: this.messages === 0 ? null : this.messages,
			costs: this.messages === 0 ? [] : this.costs,
			sample: [...this.shown.values()],
			different: this.different.size,
		};
	}
}

/**
 * What a person sees of a campaign: made of the rows that would be sent, and of what is known of the others.
 *
 * @param settings those of its requests, in their order
 */
export async function factsOf(
	run: CampaignRun,
	settings: ReadonlyMap<string, SettingsOfRows>,
): Promise<CampaignFacts> {
	const { kind, requests, options, rows } = run;
	const sample = new PreviewSample();
	const zones = new Map<string, number>();
	const recipientsOf = new Map<SettingsOfRows, number>();
	for (const { settingsKey, recipients, zone } of requests) {
		const own = settings.get(settingsKey)!;
		recipientsOf.set(own, (recipientsOf.get(own) ?? 0) + recipients.length);
		if (zone !== undefined) zones.set(zone, (zones.get(zone) ?? 0) + recipients.length);
		const list = `Distribution list ${String(own.settings.body.pid)}`;
		await eachGivingWay(recipients, ({ phone, items }) => {
			sample.add(phone || list, rows[items[0]].notes!);
		});
	}
	const toLists = options.sendTo === 'lists';
	return {
		...sample.facts(),
		...(toLists && { recipients: null, messages: null }),
		timeZones: valueLines(zones, 'time zones'),
		leftOut: leftOutLines(rows),
		refused: refusedLines(rows),
		warnings: warningLines(warningsOfRows(run)),
		sending: sendingFacts(kind, recipientsOf, options),
	};
}

/** Parameters that the page shows in a message, or in a line of their own. */
const SHOWN_APART = ['desc', 'from', 'int', 'tts', 'fileurl', 'sid', 'template'];

function sendingFacts(
	{ settingsFields }: CampaignKind,
	recipientsOf: ReadonlyMap<SettingsOfRows, number>,
	{ quietHours, recipientZone, spreadOver }: RunOptions,
): SendingFacts {
	const all = [...recipientsOf.keys()];
	const lines = (valueOf: (own: SettingsOfRows) => unknown) => {
		const rows = new Map<string, number>();
		for (const [own, recipients] of recipientsOf) {
			const value = valueOf(own);
			if (typeof value === 'string') rows.set(value, (rows.get(value) ?? 0) + recipients);
		}
		return valueLines(rows, 'values');
	};
	const isDelayed = all.some(({ settings: { body } }) => body.int !== undefined);
	const zones = [...new Set(all.map(({ settings }) => settings.timeZone))].sort();
	const labels = fieldLabels([...campaignRecipientFields, ...settingsFields]);
	const others = new Set(all.flatMap(({ shared }) => Object.keys(shared.body)));
	for (const wire of SHOWN_APART) others.delete(wire);
	return {
		names: lines(({ settings: { body } }) => body.desc),
		senders: lines(({ settings: { body } }) => String(body.from ?? '')),
		languages: lines(({ shared: { template } }) => template?.language),
		begins: lines(({ settings }) => shownStart(settings, quietHours)),
		delays: isDelayed ? lines(({ settings: { body } }) => String(body.int ?? 0)) : [],
		quietHours: quietHours
			? { ...quietHours, timeZone: recipientZone ? null : zones.join(', ') }
			: null,
		spreadOver: spreadOver ?? null,
		others: [...others].map((wire) => ({
			label: labels[wire] ?? wire,
			values: lines(({ shared: { body } }) => textOf(body[wire])),
		})),
	};
}

function textOf(value: unknown): string | undefined {
	return value === undefined || typeof value === 'string' ? value : JSON.stringify(value);
}

/** When a time that was set begins, as a person sees it: after quiet hours. On the clock of recipients it has no zone. */
function shownStart(settings: RequestSettings, quietHours: RunOptions['quietHours']): string {
	const begins = startAfterQuiet(settings, quietHours);
	if (begins === undefined) return '';
	const { timeZone, zone } = settings;
	const clock = localTime(begins, zone ?? timeZone)
		.slice(0, 16)
		.replace('T', ' ');
	return zone === undefined ? `${clock} (${timeZone})` : clock;
}

/** Reasons for which rows get nothing on purpose. */
function leftOutLines(all: CampaignRow[]): ShownLine[] {
	const groups = [...leftOutGroups(all)];
	return firstLines(groups.map(([reason, { length: rows }]) => ({ reason, rows })));
}

/** Values, such as time zones, with their recipients, those of the most first. */
function valueLines(recipients: ReadonlyMap<string, number>, noun: string): ShownLine[] {
	const lines = [...recipients].map(([reason, rows]) => ({ reason, rows }));
	return firstLines(
		lines.sort((a, b) => b.rows - a.rows || (a.reason < b.reason ? -1 : 1)),
		noun,
	);
}

/** Reasons for which rows are refused, with their numbers. Those that differ by a value alone are one, with an example. */
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

function firstLines(lines: ShownLine[], noun = 'reasons'): ShownLine[] {
	if (lines.length <= MOST_LINES) return lines;
	const others = lines.slice(MOST_LINES - 1);
	const rows = others.reduce((sum, line) => sum + line.rows, 0);
	return [...lines.slice(0, MOST_LINES - 1), { reason: `${others.length} other ${noun}`, rows }];
}
