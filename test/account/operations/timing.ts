import type { Choices, Row, Scenario } from '../scenario';
import type { Deed } from './operation';

/** When messages may begin, by a clock of the test's own: nothing here is the product's arithmetic. */

/** The time of an execution, in milliseconds since 1970. */
export interface Span {
	began: number;
	ended: number;
}

const MINUTE = 60_000;
const clock = new Intl.DateTimeFormat('sv-SE', {
	...{ timeZone: 'Asia/Jerusalem', dateStyle: 'short', timeStyle: 'short' },
});
/** A moment as clocks at the service show it, such as `2026-11-23 20:08`. */
const wall = (moment: number): string => clock.format(moment);

const HOUR = 60 * MINUTE;
const nextMinute = Math.ceil(Date.now() / MINUTE) * MINUTE;
/** The moments that rows choose between; later than any run of the tests ends. */
const later = [nextMinute + 26 * HOUR, nextMinute + 51 * HOUR];
const PAST = '2020-01-05T10:00:00Z';
const written = (moment: number): string => new Date(moment).toISOString();

/** The option Send At. */
export function sendAtParameter(sendAt: NonNullable<Choices['sendAt']>): string {
	if (sendAt === 'same') return written(later[0]);
	if (sendAt === 'past') return PAST;
	const even = sendAt === 'byRow' ? written(later[0]) : PAST;
	return `={{ $json.pick % 2 ? '${written(later[1])}' : '${even}' }}`;
}

/** Whether Send At has passed for a row. A test goes at once. */
export function isInThePast({ pick }: Row, { choices: { sendAt, test } }: Scenario): boolean {
	return !test && (sendAt === 'past' || (sendAt === 'pastForSome' && pick % 2 === 0));
}

/** When a row that says so is to be sent, as clocks at the service show it: after quiet hours. */
export function sendingTime({ pick }: Row, { choices }: Scenario): string | undefined {
	const { sendAt, quietHours, test, onlyEstimate } = choices;
	if (sendAt === undefined || (test && !onlyEstimate)) return undefined;
	return firstFree(later[sendAt === 'same' ? 0 : pick % 2], quietHours);
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
	return [
		...(quietHours ? inQuietTime(deeds, quietHours, span) : []),
		...(isSpread
			? notSpread(deeds, scenario, span, isCalm && phones.size >= 4)
			: notAsSoonAsPossible(deeds, quietHours, span)),
	];
}

const minutesOf = ({ began, ended }: Span): number[] =>
	Array.from({ length: Math.ceil((ended - began) / MINUTE) + 1 }, (_, at) =>
		Math.min(began + at * MINUTE, ended),
	);

/** What begins at once begins in some minute of the execution. */
function inQuietTime(
	deeds: Deed[],
	quietHours: NonNullable<Choices['quietHours']>,
	span: Span,
): string[] {
	return deeds
		.filter(({ startsAt }) =>
			(startsAt === undefined ? minutesOf(span).map(wall) : [startsAt]).every((at) =>
				isQuiet(quietHours, at),
			),
		)
		.map(({ key, startsAt = 'once' }) => `${key} begins at ${startsAt}, which is quiet`);
}

function notAsSoonAsPossible(
	deeds: Deed[],
	quietHours: Choices['quietHours'],
	span: Span,
): string[] {
	const firsts = minutesOf(span).map((moment) => firstFree(moment, quietHours));
	return deeds
		.filter(({ startsAt }) => startsAt !== undefined && !firsts.includes(startsAt))
		.map(({ key, startsAt }) => `${key} begins at ${startsAt}, not at ${firsts[0]}`);
}

function firstFree(moment: number, quietHours: Choices['quietHours']): string {
	let at = moment;
	while (quietHours !== undefined && isQuiet(quietHours, wall(at))) at += MINUTE;
	return wall(at);
}

function notSpread(
	deeds: Deed[],
	{ choices: { spreadOver = 0, quietHours } }: Scenario,
	{ ended }: Span,
	mustBeParts: boolean,
): string[] {
	const starts = new Set(deeds.map(({ startsAt }) => startsAt));
	// Quiet time does not count as time to spread over.
	const end = wall(ended + spreadOver * 60 * MINUTE);
	const late = deeds.filter(({ startsAt = '' }) => quietHours === undefined && startsAt > end);
	return [
		...(mustBeParts && starts.size < 2
			? [`all begin together, though they are spread over ${spreadOver} hours`]
			: []),
		...late.map(({ key, startsAt }) => `${key} begins at ${startsAt}, after ${end}`),
	];
}
