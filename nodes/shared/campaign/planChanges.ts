import {
	readFates,
	SETTING_LENGTH,
	type PlanPart,
	type PlanText,
	type RowFate,
} from '../rules/approval';
import { groupedBy } from '../rules/lists';
import { comparablePhone } from '../rules/phones';
import { RowSketch } from '../rules/rowSketch';
import { counted } from '../rules/text';
import type { LeftOut } from './campaignKey';
import { plannedRow, sketchedWhom, type KeptRow, type Plan, type PlannedValues } from './plan';

/** Holds the place of a row that is not sent. */
export const NO_ROW = '-';

export interface KeptPlan extends PlannedValues {
	/** By item. */
	rows: string[];
}

/**
 * How what is left of an approved run differs from what was approved of it, such as `different text in 2 rows`; nothing
 * where each row, and the rules of all, are as they were.
 *
 * @param settings those that a plan has the values of, in that order
 */
export function changesSince(
	kept: KeptPlan,
	{ rows, values }: Pick<Plan, 'rows' | 'values'>,
	settings: Array<{ label: string }>,
): string[] {
	const { others, ...counts } = rowsSince(kept.rows, rows);
	const isOther = (part: NamedPart) =>
		((part === 'channel' || part === 'timing') && kept.rules[part] !== values.rules[part]) ||
		hasOther(kept.parts[part], values.parts[part]);
	const isOtherSetting = (at: number) => hasOther(kept.settings[at], values.settings[at]);
	const changes = [
		...rowCounts(counts),
		...partsChanged(isOther),
		...settingsChanged(settings, isOtherSetting),
	];
	if (changes.length > 0 || others === 0) return changes;
	return [`other settings in ${counted(others, 'row')}`];
}

/** Whether rows have a value that none had; where none are kept, they were too many to tell. */
function hasOther(before: string[] = [], now: string[] = []): boolean {
	return before.length > 0 && now.some((value) => !before.includes(value));
}

interface RowChanges {
	more: number;
	fewer: number;
	/** Of the same recipients, with another text. */
	changed: number;
	/** All that differ in something. */
	others: number;
}

function rowsSince(kept: string[], rows: ReadonlyMap<number, string>): RowChanges {
	const changes: RowChanges = { more: 0, fewer: 0, changed: 0, others: 0 };
	const messageOf = (item: number) => {
		const row = plannedRow(kept[item] ?? NO_ROW);
		return typeof row === 'number' ? row : item;
	};
	const sent = new Set<number>();
	for (const [item, now] of rows) {
		const row = plannedRow(now);
		const message = messageOf(item);
		if (typeof row === 'number') {
			// Two messages that were approved would be one.
			if (message !== messageOf(row)) changes.fewer++;
			continue;
		}
		const before = plannedRow(kept[message] ?? NO_ROW) as KeptRow;
		const isMore = kept[message] === undefined || kept[message] === NO_ROW || sent.has(message);
		sent.add(message);
		if (!isMore && before.whole === row.whole) continue;
		changes.others++;
		const isOtherPhone = !isMore && before.whom !== row.whom;
		if (isMore || isOtherPhone) changes.more++;
		if (isOtherPhone) changes.fewer++;
		else if (!isMore && before.what !== row.what) changes.changed++;
	}
	return changes;
}

type NamedPart = Exclude<PlanPart, 'phones' | 'reasons'>;

const names: Record<NamedPart, string> = {
	channel: 'the channel',
	account: 'the account',
	sender: 'the sender',
	template: 'the template',
	file: 'the file',
	settings: 'the settings',
	timing: 'the time or a time zone',
	leftOut: 'who is left out',
};

function partsChanged(isOther: (part: NamedPart) => boolean): string[] {
	const namedParts = Object.keys(names) as NamedPart[];
	return namedParts.filter(isOther).map((part) => names[part]);
}

/** The settings that differ, by what the editor calls them. */
function settingsChanged(
	settings: Array<{ label: string }>,
	isOther: (at: number) => boolean,
): string[] {
	const changed = settings.filter((_each, at) => isOther(at));
	return changed.map(({ label }) => `the setting '${label}'`);
}

export const OTHER_TEXT = 'different text';

/** How what would be sent differs from what was approved, such as `3 more rows, different text in 2 rows`. */
export function whatChanged(
	approved: PlanText,
	now: PlanText,
	settings: Array<{ label: string }>,
	leftOut: LeftOut[],
): string {
	const isOther = (part: PlanPart) => approved.parts[part] !== now.parts[part];
	const settingIn = (plan: PlanText, at: number) =>
		plan.settings.slice(at * SETTING_LENGTH, (at + 1) * SETTING_LENGTH);
	// Of another operation the channel differs.
	const areSame = approved.settings.length === now.settings.length;
	const changes = [
		...rowsChanged(approved, now, isOther('phones'), leftOut),
		...partsChanged(isOther),
		...settingsChanged(settings, (at) => areSame && settingIn(approved, at) !== settingIn(now, at)),
		...itemsChanged(approved, now),
	];
	if (changes.length > 0) return changes.join(', ');
	return approved.rows === now.rows
		? 'what the approver saw of it'
		: 'the order of the rows, or which rows have which settings';
}

/** Items that appeared or vanished without a recipient, such as a row that is there twice. Refused ones may be elsewhere. */
function itemsChanged(approved: PlanText, now: PlanText): string[] {
	const [before, after] = [approved, now].map(({ fates }) => readFates(fates));
	const read = (fates: RowFate[]) => fates.filter((fate) => fate !== 'refused').length;
	const more = read(after) - read(before);
	const isOther = before.length !== after.length && more !== 0;
	if (!isOther || more === now.recipients - approved.recipients) return [];
	return [`${counted(read(after), 'item')} instead of ${read(before)}`];
}

function rowsChanged(
	approved: PlanText,
	now: PlanText,
	areOthers: boolean,
	leftOut: LeftOut[],
): string[] {
	const differ = RowSketch.from(now.sketch).since(RowSketch.from(approved.sketch));
	if (differ === undefined) {
		if (!areOthers) return [`${OTHER_TEXT} in many rows`];
		const [before, after] = [approved.recipients, now.recipients];
		return before === after
			? ['many rows']
			: [`many rows (${after} recipients instead of ${before})`];
	}
	const held = new Map(
		leftOut.map((row) => [sketchedWhom(comparablePhone(row.recipient)), heldBack(row)]),
	);
	const reasons = differ.missing.map((whom) => held.get(whom));
	const fewer = reasons.filter((reason) => reason === undefined).length;
	const known = groupedBy(
		reasons.filter((reason) => reason !== undefined),
		(reason) => reason,
	);
	return [
		...rowCounts({ ...differ, fewer }),
		...[...known].map(([reason, { length }]) => `${counted(length, 'row')} ${reason}`),
	];
}

function heldBack({ byOption, isUnknown }: LeftOut): string {
	if (byOption) return 'left out since';
	return isUnknown ? 'that may have been sent' : 'already sent';
}

function rowCounts({ more, fewer, changed }: Omit<RowChanges, 'others'>): string[] {
	const rows = (count: number, which: string) =>
		count === 0 ? [] : [`${count} ${which} ${count === 1 ? 'row' : 'rows'}`];
	return [
		...rows(more, 'more'),
		...rows(fewer, 'fewer'),
		...(changed === 0 ? [] : [`${OTHER_TEXT} in ${counted(changed, 'row')}`]),
	];
}
