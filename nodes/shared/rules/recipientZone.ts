import { callingCodeOf, callingCodes } from './callingCodes';
import { onlyField, partsReader } from './parts';
import { comparablePhone } from './phones';
import { isEmpty, problem, quoted, type Read, type Reader } from './reader';
import { choiceOf } from './text';
import { isTimeZone, localInstant } from './times';

/** How the time zone of each recipient is found. */
export interface RecipientZoneRule {
	/** The name of the column that holds it, or the expression that gives it; goes before the phone. */
	column?: string;
	/** By the country code of the phone, and what to do where a country has several zones. */
	phone?: SeveralZones;
}

/** What is done about a country with several time zones: the times that are right in all of them, or nothing. */
export type SeveralZones = 'all' | 'refuse';

/** The time zones a recipient may be in. */
export interface RecipientZones {
	/** As the output says it: the IANA name of the only one, or such as `13 time zones of +1`. */
	name: string;
	/** IANA names, at least one. */
	zones: readonly string[];
}

/** Whose clocks all of them are, in words. */
export function clockOf({ name, zones }: RecipientZones): string {
	return zones.length === 1 ? name : `all ${name}`;
}

/** What the option is called, and its parts by name. */
export const RECIPIENT_ZONE = 'Recipient Time Zone';
export const recipientZoneLabels = { column: 'Column', phone: 'Country Code of Phone' };

/** Reads the parts that a person added, each under its name. */
export const readRecipientZone = partsReader<RecipientZoneRule>(
	{
		column: { label: recipientZoneLabels.column, reader: onlyField('name', column) },
		phone: {
			label: recipientZoneLabels.phone,
			reader: onlyField('severalZones', choiceOf('all', 'refuse') as Reader<SeveralZones>),
		},
	},
	'part',
	`Add '${recipientZoneLabels.column}' or '${recipientZoneLabels.phone}', or remove the option.`,
);

function column(entered: unknown): Read<string> {
	return typeof entered === 'string' && entered.trim() !== ''
		? { value: entered.trim() }
		: problem(
				isEmpty(entered) ? 'is empty or missing' : `is not a column name: ${quoted(entered)}`,
				'Enter the name of the column with the time zones.',
			);
}

const ZONE_FIX = 'Use a name like America/New_York or Asia/Jerusalem.';

/**
 * An offset such as +02:00 or EST is no zone: it does not know when clocks are changed. Etc/GMT+3 is one, too, and means
 * three hours behind UTC, not ahead of it.
 */
const ZONE_NAME = /^(?:(?!etc\/)[a-z]+\/[\w/+-]+|(?:etc\/)?utc)$/i;

const knownZones = new Map<string, RecipientZones>();

/** The time zone that a row holds. */
export const enteredZone: Reader<RecipientZones> = (entered) => {
	const name = typeof entered === 'string' ? entered.trim() : '';
	let known = knownZones.get(name);
	if (known !== undefined) return { value: known };
	if (!ZONE_NAME.test(name) || !isTimeZone(name)) {
		return problem(`contains ${quoted(entered)}, which isn't a valid time zone`, ZONE_FIX);
	}
	const zone = spelled(name);
	known = { name: zone, zones: [zone] };
	knownZones.set(name, known);
	return { value: known };
};

/** One name of a zone however it is spelled, so that Asia/Calcutta and `asia/kolkata` share a campaign: the one that calling codes have. */
function spelled(name: string): string {
	usualNames ??= new Map(
		callingCodes().flatMap(({ zones }) => zones.map((zone) => [resolved(zone), zone])),
	);
	const zone = resolved(name);
	return usualNames.get(zone) ?? zone;
}

/** Of the calling codes, by what this machine calls them. */
let usualNames: Map<string, string> | undefined;

function resolved(timeZone: string): string {
	return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
}

const knownCodes = new Map<string, RecipientZones>();

/**
 * The time zones of a phone by its country code. A number in local spelling is Israeli (specification, convention "phone spelling").
 *
 * @param digits as the service gets them
 */
export function zonesOfPhone(digits: string, severalZones: SeveralZones): Read<RecipientZones> {
	const found = callingCodeOf(comparablePhone(digits));
	if (found === undefined) {
		return problem(
			'does not begin with a country code whose time zone is known',
			`Correct the number, or add '${recipientZoneLabels.column}' to '${RECIPIENT_ZONE}', with the time zone of the row.`,
		);
	}
	const { code, zones } = found;
	if (zones.length > 1 && severalZones === 'refuse') {
		return problem(
			`may be in any of the ${zones.length} time zones of +${code}`,
			`Add '${recipientZoneLabels.column}' to '${RECIPIENT_ZONE}', with the time zone of the row, or choose 'Wait for All Time Zones'.`,
		);
	}
	let known = knownCodes.get(code);
	if (known === undefined) {
		const name = zones.length === 1 ? zones[0] : `${zones.length} time zones of +${code}`;
		known = { name, zones };
		knownCodes.set(code, known);
	}
	return { value: known };
}

/**
 * The moment from which on it is not earlier than a time of day in any of some zones.
 *
 * @param entered a date and time without an offset
 * @returns milliseconds since 1970
 */
export function latestInstant(entered: unknown, { zones }: RecipientZones): Read<number> {
	let latest = -Infinity;
	for (const zone of zones) {
		const read = localInstant(entered, zone);
		if ('problem' in read) return read;
		latest = Math.max(latest, read.value);
	}
	return { value: latest };
}
