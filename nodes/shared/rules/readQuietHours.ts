import { isTimeZone, serviceZone } from './dates';
import { clockTime, weekdays, type QuietHours, type Weekday } from './quietHours';
import { asText, isEmpty, problem, quoted, type Read, type Reader } from './reader';

/** Quiet Hours as a person entered them, or expressions gave them. */
export interface EnteredQuietHours {
	/** Time of day at which it becomes quiet, such as `21:00`. */
	from?: unknown;
	/** Time of day from which it is not quiet any more. */
	until?: unknown;
	/** Names of days, in a list or in text with commas between them. */
	days?: unknown;
	/** IANA name; the service's time zone when left empty. */
	timeZone?: unknown;
}

const TIME = /^(\d{1,2}):(\d{2})(?::00)?$/;

/**
 * Reads the option Quiet Hours. The same time twice is refused, since all day and never could both be meant by
 * it, and so are seven quiet days: no message would ever leave.
 */
export const readQuietHours: Reader<QuietHours> = (option) => {
	const { hours: entered = {} } = option as { hours?: EnteredQuietHours };
	const timeZone = serviceZone(entered.timeZone);
	if (!isTimeZone(timeZone)) {
		return problem(
			`has ${quoted(timeZone)} as its time zone, which is none`,
			'Use a name like Asia/Jerusalem or Europe/Berlin.',
		);
	}
	const days = readDays(entered.days);
	if ('problem' in days) return days;
	const hours = readHours(entered.from, entered.until);
	if ('problem' in hours) return hours;
	if (hours.value === undefined && days.value.length === 0) {
		return problem(
			'was added, and has neither hours nor days',
			"Fill 'From' and 'Until', choose quiet days, or remove the option.",
		);
	}
	return {
		value: {
			days: days.value,
			timeZone,
			...(hours.value === undefined ? {} : { hours: hours.value }),
		},
	};
};

function readHours(from: unknown, until: unknown): Read<QuietHours['hours']> {
	if (isEmpty(from) && isEmpty(until)) return { value: undefined };
	if (isEmpty(from) || isEmpty(until)) {
		return problem(
			`has a time for '${isEmpty(from) ? 'Until' : 'From'}' only`,
			"Fill both 'From' and 'Until', or none of them to have quiet days only.",
		);
	}
	const [begins, ends] = [minutesOf(from), minutesOf(until)];
	if (begins === undefined || ends === undefined) {
		return problem(
			`holds ${quoted(begins === undefined ? from : until)}, which is no time of day`,
			'Write times from 00:00 to 23:59, like 21:00.',
		);
	}
	return begins === ends
		? problem(
				`begins and ends at ${clockTime(begins)}, so all day or never could be meant`,
				'Choose two times. For whole days choose the days, for none leave both times empty.',
			)
		: { value: { from: begins, until: ends } };
}

function minutesOf(entered: unknown): number | undefined {
	const [, hour, minute] = TIME.exec((asText(entered) ?? '').trim())?.map(Number) ?? [];
	return hour < 24 && minute < 60 ? hour * 60 + minute : undefined;
}

function readDays(entered: unknown): Read<Weekday[]> {
	const entries: unknown[] = Array.isArray(entered) ? entered : (asText(entered) ?? '').split(',');
	const names = entries.map((each) => (asText(each) ?? JSON.stringify(each)).trim().toLowerCase());
	const filled = names.filter((name) => name !== '');
	const wrong = filled.find((name) => !weekdays.some((day) => day === name));
	if (wrong !== undefined) {
		return problem(
			`holds ${quoted(wrong)}, which is no day of the week`,
			`Choose from ${weekdays.join(', ')}.`,
		);
	}
	const days = weekdays.filter((day) => filled.includes(day));
	return days.length === weekdays.length
		? problem('makes every day quiet, so nothing would ever be sent', 'Leave one day out.')
		: { value: days };
}
