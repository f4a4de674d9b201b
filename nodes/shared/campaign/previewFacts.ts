import type { IDataObject } from 'n8n-workflow';

import { MOST_LINES, type ShownLine } from '../pages/page';
import { groupedBy } from '../rules/lists';
import { comparablePhone } from '../rules/phones';
import { weekdays } from '../rules/quietHours';
import type { RefusedItem } from '../pipeline/output';
import { itemsText } from '../sentBefore/itemNumbers';
import { leftOutGroups, type LeftOut } from './campaignKey';

/** Messages that a page shows as they look on a phone. */
const MOST_PHONES = 12;

/** What a person sees of a campaign before it is sent. It is small, however many rows there are. */
export interface PreviewFacts {
	/** Null where only the service knows, as of distribution lists. */
	recipients: number | null;
	/** What the account is billed; null where messages are not counted, or only the service knows how many get them. */
	messages: number | null;
	/** How many rows cost one, two, three or more messages, of lists for each recipient; none where messages are not counted. */
	costs: number[];
	/** The first messages that differ, in the order of rows. */
	sample: ShownMessage[];
	/** How many different ones there are. */
	different: number;
	/** Whose local time counts: the time zones with their rows, where times are the recipients' own. */
	timeZones: ShownLine[];
	/** Rows that get nothing, by reason. */
	leftOut: ShownLine[];
	refused: ShownLine[];
	/** What the checks found, a line for each kind. */
	warnings: string[];
	campaign: CampaignFacts;
}

/** Who sends a campaign, under which name, and when. What rows share is one line. */
export interface CampaignFacts {
	names: ShownLine[];
	/** Empty for the account's own. */
	senders: ShownLine[];
	/** Languages of templates. */
	languages: ShownLine[];
	/** Local times; empty to begin at once, an expression for a rule. */
	begins: ShownLine[];
	/** Seconds between two recipients; none where all go at full speed. */
	delays: ShownLine[];
	quietHours: ShownQuietHours | null;
	/** In hours. */
	spreadOver: number | null;
}

/** Quiet hours, in minutes since midnight and numbers of days from Sunday on; without a time zone on the clocks of recipients. */
export interface ShownQuietHours {
	hours: number[];
	days: number[];
	timeZone: string | null;
}

/** What a recipient reads, and how many do. */
export interface ShownMessage {
	recipient: string;
	rows: number;
	/** `text`, or `header`, `body`, `footer` and `buttons`; and `messages`. */
	note: IDataObject;
}

/** What a person sees of a message. */
const SEEN = ['text', 'header', 'body', 'footer', 'buttons', 'file', 'service', 'messages'];

/** Collects what is shown of messages. */
export class PreviewSample {
	private readonly different = new Set<string>();
	/** The first of them, by what is seen of each. */
	private readonly shown = new Map<string, ShownMessage>();
	private readonly costs = [0, 0, 0];
	private messages = 0;

	add(recipient: string, note: IDataObject): void {
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

	facts(): Pick<PreviewFacts, 'messages' | 'costs' | 'sample' | 'different'> {
		return {
			messages: this.messages === 0 ? null : this.messages,
			costs: this.messages === 0 ? [] : this.costs,
			sample: [...this.shown.values()],
			different: this.different.size,
		};
	}
}

type Is<T> = (value: unknown) => value is T;
type Checks<T> = { [Name in keyof T]-?: Is<T[Name]> };

const isText: Is<string> = (value) => typeof value === 'string';
const isNumber: Is<number> = (value) => typeof value === 'number';
const isCount: Is<number> = (value): value is number => Number.isSafeInteger(value);
const below =
	(end: number) =>
	(value: unknown): value is number =>
		isCount(value) && value >= 0 && value < end;
const orNull =
	<T>(is: Is<T>) =>
	(value: unknown): value is T | null =>
		value === null || is(value);
const listOf =
	<T>(is: Is<T>, most: number) =>
	(value: unknown): value is T[] =>
		Array.isArray(value) && value.length <= most && value.every(is);

function objectOf<T extends object>(checks: Checks<T>): Is<T> {
	return (value): value is T => {
		const entries = (value ?? {}) as Record<string, unknown>;
		return Object.entries<Is<unknown>>(checks).every(([name, is]) => is(entries[name]));
	};
}

const isNote: Is<IDataObject> = (value): value is IDataObject =>
	typeof value === 'object' && value !== null;
const isLines = listOf(objectOf<ShownLine>({ reason: isText, rows: isCount }), MOST_LINES);
const isMessage = objectOf<ShownMessage>({ recipient: isText, rows: isCount, note: isNote });
const isQuietHours = objectOf<ShownQuietHours>({
	hours: listOf(below(24 * 60), 2),
	days: listOf(below(weekdays.length), 7),
	timeZone: orNull(isText),
});

const facts: Checks<PreviewFacts> = {
	recipients: orNull(isCount),
	messages: orNull(isCount),
	costs: listOf(isCount, 3),
	sample: listOf(isMessage, MOST_PHONES),
	different: isCount,
	timeZones: isLines,
	leftOut: isLines,
	refused: isLines,
	warnings: listOf(isText, MOST_LINES),
	campaign: objectOf<CampaignFacts>({
		...{ names: isLines, senders: isLines, languages: isLines, begins: isLines, delays: isLines },
		quietHours: orNull(isQuietHours),
		spreadOver: orNull(isNumber),
	}),
};
const areFacts = objectOf(facts);

/** The facts as an item of a preview has them; undefined for anything else, since what comes in may lie. */
export function readFacts(value: unknown): PreviewFacts | undefined {
	if (!areFacts(value)) return undefined;
	const known = Object.entries(value).filter(([name]) => Object.hasOwn(facts, name));
	return Object.fromEntries(known) as unknown as PreviewFacts;
}

/** What a plan says of itself. */
export type PlanFacts = Omit<PreviewFacts, 'refused' | 'warnings'>;

/** What a plan binds of the facts, whatever else is beside them. */
export function shownOf({
	recipients,
	messages,
	costs,
	different,
	sample,
	timeZones,
	leftOut,
	campaign: { names, senders, languages, begins, delays, quietHours, spreadOver },
}: PlanFacts): unknown[] {
	return [
		...[recipients, messages, costs, different],
		sample.map(({ recipient, rows, note }) => [
			...[comparablePhone(recipient), rows],
			SEEN.map((name) => note[name]),
		]),
		[timeZones, names, senders, languages, begins, delays].map(asLists),
		quietHours && [quietHours.hours, quietHours.days, quietHours.timeZone],
		...[spreadOver, leftOut.reduce((sum, { rows }) => sum + rows, 0)],
	];
}

/** Lines as a hash is made of them. */
export function asLists(lines: ShownLine[]): unknown[] {
	return lines.map(({ reason, rows }) => [reason, rows]);
}

/** Reasons for which rows get nothing on purpose. */
export function leftOutLines(leftOut: LeftOut[]): ShownLine[] {
	const groups = [...leftOutGroups(leftOut)];
	return firstLines(groups.map(([reason, { length: rows }]) => ({ reason, rows })));
}

/** Values, such as time zones, with their recipients, those of the most first. */
export function valueLines(recipients: ReadonlyMap<string, number>, noun: string): ShownLine[] {
	const lines = [...recipients].map(([reason, rows]) => ({ reason, rows }));
	return firstLines(
		lines.sort((a, b) => b.rows - a.rows || (a.reason < b.reason ? -1 : 1)),
		noun,
	);
}

/** Reasons for which rows are refused, with their numbers. Those that differ by a value alone are one, with an example. */
export function refusedLines(refused: RefusedItem[]): ShownLine[] {
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
