import { createHash } from 'crypto';

import {
	fatesText,
	PART_LENGTH,
	planText,
	ROWS_LENGTH,
	SETTING_LENGTH,
	SHOWN_LENGTH,
	type PlanPart,
	type RowFate,
} from '../rules/approval';
import { weekdays } from '../rules/quietHours';
import { comparablePhone } from '../rules/phones';
import { markOf, RowSketch } from '../rules/rowSketch';
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
export interface Plan {
	/** As it flows from node to node. */
	text: string;
	/** What a person sees of it. */
	facts: PlanFacts;
	/** By item: hashes of what its recipient gets, under which settings; see {@link plannedRow}. */
	rows: Map<number, string>;
	/** What the rows have in common, or some of them. */
	values: PlannedValues;
	/** What becomes of each item. */
	fates: RowFate[];
}

/** What tells of a part of the rows whether its settings are those of all. */
export interface PlannedValues {
	/** A hash of the rules of the run, which no row has. */
	rules: Record<'channel' | 'timing', string>;
	/** Hashes of the different values that rows have; none where they are many. */
	parts: Partial<Record<PlanPart, string[]>>;
	/** The same of the settings that have a name, in their order. */
	settings: string[][];
}

interface Leaving {
	requests: CampaignRequest[];
	read: ReadItems;
	leftOut: LeftOut[];
	options: RunOptions;
	/** How many items there are. */
	count: number;
}

/** Characters of the hashes of a row, which are kept for each item while an execution is tried again. */
const ROW_LENGTH = 8;
const ROW_PART_LENGTH = 4;
/** Precedes the item whose row another one repeats. */
const REPEATS = '@';

/** What is kept of a row: a hash of all of it, one of its recipient, and one of what that recipient gets. */
export interface KeptRow {
	whole: string;
	whom: string;
	what: string;
}

/** Reads what is kept of a row, or the item that it repeats. */
export function plannedRow(kept: string): KeptRow | number {
	if (kept.startsWith(REPEATS)) return Number(kept.slice(REPEATS.length));
	const parts = kept.slice(ROW_LENGTH);
	return {
		whole: kept.slice(0, ROW_LENGTH),
		whom: parts.slice(0, ROW_PART_LENGTH),
		what: parts.slice(ROW_PART_LENGTH),
	};
}

/** So many different values of a setting are kept at most. */
const MOST_VALUES = 20;

function valueHashes(values: string[]): string[] {
	return values.length > MOST_VALUES ? [] : values.map((value) => textHash(value, ROW_PART_LENGTH));
}

/**
 * The plan of a run: a hash of every text, recipient, setting and file, of the account and of the rules of times, with
 * what tells two plans apart in words. It holds no token, and is the same in every process and at every hour.
 */
export async function planOf(
	kind: CampaignKind,
	{ requests, read, leftOut, options, count }: Leaving,
): Promise<Plan> {
	const settings = new PlannedSettings(kind, read, options);
	const { recipients, rows, phones, all, sketch, seen } = await rowsOf(requests, read, settings);
	const { quietHours = null, spreadOver = null, recipientZone, sendTo } = options;
	const facts: PlanFacts = {
		recipients: sendTo === 'lists' ? null : recipients,
		...seen,
		...(sendTo === 'lists' && { messages: null }),
		timeZones: valueLines(zonesOf(requests), 'time zones'),
		leftOut: leftOutLines(leftOut),
		campaign: { ...settings.facts(), ...timingFacts(options) },
	};
	const { timing, ...ofSettings } = settings.parts();
	const rules = { channel: [kind.url, sendTo], timing: [quietHours, spreadOver, recipientZone] };
	const parts = {
		channel: rules.channel,
		...ofSettings,
		timing: [timing, ...rules.timing],
		leftOut: leftOut
			.map(({ recipient }) => JSON.stringify(recipient.split(',').map(comparablePhone)))
			.sort(),
		phones,
	};
	const hashes = Object.entries({ ...parts, reasons: asLists(facts.leftOut) }).map(
		([part, value]) => [part, hashOf(value, PART_LENGTH)],
	);
	const namedValues = settings.named();
	const named = namedValues.map((values) => JSON.stringify(values));
	const fates = Array<RowFate>(count).fill('refused');
	for (const { items } of requests) for (const item of items) fates[item] = 'sent';
	for (const { item } of leftOut) fates[item] = 'leftOut';
	return {
		text: planText({
			...{ recipients, sketch, parts: Object.fromEntries(hashes) as Record<PlanPart, string> },
			rows: hashOf([recipients, all, parts, named], ROWS_LENGTH),
			shown: shownHash(facts),
			settings: named.map((value) => textHash(value, SETTING_LENGTH)).join(''),
			fates: fatesText(fates),
		}),
		facts,
		rows,
		values: {
			rules: {
				channel: hashOf(rules.channel, PART_LENGTH),
				timing: hashOf(rules.timing, WHOLE_HASH),
			},
			parts: Object.fromEntries(
				Object.entries({ ...ofSettings, timing }).map(([part, each]) => [part, valueHashes(each)]),
			),
			settings: namedValues.map(valueHashes),
		},
		fates,
	};
}

interface PlannedRows extends Pick<Plan, 'rows'> {
	recipients: number;
	/** A hash of all rows, in their order. */
	all: string;
	/** A number that is another one for other phones. */
	phones: number;
	sketch: string;
	seen: ReturnType<PreviewSample['facts']>;
}

async function rowsOf(
	requests: CampaignRequest[],
	read: ReadItems,
	settings: PlannedSettings,
): Promise<PlannedRows> {
	const rowOf = new Map(read.rows.map((row) => [row.item, row]));
	const sample = new PreviewSample();
	const sketch = new RowSketch();
	const hashes: Array<[item: number, hash: string]> = [];
	const rows = new Map<number, string>();
	const times = new Map<string, number>();
	let phones = 0;
	const planned = requests.flatMap(({ recipients }) => recipients);
	await eachGivingWay(planned, async ({ items }) => {
		const row = rowOf.get(items[0])!;
		const own = await settings.of(row);
		const { note, what, mark } = own.contentOf(row.content);
		const phone = row.phone === '' ? own.lists : comparablePhone(row.phone);
		const whole = textHash(`${own.hash}\n${phone}\n${what}`);
		hashes.push([row.item, whole]);
		// The same message may go to a phone more than once, and a sketch has no row twice.
		const once = `${phone} ${mark}`;
		const nth = times.get(once) ?? 0;
		times.set(once, nth + 1);
		phones = (phones + markOf(`${phone} ${nth}`)) >>> 0;
		sketch.add({ whom: sketchedWhom(phone, nth), what: mark >>> 16 });
		const partsOfRow = [phone, what].map((part) => textHash(part, ROW_PART_LENGTH));
		rows.set(items[0], [whole.slice(0, ROW_LENGTH), ...partsOfRow].join(''));
		for (const item of items.slice(1)) rows.set(item, `${REPEATS}${items[0]}`);
		sample.add(row.phone === '' ? `Distribution list ${own.lists}` : row.phone, note);
		own.recipients++;
	});
	hashes.sort(([one], [other]) => one - other);
	const all = createHash('sha256');
	await eachGivingWay(hashes, ([, whole]) => all.update(whole, 'base64url'));
	return {
		...{ recipients: hashes.length, rows, phones, all: all.digest('base64url') },
		...{ sketch: sketch.toString(), seen: sample.facts() },
	};
}

/** A recipient as a sketch has it, who may get the same message more than once. */
export function sketchedWhom(phone: string, nth = 0): number {
	return markOf(`${phone} ${nth}`) >>> 8;
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
	return hashOf(asLists(leftOut), PART_LENGTH);
}

/** What a person sees of the times of a campaign: the rules, which no clock changes. */
function timingFacts({
	quietHours,
	recipientZone,
	spreadOver,
}: RunOptions): Pick<CampaignFacts, 'quietHours' | 'spreadOver'> {
	const shown = (quiet: NonNullable<RunOptions['quietHours']>): ShownQuietHours => ({
		hours: quiet.hours === undefined ? [] : [quiet.hours.from, quiet.hours.until],
		days: quiet.days.map((day) => weekdays.indexOf(day)),
		timeZone: recipientZone ? null : quiet.timeZone,
	});
	return { quietHours: quietHours ? shown(quietHours) : null, spreadOver: spreadOver ?? null };
}

/** A hash of what a person sees of a plan, which the plan holds: no other messages can be shown beside it. */
export function shownHash(facts: PlanFacts): string {
	return hashOf(shownOf(facts), SHOWN_LENGTH);
}
