// Which time zones are valid.
import { asText, isEmpty, problem, quoted, type Problem, type Reader } from './reader';

/** The time zone of the service's schedules. The specification names Israel time elsewhere. */
export const SERVICE_TIME_ZONE = 'Asia/Jerusalem';

/** The entered time zone of a schedule, or the service's. */
export function serviceZone(entered: unknown): string {
	return isEmpty(entered) ? SERVICE_TIME_ZONE : String(entered).trim();
}

/** By zone: making a format takes ten times as long as using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** Formats times in a zone, such as 11/25/2026, 10:00. @throws RangeError for an unknown zone */
export function clocksOf(zone: string): Intl.DateTimeFormat {
	let format = formats.get(zone);
	if (format === undefined) {
		format = new Intl.DateTimeFormat('en-US', {
			...{ timeZone: zone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric' },
			...{ hour: 'numeric', minute: 'numeric' },
		});
		formats.set(zone, format);
	}
	return format;
}

/** The main name of a zone that has several, such as Asia/Calcutta; undefined if it is unknown. */
function usualZoneName(name: string): string | undefined {
	try {
		return clocksOf(name).resolvedOptions().timeZone;
	} catch {
		return undefined;
	}
}

/** A time zone by its IANA name. */
export const timeZoneName: Reader<string> = (entered) => {
	const name = String(entered).trim();
	return usualZoneName(name) === undefined ? noTimeZone(entered) : { value: name };
};

function noTimeZone(entered: unknown): { problem: Problem } {
	return problem(
		`contains ${quoted(entered)}, which isn't a valid time zone`,
		'Use a name like Asia/Jerusalem or America/New_York.',
	);
}

/** Display name of the option. */
export const RECIPIENT_ZONE = 'Recipient Time Zone';

/** Not EST, which keeps winter time in summer, nor Etc/GMT+3, which is three hours behind UTC. */
const NAME = /^(?:(?!etc\/)[a-z]+\/[\w/+-]+|(?:etc\/)?utc)$/i;
const OFFSET = /^([+-](?:0\d|1[0-4])):?([0-5]\d)$/;

/**
 * The time zone of a row: an IANA name in any spelling, or an offset. Empty, for the service's, if
 * the row has none.
 */
export const recipientZone: Reader<string> = (entered) => {
	if (isEmpty(entered) && !Array.isArray(entered)) return { value: '' };
	const text = (asText(entered) ?? '').trim();
	const [, hours, minutes] = OFFSET.exec(text) ?? [];
	if (hours !== undefined) return { value: `${hours}:${minutes}` };
	const name = NAME.test(text) ? usualZoneName(text) : undefined;
	return name === undefined ? noTimeZone(entered) : { value: name };
};
