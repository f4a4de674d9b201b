// Which time zones there are.
import { asText, isEmpty, problem, quoted, type Problem, type Reader } from './reader';

/** The time zone the service reads schedules in. The specification names Israel time elsewhere. */
export const SERVICE_TIME_ZONE = 'Asia/Jerusalem';

/** The time zone a schedule is sent in: what was entered, or the service's. */
export function serviceZone(entered: unknown): string {
	return isEmpty(entered) ? SERVICE_TIME_ZONE : String(entered).trim();
}

/** By zone: making one takes ten times as long as using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** What shows the time in a zone, such as 11/25/2026, 10:00. @throws RangeError for one that this machine does not know */
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

/** The one name of a time zone that has several, such as Asia/Calcutta; undefined for one that this machine does not know. */
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

/** What is wrong with a name that is none of a time zone. */
function noTimeZone(entered: unknown): { problem: Problem } {
	return problem(
		`contains ${quoted(entered)}, which isn't a valid time zone`,
		'Use a name like Asia/Jerusalem or America/New_York.',
	);
}

/** What the option is called. */
export const RECIPIENT_ZONE = 'Recipient Time Zone';

/** Not EST, which keeps winter time in summer, nor Etc/GMT+3, which means three hours behind UTC. */
const NAME = /^(?:(?!etc\/)[a-z]+\/[\w/+-]+|(?:etc\/)?utc)$/i;
const OFFSET = /^([+-](?:0\d|1[0-4])):?([0-5]\d)$/;

/**
 * The time zone that a row holds: an IANA name, however it is spelled, or an offset. Empty, for the service's, where the row
 * names none.
 */
export const recipientZone: Reader<string> = (entered) => {
	if (isEmpty(entered) && !Array.isArray(entered)) return { value: '' };
	const text = (asText(entered) ?? '').trim();
	const [, hours, minutes] = OFFSET.exec(text) ?? [];
	if (hours !== undefined) return { value: `${hours}:${minutes}` };
	const name = NAME.test(text) ? usualZoneName(text) : undefined;
	return name === undefined ? noTimeZone(entered) : { value: name };
};
