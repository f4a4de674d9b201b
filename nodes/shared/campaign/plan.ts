import { createHash, hash } from 'crypto';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { savedOption, wireFields } from '../fields/field';
import { sendAtOption } from '../fields/sendingOptions';
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
import { isExpression, readsClockAlone } from '../rules/expressions';
import { localTime } from '../rules/schedule';
import { weekdays } from '../rules/quietHours';
import { comparablePhone } from '../rules/phones';
import { RowSketch } from '../rules/rowSketch';
import type { CampaignRow } from '../run/planRequests';
import type { ReadItems } from '../run/readRows';
import type { RequestSettings } from '../run/settingsReader';
import { keyFrom } from '../service/keys';
import { givingWay } from '../service/pause';
import type { LeftOut } from './campaignKey';
import type { CampaignKind, CampaignRequest, RenderContent } from './campaignRequest';
import { firstStart } from './campaignTiming';
import {
	asLists,
	leftOutLines,
	PreviewSample,
	shownOf,
	valueLines,
	type CampaignFacts,
	type PreviewFacts,
	type ShownQuietHours,
} from './previewFacts';
import type { RunOptions } from './runOptions';

/** What would leave, in a form that two runs can be compared by. */
export interface Plan {
	/** As it flows from node to node. */
	text: string;
	/** What a person sees of it. */
	facts: PlanFacts;
	/** By item: a hash of what its recipient gets, under which settings. */
	rows: Map<number, string>;
	/** What becomes of each item. */
	fates: RowFate[];
}

/** What a plan says of itself. */
export type PlanFacts = Pick<
	PreviewFacts,
	| 'recipients'
	| 'messages'
	| 'costs'
	| 'sample'
	| 'different'
	| 'timeZones'
	| 'leftOut'
	| 'campaign'
>;

/** What is about to leave. */
export interface Leaving {
	requests: CampaignRequest[];
	read: ReadItems;
	leftOut: LeftOut[];
	options: RunOptions;
}

/** When a campaign begins: a plan has the rule, not what the clock makes of it. */
const TIMES = ['dh', 'di', 'dy', 'dm', 'dd'];
/** Settings that people call by a name of their own; `tts` and `sid` are what a call plays. */
const NAMED = ['from', 'template', 'fileurl', 'tts', 'sid'];
/** Parameters that one option fills together. */
const FILLED_BY: Record<string, string> = { retry: 'retries', retryint: 'retries' };

/** Characters of the hash of a row, of which one is kept for each item while an execution is tried again. */
const ROW_LENGTH = 8;

/**
 * The plan of a run: a hash of every text, recipient, setting and file, of the account and of the rules of times, with
 * what tells two plans apart in words. It holds no token, and is the same in every process and at every hour.
 */
export async function planOf(
	context: IExecuteFunctions,
	kind: CampaignKind,
	{ requests, read, leftOut, options }: Leaving,
): Promise<Plan> {
	const giveWay = givingWay();
	const rowOf = new Map(read.rows.map((row) => [row.item, row]));
	const settings = new PlannedSettings(context, kind, read, options);
	const sample = new PreviewSample();
	const sketch = new RowSketch();
	const hashes: Array<[item: number, whole: Buffer]> = [];
	let phones = 0;
	const times = new Map<string, number>();
	const rows = new Map<number, string>();
	const zones = new Map<string, number>();
	let recipients = 0;
	for (const request of requests) {
		const zone = request.zones?.name;
		if (zone !== undefined) zones.set(zone, (zones.get(zone) ?? 0) + request.recipients.length);
		for (const { items } of request.recipients) {
			if (giveWay.isDue()) await giveWay.now();
			const row = rowOf.get(items[0])!;
			const own = await settings.of(row);
			const { note, what, mark } = own.contentOf(row.content);
			const phone = row.phone === '' ? own.lists : comparablePhone(row.phone);
			const whole = hashed(`${own.hash}\n${phone}\n${what}`);
			hashes.push([row.item, whole]);
			// The same message may go to a phone more than once, and a sketch has no row twice.
			const once = `${phone} ${mark}`;
			const nth = times.get(once) ?? 0;
			times.set(once, nth + 1);
			const marked = markOf(`${phone} ${nth}`);
			phones = (phones + marked) >>> 0;
			sketch.add({ whom: marked >>> 8, what: mark >>> 16 });
			const short = textOf(whole, ROW_LENGTH);
			for (const item of items) rows.set(item, short);
			sample.add(row.phone === '' ? `Distribution list ${own.lists}` : row.phone, note);
			recipients++;
			own.recipients++;
		}
	}
	const facts: PlanFacts = {
		recipients: options.sendTo === 'lists' ? null : recipients,
		...sample.facts(),
		timeZones: valueLines(zones, 'time zones'),
		leftOut: leftOutLines(leftOut),
		campaign: { ...settings.facts(), ...timingFacts(options) },
	};
	const { quietHours = null, spreadOver = null, recipientZone = null, sendTo } = options;
	const notSent = leftOut.map((row) =>
		JSON.stringify(row.recipient.split(',').map(comparablePhone)),
	);
	const fates = Array<RowFate>(context.getInputData().length).fill('refused');
	for (const { items } of requests) for (const item of items) fates[item] = 'sent';
	for (const { item } of leftOut) fates[item] = 'leftOut';
	const parts: Record<Exclude<PlanPart, 'reasons'>, unknown> = {
		channel: [kind.url, sendTo],
		...settings.parts(),
		timing: [settings.timing(), quietHours, spreadOver, recipientZone],
		leftOut: notSent.sort(),
		phones,
	};
	const hashesOfParts = Object.fromEntries(
		Object.entries({ ...parts, reasons: asLists(facts.leftOut) }).map(([part, value]) => [
			part,
			shortHash(value),
		]),
	) as Record<PlanPart, string>;
	const named = settings.named();
	hashes.sort(([one], [other]) => one - other);
	const ofAll = createHash('sha256');
	for (const [, whole] of hashes) {
		if (giveWay.isDue()) await giveWay.now();
		ofAll.update(whole);
	}
	const all = ofAll.digest('base64url');
	return {
		text: planText({
			...{ recipients, parts: hashesOfParts, sketch: sketch.toString() },
			rows: textOf(hashed(JSON.stringify([recipients, all, parts, named])), ROWS_LENGTH),
			shown: shownHash(facts),
			settings: named.map((value) => textOf(hashed(value), SETTING_LENGTH)).join(''),
			fates: fatesText(fates),
		}),
		facts,
		rows,
		fates,
	};
}

/** What a plan has of the reasons why rows are left out, as a person sees them. */
export function reasonsHash({ leftOut }: Pick<PlanFacts, 'leftOut'>): string {
	return shortHash(asLists(leftOut));
}

function shortHash(value: unknown): string {
	return textOf(hashed(JSON.stringify(value)), PART_LENGTH);
}

/** The settings of an operation that have a name in the editor and none of their own in a plan. */
export function namedSettings({ settingsFields }: Pick<CampaignKind, 'settingsFields'>) {
	const others = [...NAMED, 'sendAt', 'timeZone'];
	return wireFields(settingsFields).filter(({ wire }) => !others.includes(wire));
}

/** What a person sees of when a campaign goes: the rules, which no clock changes. */
function timingFacts({
	quietHours,
	recipientZone,
	spreadOver,
}: RunOptions): Pick<CampaignFacts, 'quietHours' | 'spreadOver'> {
	const shown = (quiet: NonNullable<RunOptions['quietHours']>): ShownQuietHours => ({
		hours: quiet.hours === undefined ? [] : [quiet.hours.from, quiet.hours.until],
		days: quiet.days.map((day) => weekdays.indexOf(day)),
		timeZone: recipientZone === undefined ? quiet.timeZone : null,
	});
	return { quietHours: quietHours ? shown(quietHours) : null, spreadOver: spreadOver ?? null };
}

/** A hash of what a person sees of a plan, which the plan holds: no other messages can be shown beside it. */
export function shownHash(facts: PlanFacts): string {
	return textOf(hashed(JSON.stringify(shownOf(facts))), SHOWN_LENGTH);
}

/** What a plan holds of the settings of rows, each different one looked at once. */
class PlannedSettings {
	private readonly known = new Map<string, SettingsOfRows>();
	private readonly sendAtRule: string | undefined;

	constructor(
		context: IExecuteFunctions,
		private readonly kind: CampaignKind,
		private readonly read: ReadItems,
		private readonly options: RunOptions,
	) {
		const saved = savedOption(context.getNode(), sendAtOption);
		this.sendAtRule = isExpression(saved) && readsClockAlone(saved.slice(1)) ? saved : undefined;
	}

	async of({ settingsKey }: CampaignRow): Promise<SettingsOfRows> {
		let known = this.known.get(settingsKey);
		if (known === undefined) {
			const settings = this.read.settings.get(settingsKey)!;
			const { baseUrl, token } = await settings.context.getCredentials('extApi', 0);
			// A key made from the token tells accounts apart, and tells nothing of the token.
			const account = keyFrom(String(token), ['plan', String(baseUrl)]).toString('base64url');
			const render = await this.kind.renderer(settings.context);
			const templateOf = await this.kind.templateOf?.(settings.context);
			const template = templateOf?.(settings.body);
			const beginsAt = this.sendAtRule ?? shownStart(settings, this.options);
			const rules = { sendAtRule: this.sendAtRule, beginsAt };
			known = new SettingsOfRows(this.kind, settings, account, rules, render, template);
			this.known.set(settingsKey, known);
		}
		return known;
	}

	parts(): Record<'account' | 'sender' | 'template' | 'file' | 'settings', unknown> {
		const known = new Set(namedSettings(this.kind).map(({ wire }) => wire));
		const isNamed = (name: string) => NAMED.includes(name) || known.has(FILLED_BY[name] ?? name);
		return {
			account: this.each(({ account }) => account),
			sender: this.each(({ body }) => body.from),
			template: this.each(({ body, template }) => template ?? body.template),
			file: this.each(({ body }) => body.fileurl),
			settings: this.each(({ body }) => withoutKeys(body, Object.keys(body).filter(isNamed))),
		};
	}

	/** The values of each of the named settings. */
	named(): string[] {
		return namedSettings(this.kind).map(({ wire }) => {
			const isOther = (name: string) => (FILLED_BY[name] ?? name) !== wire;
			const values = this.each(({ body }) => withoutKeys(body, Object.keys(body).filter(isOther)));
			return JSON.stringify(values);
		});
	}

	/** What a person sees of them. */
	facts(): Pick<CampaignFacts, 'names' | 'senders' | 'languages' | 'begins' | 'delays'> {
		const lines = (valueOf: (own: SettingsOfRows) => unknown) => {
			const rows = new Map<string, number>();
			for (const own of this.known.values()) {
				const value = valueOf(own);
				if (typeof value !== 'string') continue;
				rows.set(value, (rows.get(value) ?? 0) + own.recipients);
			}
			return valueLines(rows, 'values');
		};
		const isDelayed = [...this.known.values()].some(({ body }) => body.int !== undefined);
		return {
			names: lines(({ body }) => body.desc),
			senders: lines(({ body }) => String(body.from ?? '')),
			languages: lines(({ template }) => template?.language),
			begins: lines(({ beginsAt }) => beginsAt),
			delays: isDelayed ? lines(({ body }) => String(body.int ?? 0)) : [],
		};
	}

	private each(value: (own: SettingsOfRows) => unknown): string[] {
		const all = [...this.known.values()].map((own) => JSON.stringify(value(own) ?? null));
		return [...new Set(all)].sort();
	}

	timing(): string[] {
		return [...new Set([...this.known.values()].map(({ begins }) => begins))].sort();
	}
}

/**
 * When a time that was set begins, as a person sees it: after quiet hours, which no clock of a run changes. On the clock
 * of recipients it has no zone; where they have several, only the one that the service reads is true for all.
 */
function shownStart(settings: RequestSettings, options: RunOptions): string {
	const { startsAt, timeZone, zones: { zones = [] } = {} } = settings;
	if (startsAt === undefined) return '';
	const begins = firstStart(settings, startsAt, options);
	const clock = (zone: string) => localTime(begins, zone).slice(0, 16).replace('T', ' ');
	return zones.length === 1 ? clock(zones[0]) : `${clock(timeZone)} (${timeZone})`;
}

/** The settings that some rows share. */
class SettingsOfRows {
	readonly body: IDataObject;
	readonly begins: string;
	/** The same as a person sees it: see `CampaignFacts`. */
	readonly beginsAt: string;
	/** How many get something. */
	recipients = 0;
	/** The codes of distribution lists. */
	readonly lists: string;
	readonly hash: string;
	private readonly contents = new Map<string, PlannedContent>();

	constructor(
		private readonly kind: CampaignKind,
		{ body, startsAt, timeZone, zones }: RequestSettings,
		readonly account: string,
		{ sendAtRule, beginsAt }: { sendAtRule?: string; beginsAt: string },
		private readonly render: RenderContent,
		readonly template?: IDataObject,
	) {
		this.body = withoutKeys(body, TIMES);
		this.lists = typeof body.pid === 'string' ? body.pid : '';
		this.begins = JSON.stringify([sendAtRule ?? startsAt ?? null, timeZone, zones?.name]);
		this.beginsAt = beginsAt;
		const all = [kind.url, account, this.body, this.begins, template];
		this.hash = hashed(JSON.stringify(all)).toString('base64url');
	}

	/** What a recipient reads, as it would be seen: a template counts with its words. */
	contentOf(content: string): PlannedContent {
		let known = this.contents.get(content);
		if (known === undefined) {
			const note = {
				...this.render(content, this.body),
				...(this.kind.messagesOf && { messages: this.kind.messagesOf(content) }),
			};
			const what = JSON.stringify([content, note]);
			known = { note, what, mark: markOf(what) };
			this.contents.set(content, known);
		}
		return known;
	}
}

/** What some recipients get. */
interface PlannedContent {
	note: IDataObject;
	/** All of it, as one text. */
	what: string;
	/** What tells it from another one, for certain enough to count by. */
	mark: number;
}

function withoutKeys(body: IDataObject, names: string[]): IDataObject {
	const entries = Object.entries(body).filter(([name]) => !names.includes(name));
	return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)));
}

function hashed(text: string): Buffer {
	return hash('sha256', text, 'buffer');
}

function textOf(hash: Buffer, length: number): string {
	return hash.toString('base64url').slice(0, length);
}

/** A number of 32 bits for a text (FNV-1a, and its bits mixed), which costs much less than a hash that no one can forge. */
function markOf(text: string): number {
	let bits = 0x811c9dc5;
	for (let at = 0; at < text.length; at++) {
		bits = Math.imul(bits ^ text.charCodeAt(at), 0x01000193);
	}
	bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
	return (bits ^ (bits >>> 13)) >>> 0;
}
