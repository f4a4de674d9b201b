const timeFormat = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const dayFormat = new Intl.DateTimeFormat('en-GB', {
	weekday: 'short',
	day: 'numeric',
	month: 'short',
});
const dateTimeFields = {
	day: 'numeric',
	month: 'short',
	hour: '2-digit',
	minute: '2-digit',
} as const;
const dateTimeFormat = new Intl.DateTimeFormat('en-GB', dateTimeFields);
const secondsFormat = new Intl.DateTimeFormat('en-GB', {
	hour: '2-digit',
	minute: '2-digit',
	second: '2-digit',
});

/** A moment (ms) as a clock shows it. */
export const time = (moment: number): string => timeFormat.format(moment);
/** A moment (ms) with seconds. */
export const timeWithSeconds = (moment: number): string => secondsFormat.format(moment);
/** The day of a moment (ms). */
export const day = (moment: number): string => dayFormat.format(moment);
/** Day and time of a moment (ms). */
export const dateTime = (moment: number): string => dateTimeFormat.format(moment);

const israelFormat = new Intl.DateTimeFormat('en-GB', {
	...dateTimeFields,
	timeZone: 'Asia/Jerusalem',
});

/** Day and time of a moment (ms), and those at the service where they are others. */
export function dateTimeThere(moment: number): string {
	const [here, there] = [dateTimeFormat, israelFormat].map((format) => format.format(moment));
	return here === there ? here : `${here} (${there} in Israel)`;
}

/** A moment (ms) in a list: the time today, otherwise the day. */
export const shortly = (moment: number): string =>
	day(moment) === day(Date.now()) ? time(moment) : day(moment);

/** A number with thousands apart. */
export const count = (value: number): string => value.toLocaleString('en-GB');

/** "1 message", "2,000 messages". */
export const counted = (value: number, one: string, many = `${one}s`): string =>
	`${count(value)} ${value === 1 ? one : many}`;

/** A phone in groups, as people write it. */
export function spelled(phone: string): string {
	if (/^05\d{8}$/.test(phone)) return `${phone.slice(0, 3)}-${phone.slice(3, 6)}-${phone.slice(6)}`;
	return phone.startsWith('0') ? phone : `+${phone}`;
}

/** A sender as the handset shows it. */
export const senderName = (business: string): string =>
	business === '' ? 'Verification' : business === '0' ? 'Hidden number' : business;

/** Characters that turn the text beside them around, by which a text can look like another one. */
const TURNING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A text with such characters in sight, for what a person must read exactly: requests, links, file names. */
export const inSight = (text: string): string =>
	text.replace(
		TURNING,
		(character) => `⟨U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}⟩`,
	);
