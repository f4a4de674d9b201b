// Email addresses, URLs, IP addresses and senders.
import { readPhone, plainDigits } from './phones';
import { asText, lostDigits, problem, quoted, type Reader } from './reader';

/** Most characters of an email address (RFC 3696): on longer text, the pattern is slow. */
const LONGEST_EMAIL = 320;

/** Trimmed text that passes a test. */
function textThat(isRight: (text: string) => boolean, rule: string, fix: string): Reader<string> {
	return (entered) => {
		const text = (asText(entered) ?? '').trim();
		return isRight(text) ? { value: text } : problem(rule, fix);
	};
}

/** An email address (specification, "Shared sending parameters", `ne`). */
export const emailAddress = textThat(
	(text) => text.length <= LONGEST_EMAIL && /^[^\s@,;]+@[^\s@,;.]+\.[^\s@,;]+$/.test(text),
	'must be an email address',
	'Enter one email address, like name@example.com.',
);

/** An http or https URL. */
export const webAddress = textThat(
	(text) => /^https?:\/\/\S+$/i.test(text) && URL.canParse(text),
	'must be a URL that starts with http:// or https://',
	'Enter the complete URL, without spaces.',
);

/** A URL in which every `%` begins an escape, so that it can be decoded. */
export const readableAddress: Reader<string> = (entered) => {
	const read = webAddress(entered);
	return 'problem' in read || isReadable(read.value)
		? read
		: problem(
				"contains a percent sign that isn't part of an escape",
				'For a literal percent sign, write %25, or paste the URL again.',
			);
};

/** Query parameters that the service adds to notification URLs (specification, "Notifications"). */
const OF_SERVICE = ['get', 'msg', 'tid', 'info'];
/** Last part of the path of an ExtApi Trigger's URL, after its webhook ID. */
export const TRIGGER_PATH = 'campaign-event';
/** Query parameter for the key of such a URL. */
export const KEY_PARAMETER = 'key';
/** A key: its channel, and the proof. */
export const NOTIFICATION_KEY = /^(sms|chat)-[0-9a-f]{64}$/;
/** A parameter after the key, which protects it from whatever the service appends. */
export const LAST_PARAMETER = 'via';
/** Query parameters that a person cannot add to a trigger's URL. */
export const OF_NOTIFICATIONS = [...OF_SERVICE, KEY_PARAMETER, LAST_PARAMETER];

/**
 * Like `readableAddress`, for notifications. Refuses parameters that the service adds, or in a
 * trigger's URL the node: a server could not tell them apart. Servers read `msg[]` as `msg`.
 */
export const notificationAddress: Reader<string> = (entered) => {
	const read = readableAddress(entered);
	if ('problem' in read) return read;
	const { pathname, searchParams } = new URL(read.value);
	const isOfTrigger = pathname.replace(/\/$/, '').endsWith(`/${TRIGGER_PATH}`);
	// A URL that was copied with its key gets a new key.
	const hasKey = NOTIFICATION_KEY.test(searchParams.get(KEY_PARAMETER) ?? '');
	const ofOthers = isOfTrigger && !hasKey ? OF_NOTIFICATIONS : OF_SERVICE;
	const isOneOf = (names: string[], name: string) => names.includes(name.split('[')[0]);
	const taken = [...searchParams.keys()].find((name) => isOneOf(ofOthers, name));
	if (taken === undefined) return read;
	const who = isOneOf(OF_SERVICE, taken) ? 'the service' : 'this node';
	return problem(
		`contains the parameter "${taken}", which ${who} adds itself`,
		'Give it another name.',
	);
};

function isReadable(address: string): boolean {
	try {
		return decodeURIComponent(address) !== undefined;
	} catch {
		return false;
	}
}

const LOCAL_HOSTS = 'localhost|127\\.[\\d.]+|0\\.0\\.0\\.0|\\[::1\\]';
const NETWORK_HOSTS =
	'10\\.[\\d.]+|192\\.168\\.[\\d.]+|172\\.(?:1[6-9]|2\\d|3[01])\\.[\\d.]+|169\\.254\\.[\\d.]+|\\[(?:f[cd].*|fe80:.*)\\]';
/** Hosts of one machine or network, for a regular expression. */
const PRIVATE_HOSTS = `(?:${LOCAL_HOSTS}|${NETWORK_HOSTS})`;
const LOCAL = new RegExp(`^(?:${LOCAL_HOSTS})$`, 'i');
const PRIVATE = new RegExp(`^${PRIVATE_HOSTS}$`, 'i');

/** Whether only the machine itself can open a URL. */
export function isLocalAddress(address: string): boolean {
	return LOCAL.test(new URL(address).hostname);
}

/**
 * Whether only one machine or network can open a URL: the service refuses it (specification, "Send
 * chat reply").
 */
export function isPrivateAddress(address: string): boolean {
	return PRIVATE.test(new URL(address).hostname);
}

/** A domain name without a scheme or path (specification, "One-time codes", `webotp`). */
export const domainName = textThat(
	(text) => /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/i.test(text),
	'must be a domain name',
	'Write it without http, like shop.example.com.',
);

const OCTET = '(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)';
const IPV4 = new RegExp(`^${OCTET}(?:\\.${OCTET}){3}$`);

/** An IP address, version 4 or 6. */
export const ipAddress = textThat(
	(text) => IPV4.test(text) || (/^[0-9a-f:.]+$/i.test(text) && URL.canParse(`http://[${text}]/`)),
	'must be an IP address',
	'Enter an IP address like 192.0.2.7.',
);

const TEXT_SENDER = /^[A-Za-z0-9 +*]{2,11}$/;

/**
 * An SMS sender: a verified phone number, or a short text ID (specification, "Send SMS", `from`).
 */
export const smsSender: Reader<string> = (entered) => {
	const read = readPhone(entered);
	if ('value' in read) return read;
	const lost = lostDigits(entered);
	if (lost) return lost;
	const whole = asText(entered) ?? '';
	// A space at the end may be part of a short ID.
	const text = [whole.trim(), whole].find((each) => TEXT_SENDER.test(each));
	if (text !== undefined) return { value: text };
	return problem(
		`is ${quoted(entered)}, which is neither a verified phone number nor 2 to 11 English letters, digits, spaces, + or *`,
		'Use a sender ID approved in the account.',
	);
};

/** A voice caller: a number of the account, or 0 to hide it (specification, "Send voice"). */
export const voiceCaller: Reader<string> = (entered) => {
	const digits = plainDigits(asText(entered) ?? '').replace(/[ -]/g, '');
	return /^(?:0|\d{3,15})$/.test(digits)
		? { value: digits }
		: problem(
				'must be a phone number of the account, or 0 for a hidden number',
				'Write the digits of a number that is defined in the account.',
			);
};

/** Host names of a single network. */
const INNER_NAME = /^[^.[\]]+$|\.(?:local|localhost|internal|lan|home|intranet|test)$/i;
const LINK = /(?:https?:\/\/|(?<![\p{L}\p{N}@/.-])www\.)[^\s<>"']+/giu;

/** The links in a text, without punctuation after them. */
function linksIn(text: string): string[] {
	return (text.match(LINK) ?? []).map((link) => link.replace(/[.,;:!?)\]]{1,9}$/, ''));
}

/** The first link that does not begin with https://, or that no phone can open. */
export function unsafeLink(text: string): string | undefined {
	return linksIn(text).find((link) => !/^https:/i.test(link) || isInner(link));
}

function isInner(link: string): boolean {
	if (!URL.canParse(link)) return false;
	const { hostname } = new URL(link);
	return isPrivateAddress(`http://${hostname}`) || INNER_NAME.test(hostname);
}
