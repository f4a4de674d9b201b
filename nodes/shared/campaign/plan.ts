import { createHash } from 'crypto';

import {
	fatesText,
	planText,
	REASONS_LENGTH,
	ROWS_LENGTH,
	SHOWN_LENGTH,
	type RowFate,
} from '../rules/approval';
import { weekdays } from '../rules/quietHours';
import { comparablePhone } from '../rules/phones';
import type { ReadItems } from '../run/readRows';
import { hashOf, textHash, WHOLE_HASH } from '../service/keys';
import { eachGivingWay } from '../service/pause';
import type { LeftOut } from './campaignKey';
import type { CampaignKind, CampaignRequest } from './campaignRequest';
import { PlannedSettings } from './plannedSettings';
import {
	asLists,
	leftOutLines,
	PreviewSample,
	shownOf,
	valueLines,
	type CampaignFacts,
	type PlanFacts,
	type ShownQuietHours,
} from './previewFacts';
import type { RunOptions } from './runOptions';

/** What would be sent, in a form in which two runs can be compared. */
export interface Plan extends KeptPlan {
	/** As it flows from node to node. */
	text: string;
	/** What a person sees of it. */
	facts: PlanFacts;
	/** What becomes of each item. */
	fates: RowFate[];
}

/** What is kept of an approved plan while its execution is tried again. */
export interface KeptPlan {
	/** A hash of the rules of the run, which no row has. */
	rules: string;
	/** By item: a hash of recipient, content and settings, or {@link REPEATS} and the item whose row it repeats. */
	rows: Record<number, string>;
}

interface Leaving {
	requests: CampaignRequest[];
	read: ReadItems;
	leftOut: LeftOut[];
	options: RunOptions;
	/** How many items there are. */
	count: number;
}

/** Characters of the hash of a row, which is kept for each item while an execution is tried again. */
const ROW_LENGTH = 8;
/** Precedes the item whose row another one repeats. */
const REPEATS = '@';

/** Whether what is left of an approved run is as it was approved: each row, and the rules of all. */
export function isRestOf(kept: KeptPlan, { rules, rows }: KeptPlan): boolean {
	if (rules !== kept.rules) return false;
	const messageOf = (item: number) => {
		const row = kept.rows[item];
		return row?.startsWith(REPEATS) ? Number(row.slice(REPEATS.length)) : item;
	};
	const sent = new Set<number>();
	return Object.entries(rows).every(([item, row]) => {
		const message = messageOf(Number(item));
		// Two messages that were approved are not one.
		if (row.startsWith(REPEATS)) return message === messageOf(Number(row.slice(REPEATS.length)));
		if (sent.has(message)) return false;
		sent.add(message);
		return row === kept.rows[message];
	});
}

/**
 * The plan of a run: a hash of every text, recipient, setting and file, of the account and of the rules of times. It
 * holds no token, and is the same in every process and at every hour.
 */
export async function planOf(
	kind: CampaignKind,
	{ requests, read, leftOut, options, count }: Leaving,
): Promise<Plan> {
	const settings = new PlannedSettings(kind, read, options);
	const { recipients, rows, all, seen } = await rowsOf(requests, read, settings);
	const { quietHours = null, spreadOver = null, recipientZone, sendTo } = options;
	const facts: PlanFacts = {
		recipients: sendTo === 'lists' ? null : recipients,
		...seen,
		...(sendTo === 'lists' && { messages: null }),
		timeZones: valueLines(zonesOf(requests), 'time zones'),
		leftOut: leftOutLines(leftOut),
		campaign: { ...settings.facts(), ...timingFacts(options, settings.timeZones()) },
	};
	const rules = hashOf([kind.url, sendTo, quietHours, spreadOver, recipientZone], WHOLE_HASH);
	const withoutMessage = leftOut
		.map(({ recipient }) => JSON.stringify(recipient.split(',').map(comparablePhone)))
		.sort();
	const fates = Array<RowFate>(count).fill('refused');
	for (const { items } of requests) for (const item of items) fates[item] = 'sent';
	for (const { item } of leftOut) fates[item] = 'leftOut';
	const text = planText({
		recipients,
		rows: hashOf([recipients, all, rules, withoutMessage], ROWS_LENGTH),
		shown: shownHash(facts),
		reasons: reasonsHash(facts),
		fates: fatesText(fates),
	});
	return { text, facts, rules, rows, fates };
}

interface PlannedRows extends Pick<Plan, 'rows'> {
	recipients: number;
	/** A hash of all rows, in their order. */
	all: string;
	seen: ReturnType<PreviewSample['facts']>;
}

async function rowsOf(
	requests: CampaignRequest[],
	read: ReadItems,
	settings: PlannedSettings,
): Promise<PlannedRows> {
	const rowOf = new Map(read.rows.map((row) => [row.item, row]));
	const sample = new PreviewSample();
	const hashes: Array<[item: number, hash: string]> = [];
	const rows: Record<number, string> = {};
	const planned = requests.flatMap(({ recipients }) => recipients);
	await eachGivingWay(planned, async ({ items }) => {
		const row = rowOf.get(items[0])!;
		const own = await settings.of(row);
		const { note, what } = own.contentOf(row.content);
		const phone = row.phone === '' ? own.lists : comparablePhone(row.phone);
		const whole = textHash(`${own.hash}\n${phone}\n${what}`);
		hashes.push([row.item, whole]);
		rows[items[0]] = whole.slice(0, ROW_LENGTH);
		for (const item of items.slice(1)) rows[item] = `${REPEATS}${items[0]}`;
		sample.add(row.phone === '' ? `Distribution list ${own.lists}` : row.phone, note);
		own.recipients++;
	});
	hashes.sort(([one], [other]) => one - other);
	const all = createHash('sha256');
	await eachGivingWay(hashes, ([, whole]) => all.update(whole, 'base64url'));
	return { recipients: hashes.length, rows, all: all.digest('base64url'), seen: sample.facts() };
}

/** Whose local time counts, with their recipients. */
function zonesOf(requests: CampaignRequest[]): Map<string, number> {
	const zones = new Map<string, number>();
	for (const { zone, recipients } of requests) {
		if (zone !== undefined) zones.set(zone, (zones.get(zone) ?? 0) + recipients.length);
	}
	return zones;
}

/** What a plan has of the reasons why rows are left out, as a person sees them. */
export function reasonsHash({ leftOut }: Pick<PlanFacts, 'leftOut'>): string {
	return hashOf(asLists(leftOut), REASONS_LENGTH);
}

/** What a person sees of the times of a campaign: the rules, which no clock changes. */
function timingFacts(
	{ quietHours, recipientZone, spreadOver }: RunOptions,
	timeZones: string[],
): Pick<CampaignFacts, 'quietHours' | 'spreadOver'> {
	const shown = (quiet: NonNullable<RunOptions['quietHours']>): ShownQuietHours => ({
		hours: quiet.hours === undefined ? [] : [quiet.hours.from, quiet.hours.until],
		days: quiet.days.map((day) => weekdays.indexOf(day)),
		timeZone: recipientZone ? null : timeZones.join(', '),
	});
	return { quietHours: quietHours ? shown(quietHours) : null, spreadOver: spreadOver ?? null };
}

/** A hash of what a person sees of a plan, which the plan holds: no other messages can be shown beside it. */
export function shownHash(facts: PlanFacts): string {
	return hashOf(shownOf(facts), SHOWN_LENGTH);
}
