import { problem, quoted, type Problem, type Reader } from './reader';

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
export function usualZoneName(name: string): string | undefined {
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
export function noTimeZone(entered: unknown): { problem: Problem } {
	return problem(
		`contains ${quoted(entered)}, which isn't a valid time zone`,
		'Use a name like Asia/Jerusalem or America/New_York.',
	);
}
