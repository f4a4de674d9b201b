import { comparablePhone } from './phones';
import { isEmpty, onlyField, partsReader, problem, quoted, type Read, type Reader } from './reader';
import { choiceOf } from './text';
import { isTimeZone, localInstant, noTimeZone } from './times';

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
	/** As the output says it: the only one, or such as `13 time zones of +1`. */
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
			reader: onlyField('severalZones', choiceOf('all', 'refuse')),
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

/**
 * The time zones (IANA names) behind each country calling code (ITU-T E.164), of each set of zones with the same clocks
 * from 2026 on the first one. Codes without a country, such as those of satellite phones, are left out, and so is Pitcairn:
 * its fifty people, 21 hours behind, would decide for New Zealand. A longer code goes before a shorter one. Mobile
 * numbers of Northern Cyprus are among those of Turkey: there both clocks count.
 */
const TABLE = `
1 America/New_York America/Chicago America/Denver America/Phoenix America/Los_Angeles America/Anchorage
America/Adak Pacific/Honolulu America/St_Johns America/Halifax America/Blanc-Sablon America/Atikokan
America/Regina 1242 America/Nassau 1246 America/Barbados 1264 America/Anguilla 1268 America/Antigua
1284 America/Tortola 1340 America/St_Thomas 1345 America/Cayman 1441 Atlantic/Bermuda 1473
America/Grenada 1649 America/Grand_Turk 1658 America/Jamaica 1664 America/Montserrat 1670
Pacific/Saipan 1671 Pacific/Guam 1684 Pacific/Pago_Pago 1721 America/Lower_Princes 1758
America/St_Lucia 1767 America/Dominica 1784 America/St_Vincent 1787 America/Puerto_Rico 1809
America/Santo_Domingo 1829 America/Santo_Domingo 1849 America/Santo_Domingo 1868 America/Port_of_Spain
1869 America/St_Kitts 1876 America/Jamaica 1939 America/Puerto_Rico 20 Africa/Cairo 211 Africa/Juba 212
Africa/Casablanca 213 Africa/Algiers 216 Africa/Tunis 218 Africa/Tripoli 220 Africa/Banjul 221
Africa/Dakar 222 Africa/Nouakchott 223 Africa/Bamako 224 Africa/Conakry 225 Africa/Abidjan 226
Africa/Ouagadougou 227 Africa/Niamey 228 Africa/Lome 229 Africa/Porto-Novo 230 Indian/Mauritius 231
Africa/Monrovia 232 Africa/Freetown 233 Africa/Accra 234 Africa/Lagos 235 Africa/Ndjamena 236
Africa/Bangui 237 Africa/Douala 238 Atlantic/Cape_Verde 239 Africa/Sao_Tome 240 Africa/Malabo 241
Africa/Libreville 242 Africa/Brazzaville 243 Africa/Kinshasa Africa/Lubumbashi 244 Africa/Luanda 245
Africa/Bissau 246 Indian/Chagos 247 Atlantic/St_Helena 248 Indian/Mahe 249 Africa/Khartoum 250
Africa/Kigali 251 Africa/Addis_Ababa 252 Africa/Mogadishu 253 Africa/Djibouti 254 Africa/Nairobi 255
Africa/Dar_es_Salaam 256 Africa/Kampala 257 Africa/Bujumbura 258 Africa/Maputo 260 Africa/Lusaka 261
Indian/Antananarivo 262 Indian/Reunion Indian/Mayotte 263 Africa/Harare 264 Africa/Windhoek 265
Africa/Blantyre 266 Africa/Maseru 267 Africa/Gaborone 268 Africa/Mbabane 269 Indian/Comoro 27
Africa/Johannesburg 290 Atlantic/St_Helena 291 Africa/Asmara 297 America/Aruba 298 Atlantic/Faroe 299
America/Nuuk America/Danmarkshavn America/Thule 30 Europe/Athens 31 Europe/Amsterdam 32 Europe/Brussels
33 Europe/Paris 34 Europe/Madrid Atlantic/Canary 350 Europe/Gibraltar 351 Europe/Lisbon Atlantic/Azores
352 Europe/Luxembourg 353 Europe/Dublin 354 Atlantic/Reykjavik 355 Europe/Tirane 356 Europe/Malta 357
Asia/Nicosia 358 Europe/Helsinki 359 Europe/Sofia 36 Europe/Budapest 370 Europe/Vilnius 371 Europe/Riga
372 Europe/Tallinn 373 Europe/Chisinau 374 Asia/Yerevan 375 Europe/Minsk 376 Europe/Andorra 377
Europe/Monaco 378 Europe/San_Marino 380 Europe/Simferopol Europe/Kyiv 381 Europe/Belgrade 382
Europe/Podgorica 383 Europe/Belgrade 385 Europe/Zagreb 386 Europe/Ljubljana 387 Europe/Sarajevo 389
Europe/Skopje 39 Europe/Rome 40 Europe/Bucharest 41 Europe/Zurich 420 Europe/Prague 421
Europe/Bratislava 423 Europe/Vaduz 43 Europe/Vienna 44 Europe/London 45 Europe/Copenhagen 46
Europe/Stockholm 47 Europe/Oslo 48 Europe/Warsaw 49 Europe/Berlin 500 Atlantic/Stanley
Atlantic/South_Georgia 501 America/Belize 502 America/Guatemala 503 America/El_Salvador 504
America/Tegucigalpa 505 America/Managua 506 America/Costa_Rica 507 America/Panama 508 America/Miquelon
509 America/Port-au-Prince 51 America/Lima 52 America/Mexico_City America/Cancun America/Matamoros
America/Ciudad_Juarez America/Mazatlan America/Tijuana 53 America/Havana 54
America/Argentina/Buenos_Aires 55 America/Noronha America/Belem America/Campo_Grande America/Eirunepe
56 America/Santiago America/Coyhaique Pacific/Easter 57 America/Bogota 58 America/Caracas 590
America/Guadeloupe 591 America/La_Paz 592 America/Guyana 593 America/Guayaquil Pacific/Galapagos 594
America/Cayenne 595 America/Asuncion 596 America/Martinique 597 America/Paramaribo 598
America/Montevideo 599 America/Curacao 60 Asia/Kuala_Lumpur 61 Australia/Lord_Howe Antarctica/Macquarie
Australia/Broken_Hill Australia/Brisbane Australia/Darwin Australia/Perth Australia/Eucla 6189162
Indian/Cocos 6189164 Indian/Christmas 62 Asia/Jakarta Asia/Makassar Asia/Jayapura 63 Asia/Manila 64
Pacific/Auckland Pacific/Chatham 65 Asia/Singapore 66 Asia/Bangkok 670 Asia/Dili 672 Pacific/Norfolk
Antarctica/Casey Antarctica/Davis Antarctica/Mawson Antarctica/Macquarie 673 Asia/Brunei 674
Pacific/Nauru 675 Pacific/Port_Moresby Pacific/Bougainville 676 Pacific/Tongatapu 677
Pacific/Guadalcanal 678 Pacific/Efate 679 Pacific/Fiji 680 Pacific/Palau 681 Pacific/Wallis 682
Pacific/Rarotonga 683 Pacific/Niue 685 Pacific/Apia 686 Pacific/Tarawa Pacific/Kanton
Pacific/Kiritimati 687 Pacific/Noumea 688 Pacific/Funafuti 689 Pacific/Tahiti Pacific/Marquesas
Pacific/Gambier 690 Pacific/Fakaofo 691 Pacific/Chuuk Pacific/Pohnpei 692 Pacific/Majuro 7
Europe/Kaliningrad Europe/Moscow Europe/Astrakhan Asia/Yekaterinburg Asia/Omsk Asia/Novosibirsk
Asia/Irkutsk Asia/Chita Asia/Vladivostok Asia/Magadan Asia/Kamchatka 76 Asia/Almaty 77 Asia/Almaty 81
Asia/Tokyo 82 Asia/Seoul 84 Asia/Ho_Chi_Minh 850 Asia/Pyongyang 852 Asia/Hong_Kong 853 Asia/Macau 855
Asia/Phnom_Penh 856 Asia/Vientiane 86 Asia/Shanghai Asia/Urumqi 880 Asia/Dhaka 886 Asia/Taipei 90
Europe/Istanbul 91 Asia/Kolkata 92 Asia/Karachi 93 Asia/Kabul 94 Asia/Colombo 95 Asia/Yangon 960
Indian/Maldives 961 Asia/Beirut 962 Asia/Amman 963 Asia/Damascus 964 Asia/Baghdad 965 Asia/Kuwait 966
Asia/Riyadh 967 Asia/Aden 968 Asia/Muscat 970 Asia/Gaza 971 Asia/Dubai 972 Asia/Jerusalem 973
Asia/Bahrain 974 Asia/Qatar 975 Asia/Thimphu 976 Asia/Ulaanbaatar Asia/Hovd 977 Asia/Kathmandu 98
Asia/Tehran 992 Asia/Dushanbe 993 Asia/Ashgabat 994 Asia/Baku 995 Asia/Tbilisi 996 Asia/Bishkek 998
Asia/Samarkand 90392 Asia/Famagusta 905338 Europe/Istanbul Asia/Famagusta 905428 Europe/Istanbul
Asia/Famagusta 905488 Europe/Istanbul Asia/Famagusta 262262 Indian/Reunion 262263 Indian/Reunion 262692
Indian/Reunion 262693 Indian/Reunion 262269 Indian/Mayotte 262639 Indian/Mayotte 6721 Antarctica/Casey
Antarctica/Davis Antarctica/Mawson Antarctica/Macquarie 6723 Pacific/Norfolk
`;

/** A country calling code in digits without a plus, and where its clocks are. */
interface CallingCode extends RecipientZones {
	code: string;
}

const byCode = new Map<string, CallingCode>();
for (const [, code, listed] of TABLE.matchAll(/(\d+)((?:\s+[A-Z]\S+)+)/g)) {
	const zones = listed.trim().split(/\s+/);
	const name = zones.length === 1 ? zones[0] : `${zones.length} time zones of +${code}`;
	byCode.set(code, { code, name, zones });
}
const LONGEST = Math.max(...[...byCode.keys()].map(({ length }) => length));

export function callingCodes(): CallingCode[] {
	return [...byCode.values()];
}

/** The country calling code that international digits begin with; undefined where it is none of a country. */
export function callingCodeOf(digits: string): CallingCode | undefined {
	for (let length = LONGEST; length > 0; length--) {
		const found = byCode.get(digits.slice(0, length));
		if (found !== undefined) return found;
	}
	return undefined;
}

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
	if (!ZONE_NAME.test(name) || !isTimeZone(name)) return noTimeZone(entered);
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

/**
 * The time zones of a phone by its country code. A number in local spelling is Israeli (specification, convention
 * "phone spelling").
 */
export function zonesOfPhone(digits: string, severalZones: SeveralZones): Read<RecipientZones> {
	const found = callingCodeOf(comparablePhone(digits));
	if (found === undefined) {
		return problem(
			'does not begin with a country code whose time zone is known',
			`Correct the number, or add '${recipientZoneLabels.column}' to '${RECIPIENT_ZONE}', with the time zone of the row.`,
		);
	}
	const { code, name, zones } = found;
	if (zones.length > 1 && severalZones === 'refuse') {
		return problem(
			`may be in any of the ${zones.length} time zones of +${code}`,
			`Add '${recipientZoneLabels.column}' to '${RECIPIENT_ZONE}', with the time zone of the row, or choose 'Wait for All Time Zones'.`,
		);
	}
	return { value: { name, zones } };
}

/** The moment from which on it is not earlier than a time of day, entered without an offset, in any of some zones. */
export function latestInstant(entered: unknown, { zones }: RecipientZones): Read<number> {
	let latest = -Infinity;
	for (const zone of zones) {
		const read = localInstant(entered, zone);
		if ('problem' in read) return read;
		latest = Math.max(latest, read.value);
	}
	return { value: latest };
}
