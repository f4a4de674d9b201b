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
/** An offset, and where clocks show it in summer and in winter. */
const [OFFSET, OF_OFFSET] = ['+09:00', 'Asia/Tokyo'];
/** By the last digit of the number: one is empty, and one no zone. */
const clocksByDigit = [
	...['America/New_York', 'Europe/Berlin', 'Asia/Jerusalem', 'Pacific/Auckland', ''],
	...['Mars/Base', OFFSET, 'Asia/Kolkata', 'America/St_Johns', 'America/Sao_Paulo'],
];
/** What the column of a row holds. Rows of the same phone name the same zone, some in small letters. */
export function clockOf({ phone, pick }: Row): string {
	const clock = clockOfNumber(phone.reading ?? phone.repaired ?? '0');
	return pick % 2 ? clock.toLowerCase() : clock;
}
const clockOfNumber = (number: string): string => clocksByDigit[Number(number.slice(-1))];

/** The option Recipient Time Zone. */
export function zoneParameter(rule: NonNullable<Choices['recipientZone']>): string {
	if (rule === 'column') return CLOCK_COLUMN;
	return `={{ $json.${CLOCK_COLUMN}${rule === 'expression' ? '' : 's'}${rule === 'failing' ? '.name' : ''} }}`;
}

/** Whose clock counts for a number: the service's without the option, none where no one can tell. */
function zoneOf(number: string, { toList, recipientZone }: Choices): string | undefined {
	if (recipientZone === undefined || toList) return SERVICE;
	if (recipientZone === 'misspelled' || recipientZone === 'failing') return undefined;
	const clock = clockOfNumber(number);
	if (clock === OFFSET) return OF_OFFSET;
	if (clock === '') return recipientZone === 'expression' ? undefined : SERVICE;
	return clock.startsWith('Mars') ? undefined : clock;
}

/** Whether no one can tell when a row may go. An expression that gives no row a zone was meant to. */
export function isWithoutTime({ phone: { reading } }: Row, scenario: Scenario): boolean {
	const { rows, executeOnce, choices } = scenario;
	const { recipientZone, toList } = choices;
	if (reading === undefined) return false;
	const isNowhere = () =>
		rows.slice(0, executeOnce ? 1 : rows.length).every((row) => clockOf(row) === '');
	if (recipientZone === 'expression' && !toList && isNowhere()) return true;
	return zoneOf(reading, choices) === undefined;
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
	const zone = zoneOf(choices.repairNumbers ? (phone.repaired ?? reading) : reading, choices);
	if (zone === undefined) return undefined;
	const isLocal = recipientZone !== undefined && !toList;
	const begins = isLocal ? momentOf(moment, zone) : moment;
	return firstFree(begins, quietHours, zone);
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
export function wrongTimes(deeds: Deed[], { choices }: Scenario, span: Span): string[] {
	return [
		...(choices.quietHours ? inQuietTime(deeds, choices, span) : []),
		...notAsSoonAsPossible(deeds, choices, span),
	];
}

/** Whose clock counts for a message. */
const zoneOfDeed = ({ key }: Deed, choices: Choices): string =>
	zoneOf((JSON.parse(key) as string[])[0], choices) ?? SERVICE;

const minutesOf = ({ began, ended }: Span): number[] =>
	Array.from({ length: Math.ceil((ended - began) / MINUTE) + 1 }, (_, at) =>
		Math.min(began + at * MINUTE, ended),
	);

/** What begins at once begins in some minute of the execution. */
function inQuietTime(deeds: Deed[], choices: Choices, span: Span): string[] {
	const isQuietFor = (deed: Deed) => (moment: number) =>
		isQuiet(choices.quietHours!, wall(moment, zoneOfDeed(deed, choices)));
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
		const firsts = minutesOf(span).map((moment) =>
			firstFree(moment, choices.quietHours, zoneOfDeed(deed, choices)),
		);
		return firsts.includes(startsAt) ? [] : [`${key} begins at ${startsAt}, not at ${firsts[0]}`];
	});
}

/**
 * The first moment that is not quiet on a clock, as that of the service shows it. An hour that the service has twice is
 * left out the second time.
 */
function firstFree(moment: number, quietHours: Choices['quietHours'], zone: string): string {
	const isHeld = (at: number) =>
		wall(at) === wall(at - HOUR) ||
		(quietHours !== undefined && isQuiet(quietHours, wall(at, zone)));
	let at = moment;
	while (isHeld(at)) at += MINUTE;
	return wall(at);
}
