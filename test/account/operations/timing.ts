import type { INodeParameters } from 'n8n-workflow';

import { comparablePhone } from '../../../nodes/shared/rules/phones';
import type { Choices, Row, Scenario } from '../scenario';
import type { Deed } from './operation';

/** When messages may begin, by a clock of the test's own: nothing here is the product's arithmetic. */

/** The time of an execution, in milliseconds since 1970. */
export interface Span {
	began: number;
	ended: number;
}

const MINUTE = 60_000;
const clocks = new Map<string, Intl.DateTimeFormat>();
/** A moment as clocks show it, such as `2026-11-23 20:08`: those of the service where none are named. */
function wall(moment: number, timeZone = SERVICE): string {
	let clock = clocks.get(timeZone);
	if (clock === undefined) {
		clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
		clocks.set(timeZone, clock);
	}
	return clock.format(moment);
}
const SERVICE = 'Asia/Jerusalem';

const HOUR = 60 * MINUTE;
const nextMinute = Math.ceil(Date.now() / MINUTE) * MINUTE;
/** The moments that rows choose between; later than any run of the tests ends. */
const later = [nextMinute + 26 * HOUR, nextMinute + 51 * HOUR];
const PAST = '2020-01-05T10:00:00Z';
const written = (moment: number): string => new Date(moment).toISOString();

/** The column that says whose clock counts. */
export const CLOCK_COLUMN = 'clock';
/** By the last digit of the number: one is empty, and one no zone. */
const clocksByDigit = [
	...['America/New_York', 'Europe/Berlin', 'Asia/Jerusalem', 'Pacific/Auckland', ''],
	...['Mars/Base', 'Asia/Tokyo', 'Asia/Kolkata', 'America/St_Johns', 'America/Sao_Paulo'],
];
/** All hours that clocks behind +1 show. */
const northAmerica = [
	...['America/St_Johns', 'America/Halifax', 'America/New_York', 'America/Chicago'],
	...['America/Denver', 'America/Los_Angeles', 'America/Anchorage', 'America/Adak'],
	'Pacific/Honolulu',
];

/**
 * What the column of a row holds. Rows of the same phone name the same zone, some in small letters; beside the country
 * code the first of them alone.
 */
export function clockOf(row: Row, { rows, choices: { recipientZone } }: Scenario): string {
	const { reading, repaired } = row.phone;
	const clock = clockOfNumber(reading ?? repaired ?? '0');
	const isSame = ({ phone }: Row) =>
		reading !== undefined &&
		phone.reading !== undefined &&
		comparablePhone(phone.reading) === comparablePhone(reading);
	const isBoth = recipientZone === 'both' || recipientZone === 'bothByExpression';
	if (isBoth && !clock.startsWith('Mars') && rows.find(isSame) !== row) return '';
	return row.pick % 2 ? clock.toLowerCase() : clock;
}
const clockOfNumber = (number: string): string => clocksByDigit[Number(number.slice(-1))];

const zoneExpressions: Partial<Record<NonNullable<Choices['recipientZone']>, string>> = {
	expression: `={{ $json.${CLOCK_COLUMN} }}`,
	bothByExpression: `={{ $json.${CLOCK_COLUMN} }}`,
	misspelled: `={{ $json.${CLOCK_COLUMN}s }}`,
	failing: `={{ $json.${CLOCK_COLUMN}s.name; }}`,
};

/** The option Recipient Time Zone. */
export function zoneParameter(rule: NonNullable<Choices['recipientZone']>): INodeParameters {
	const column = { name: zoneExpressions[rule] ?? CLOCK_COLUMN };
	if (rule === 'column' || rule === 'expression') return { column };
	const phone = { severalZones: rule === 'refuseSeveral' ? 'refuse' : 'all' };
	return rule === 'code' || rule === 'refuseSeveral' ? { phone } : { column, phone };
}

/** Whose clocks count for a number: the service's without the option, none where no one can tell. */
function zonesOf(number: string, { toList, recipientZone }: Choices): string[] | undefined {
	if (recipientZone === undefined || toList) return [SERVICE];
	if (recipientZone === 'misspelled' || recipientZone === 'failing') return undefined;
	const isBoth = recipientZone === 'both' || recipientZone === 'bothByExpression';
	const isByColumn = isBoth || recipientZone === 'column' || recipientZone === 'expression';
	const clock = isByColumn ? clockOfNumber(number) : '';
	if (clock !== '') return clock.startsWith('Mars') ? undefined : [clock];
	if (isByColumn && !isBoth) return undefined;
	if (number.startsWith('1')) return recipientZone === 'refuseSeveral' ? undefined : northAmerica;
	return [number.startsWith('44') ? 'Europe/London' : SERVICE];
}

/** Whether no one can tell when a row may go: whose clock counts, or a time that is quiet on none. A test goes at once. */
export function isWithoutTime({ phone }: Row, { choices }: Scenario): boolean {
	const { reading } = phone;
	const { recipientZone, toList, quietHours, test, onlyEstimate } = choices;
	if (recipientZone === undefined || toList || reading === undefined) return false;
	const zones = zonesOf(reading, choices);
	if (zones === undefined) return true;
	const isAtOnce = test !== undefined && !onlyEstimate;
	return quietHours !== undefined && !isAtOnce && !hasFreeTime(quietHours, zones);
}

const freeTimes = new Map<string, boolean>();
function hasFreeTime(quietHours: NonNullable<Choices['quietHours']>, zones: string[]): boolean {
	if (zones.length === 1) return true;
	const key = JSON.stringify([quietHours, zones]);
	const known = freeTimes.get(key) ?? firstFree(nextMinute, quietHours, zones) !== undefined;
	freeTimes.set(key, known);
	return known;
}

/** The option Send At; where each recipient's clock counts, without an offset. */
export function sendAtParameter(
	sendAt: NonNullable<Choices['sendAt']>,
	{ choices: { recipientZone, toList } }: Scenario,
): string {
	const isLocal = recipientZone !== undefined && !toList;
	const as = (text: string) => (isLocal ? text.replace(/Z$/, '') : text);
	const [first, second, past] = [written(later[0]), written(later[1]), PAST].map(as);
	if (sendAt === 'same') return first;
	if (sendAt === 'past') return past;
	return `={{ $json.pick % 2 ? '${second}' : '${sendAt === 'byRow' ? first : past}' }}`;
}

/** Whether Send At has passed for a row. A test goes at once. */
export function isInThePast({ pick }: Row, { choices: { sendAt, test } }: Scenario): boolean {
	return !test && (sendAt === 'past' || (sendAt === 'pastForSome' && pick % 2 === 0));
}

/** When a row that says so is to be sent, as clocks at the service show it: after quiet hours. */
export function sendingTime(
	{ pick, phone, phone: { reading = '0' } }: Row,
	{ choices }: Scenario,
): string | undefined {
	const { sendAt, quietHours, test, onlyEstimate, recipientZone, toList } = choices;
	if (sendAt === undefined || (test && !onlyEstimate)) return undefined;
	const moment = later[sendAt === 'same' ? 0 : pick % 2];
	const zones = zonesOf(choices.repairNumbers ? (phone.repaired ?? reading) : reading, choices);
	if (zones === undefined) return undefined;
	const isLocal = recipientZone !== undefined && !toList;
	const begins = isLocal ? Math.max(...zones.map((zone) => momentOf(moment, zone))) : moment;
	return firstFree(begins, quietHours, zones)!.at;
}

/** When clocks in a zone show what those in UTC do at a moment: the first time. */
function momentOf(moment: number, zone: string): number {
	const shown = wall(moment, 'UTC');
	const QUARTER = 15 * MINUTE;
	let at = moment - 15 * HOUR;
	while (wall(at, zone) !== shown && at < moment + 15 * HOUR) at += QUARTER;
	return at;
}

function isQuiet({ from, until, days }: NonNullable<Choices['quietHours']>, at: string): boolean {
	const [date, time] = at.split(' ');
	const day = new Date(`${date}T12:00:00Z`).toLocaleDateString('en-US', {
		...{ timeZone: 'UTC', weekday: 'long' },
	});
	const isHour = from < until ? time >= from && time < until : time >= from || time < until;
	return isHour || days.includes(day.toLowerCase());
}

/** Campaigns that begin when they must not; texts of what is wrong. */
export function wrongTimes(
	deeds: Deed[],
	scenario: Scenario,
	span: Span,
	isCalm: boolean,
): string[] {
	const { quietHours, spreadOver } = scenario.choices;
	const phones = new Set(deeds.map(({ key }) => (JSON.parse(key) as string[])[0]));
	const isSpread = spreadOver !== undefined && !scenario.choices.toList;
	// Each zone is spread by itself.
	const mustBeParts = isCalm && phones.size >= 4 && scenario.choices.recipientZone === undefined;
	return [
		...(quietHours ? inQuietTime(deeds, scenario.choices, span) : []),
		...(isSpread
			? notSpread(deeds, scenario, span, mustBeParts)
			: notAsSoonAsPossible(deeds, scenario.choices, span)),
	];
}

/** Whose clocks count for a message. */
const zonesOfDeed = ({ key }: Deed, choices: Choices): string[] =>
	zonesOf((JSON.parse(key) as string[])[0], choices) ?? [SERVICE];

const minutesOf = ({ began, ended }: Span): number[] =>
	Array.from({ length: Math.ceil((ended - began) / MINUTE) + 1 }, (_, at) =>
		Math.min(began + at * MINUTE, ended),
	);

/** What begins at once begins in some minute of the execution. */
function inQuietTime(deeds: Deed[], choices: Choices, span: Span): string[] {
	const isQuietFor = (deed: Deed) => (moment: number) =>
		zonesOfDeed(deed, choices).some((zone) => isQuiet(choices.quietHours!, wall(moment, zone)));
	const startsOf = ({ startsAt }: Deed) =>
		startsAt === undefined
			? minutesOf(span)
			: [momentOf(Date.parse(`${startsAt.replace(' ', 'T')}Z`), SERVICE)];
	return deeds
		.filter((deed) => startsOf(deed).every(isQuietFor(deed)))
		.map(({ key, startsAt = 'once' }) => `${key} begins at ${startsAt}, which is quiet`);
}

function notAsSoonAsPossible(deeds: Deed[], choices: Choices, span: Span): string[] {
	return deeds.flatMap((deed) => {
		const { key, startsAt } = deed;
		if (startsAt === undefined) return [];
		const firsts = minutesOf(span).map(
			(moment) => firstFree(moment, choices.quietHours, zonesOfDeed(deed, choices))?.at,
		);
		return firsts.includes(startsAt)
			? []
			: [`${key} begins at ${startsAt}, not at ${String(firsts[0])}`];
	});
}

const WEEK = 7 * 24 * HOUR;

/**
 * The first moment that is quiet on none of some clocks, as those of the service show it; none within nine days is none at
 * all. An hour that the service has twice is left out the second time.
 */
function firstFree(
	moment: number,
	quietHours: Choices['quietHours'],
	zones: string[],
): { at: string } | undefined {
	const isHeld = (at: number) =>
		wall(at) === wall(at - HOUR) ||
		(quietHours !== undefined && zones.some((zone) => isQuiet(quietHours, wall(at, zone))));
	let at = moment;
	while (isHeld(at) && at < moment + WEEK + 2 * 24 * HOUR) at += MINUTE;
	return isHeld(at) ? undefined : { at: wall(at) };
}

/** Parts that begin between those of an earlier try. There are no more of them than rows. */
function tooClose(
	deeds: Deed[],
	{ rows, choices: { spreadOver = 0, recipientZone, campaignKey } }: Scenario,
): string[] {
	// Each zone is spread by itself, and so is a second execution.
	if (recipientZone ?? campaignKey) return [];
	const times = [...new Set(deeds.flatMap(({ startsAt }) => startsAt ?? []))].sort();
	const moments = times.map((at) => momentOf(Date.parse(`${at.replace(' ', 'T')}Z`), SERVICE));
	const least = Math.floor((spreadOver * HOUR) / rows.length / MINUTE) * MINUTE;
	return moments.flatMap((at, nth) =>
		nth > 0 && at - moments[nth - 1] < least
			? [`a part begins at ${times[nth]}, too soon after ${times[nth - 1]}`]
			: [],
	);
}

function notSpread(
	deeds: Deed[],
	scenario: Scenario,
	{ ended }: Span,
	mustBeParts: boolean,
): string[] {
	const { spreadOver = 0, quietHours } = scenario.choices;
	const starts = new Set(deeds.map(({ startsAt }) => startsAt));
	// Quiet time does not count as time to spread over.
	const end = wall(ended + spreadOver * 60 * MINUTE);
	const late = deeds.filter(({ startsAt = '' }) => quietHours === undefined && startsAt > end);
	return [
		...tooClose(deeds, scenario),
		...(mustBeParts && starts.size < 2
			? [`all begin together, though they are spread over ${spreadOver} hours`]
			: []),
		...late.map(({ key, startsAt }) => `${key} begins at ${startsAt}, after ${end}`),
	];
}
