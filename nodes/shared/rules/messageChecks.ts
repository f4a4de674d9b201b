import {
	BRACES,
	BROKEN,
	columnName,
	ENCODED,
	markup,
	noValue,
	RAW,
	timestamp,
	unfilledPlaces,
} from './brokenValues';
import { emptyGreeting, emptyPlace } from './emptyPlaces';
import { inserted, insertedValues, type InsertedValue } from './insertedValues';
import {
	gluedLink,
	insecureLink,
	linksIn,
	privateLink,
	shortenedLink,
	withoutLinks,
} from './messageLinks';
import { costlyCharacter, countMessages, sizeOf } from './messageSize';
import { quoted } from './reader';
import { holdsOrLinks, holdsWords, OPT_OUT_WORDS, SELLING } from './wholeWords';

/** How a message reaches a phone. */
export type CheckedChannel = 'sms' | 'voice' | 'chat';

/** A message as its recipient gets it, with what is known of how it came about. */
export interface CheckedMessage {
	channel: CheckedChannel;
	/** What was written for it: the text, or the values of a template. */
	own: string;
	/** All that the recipient reads. */
	whole: string;
	/** What a person typed, with {@link FIELD} where data is inserted. What the person meant gives no warning. */
	typed: string;
	/** Who the text has to name; undefined for no one. */
	senderName?: string;
	/** Words of which it has to hold one; undefined where it need not. */
	optOutWords?: string[];
	/** True where it can still be changed: then a text that sells something has to say how to opt out. */
	isDraft: boolean;
}

/** Something about a message that a person should look at before it is sent. */
export interface Warning {
	check: CheckName;
	/** What it is, without a full stop. */
	what: string;
	/** The place in this message, if there is one. */
	found?: string;
	/** What to do about it, in sentences. */
	fix: string;
}

/** What several checks look at in a message, found once. */
interface Parts {
	/** The data in it, as far as it can be told from what was typed. */
	data: InsertedValue[];
	links: string[];
}

/** Something that a check looks for: where it is found with what is said of it then, or a warning of its own. */
type Sign = { check: CheckName } & (
	| { find(message: CheckedMessage, parts: Parts): string | undefined; what: string; fix: string }
	| { warn(message: CheckedMessage, parts: Parts): Omit<Warning, 'check'> | undefined }
);

const everywhere: CheckedChannel[] = ['sms', 'voice', 'chat'];
const written: CheckedChannel[] = ['sms', 'chat'];

/** What the service fills itself in templates (specification, "Send chat template", contact placeholders). */
const OF_SERVICE = /^\[(?:first_name|last_name|user_data[1-4]?|phone_num)\]$/;

const RTL = '\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefc';
const RTL_LETTER = new RegExp(`[${RTL}]`, 'gu');
const LATIN_LETTER = /[a-z]/giu;
/** What phones show in the wrong order in a line that is written from the right. */
const TURNED: Array<{ pattern: RegExp; what: string; fix: string }> = [
	{
		pattern: /(?<![\d+])\+\d[\d -]{5,}/u,
		what: 'a plus sign at the beginning of a number moves to its end next to Hebrew or Arabic',
		fix: 'Write the number in its local form, such as 057-0004567.',
	},
	{
		pattern: /(?<!\d)0\d{1,2} \d{3} ?\d{4}(?!\d)/u,
		what: 'the groups of a phone number change places next to Hebrew or Arabic',
		fix: 'Write it with hyphens or without spaces, such as 057-0004567.',
	},
	{
		pattern: /https?:\/\/\S{1,500} {1,9}(?!https?:)[a-z\d]|\d {1,9}https?:\/\/\S/iu,
		what: 'a link and the number or the Latin word next to it change places in Hebrew or Arabic text',
		fix: 'Put the link on a separate line.',
	},
	{
		pattern: /(?:קוד|קופון|رمز|كود)\p{L}{0,5}:? \d{1,12} [A-Z]/u,
		what: 'a number and the Latin letters of a code change places in Hebrew or Arabic text',
		fix: 'Write the code without spaces, or on a separate line.',
	},
];

/** How many characters are few: a person can spare them. */
const FEW = 5;

/** The checks as an option offers them, and where each makes sense. */
const checks = [
	{ value: 'brokenValues', name: 'Broken Values', channels: everywhere },
	{ value: 'emptyGreeting', name: 'Empty Greeting', channels: everywhere },
	{ value: 'emptyPlaces', name: 'Gaps Where a Value Is Empty', channels: ['sms'] },
	{ value: 'leftovers', name: 'Unfilled Placeholders', channels: everywhere },
	{ value: 'gluedLinks', name: 'Text Next to a Link', channels: written },
	{ value: 'insecureLinks', name: 'Links Without HTTPS', channels: written },
	{ value: 'privateLinks', name: 'Private Links', channels: written },
	{ value: 'shorteners', name: 'Link Shorteners', channels: written },
	{ value: 'messageLength', name: 'Just Over a Message', channels: ['sms'] },
	{ value: 'direction', name: 'Text Direction', channels: ['sms'] },
	// One message does not show it: `sameForAll` looks at all of them.
	{ value: 'sameForAll', name: 'Same Text for Everyone', channels: written },
	{ value: 'senderName', name: 'Sender Name Missing', channels: everywhere },
	{ value: 'optOut', name: 'No Opt-Out Wording', channels: everywhere },
] as const;

/** What a check is chosen by in the option. */
export type CheckName = (typeof checks)[number]['value'];

/** The checks as an option offers them. */
export const checkChoices: Array<{ name: string; value: CheckName }> = checks.map(
	({ name, value }) => ({ name, value }),
);

const channelsOf = new Map<CheckName, readonly CheckedChannel[]>(
	checks.map(({ value, channels }) => [value, channels]),
);

/**
 * What is looked at in each message, of each check the first that is there. A check that warns without a reason is worse
 * than none: what a person typed on purpose is none, and what only some texts need is looked at where it is asked for.
 */
const signs: Sign[] = [
	{
		check: 'brokenValues',
		find: (message, { data }) => inserted(BROKEN, message) ?? noValue(data),
		what: "this is a program's output for a missing value",
		fix: 'Correct the data or the expression, or write a fallback, such as {first_name|there}.',
	},
	{
		check: 'brokenValues',
		find: ({ own }) => ENCODED.exec(own)?.[0],
		what: 'characters were encoded for another program, or damaged',
		fix: 'Correct the data, or decode it in a node before this one.',
	},
	{
		check: 'brokenValues',
		find: ({ own, typed }, { data }) =>
			inserted(RAW, { own: withoutLinks(own), typed }) ?? timestamp(data),
		what: 'a number or a time is not formatted',
		fix: "Format it, such as {{ $json.total.toFixed(2) }} or {{ $json.day.toDateTime().toFormat('dd/MM') }}.",
	},
	{
		check: 'emptyGreeting',
		find: emptyGreeting,
		what: 'the greeting has no name',
		fix: 'Write a fallback, such as {first_name|there}.',
	},
	{
		check: 'emptyPlaces',
		find: ({ own, typed }, { data }) => emptyPlace(own, typed, data),
		what: 'spaces or punctuation are left around an empty value',
		fix: 'Write a fallback, such as {first_name|there}, or fill the column.',
	},
	{
		check: 'leftovers',
		find: (message, { data }) =>
			unfilledPlaces(message.own).find(
				(place) => message.channel !== 'chat' || !OF_SERVICE.test(place),
			) ??
			inserted(BRACES, message) ??
			columnName(data),
		what: 'a placeholder is sent unfilled',
		fix: 'Write a merge field in single braces, such as {first_name}, or correct the data.',
	},
	{
		check: 'leftovers',
		find: (_message, { data }) => markup(data),
		what: 'a value looks like markup, and phones show it as it is',
		fix: 'Correct the data.',
	},
	{
		check: 'gluedLinks',
		find: ({ own }, { links }) => gluedLink(own, links),
		what: 'text is right next to a link, so phones may open the wrong URL or none',
		fix: 'Put a space or a line break around the link.',
	},
	{
		check: 'insecureLinks',
		find: (_message, { links }) => insecureLink(links),
		what: 'a link does not begin with https://',
		fix: 'Write the whole URL, with https:// if the site supports it.',
	},
	{
		check: 'privateLinks',
		find: (_message, { links }) => privateLink(links),
		what: 'a link leads to a private or local URL that no phone can open',
		fix: 'Use the public URL.',
	},
	{
		check: 'shorteners',
		find: (_message, { links }) => shortenedLink(links),
		what: 'a public link shortener hides where the link leads, and carriers may block it',
		fix: 'Use a link on your own domain.',
	},
	{ check: 'messageLength', warn: justOver },
	{ check: 'direction', warn: turned },
	{
		check: 'senderName',
		find: ({ senderName, whole }) =>
			senderName === undefined || holdsWords(whole, senderName) ? undefined : senderName,
		what: 'the text does not name the sender',
		fix: "Write the name into the text, or correct it in 'Required Wording'.",
	},
	{ check: 'optOut', warn: noOptOut },
];

/** What the checks find in a message. */
export function warningsOf(message: CheckedMessage): Warning[] {
	const { own, channel } = message;
	const parts: Parts = { data: dataIn(message), links: linksIn(own) };
	const warnings: Warning[] = [];
	for (const sign of signs) {
		const { check } = sign;
		const isLooked = channelsOf.get(check)!.includes(channel);
		if (!isLooked || warnings.some((warning) => warning.check === check)) continue;
		const warning = 'warn' in sign ? sign.warn(message, parts) : foundBy(sign, message, parts);
		if (warning !== undefined) warnings.push({ check, ...warning });
	}
	return warnings;
}

function foundBy(
	{ find, what, fix }: Extract<Sign, { what: string }>,
	message: CheckedMessage,
	parts: Parts,
): Omit<Warning, 'check'> | undefined {
	const found = find(message, parts);
	return found === undefined ? undefined : { what, found: found.trim() || found, fix };
}

/** What is said of all messages of a campaign whose text has merge fields and is the same for everybody. */
export const SAME_FOR_ALL: Warning = {
	check: 'sameForAll',
	what: 'everyone gets the same text although it has merge fields',
	fix: 'Check the columns that the merge fields name.',
};

/** What is said where a name is asked for and none is known. */
export const NO_NAME_KNOWN: Warning = {
	check: 'senderName',
	what: "'Sender Name' is not set, so the check can't look for it",
	fix: "Enter the name in 'Required Wording'.",
};

/** A warning as a sentence. */
export function warningText({ what, found, fix }: Warning): string {
	return `${capital(what)}${found === undefined ? '' : `: ${quoted(found)}`}. ${fix}`;
}

/** What is before a value of a template: it may name any number. */
const UNKNOWN_LABEL = '#:';

function dataIn({ channel, own, typed }: CheckedMessage): InsertedValue[] {
	// What a template says before a value is not known: it may be a label.
	if (channel === 'chat')
		return own.split('\n').map((value) => ({ value, before: UNKNOWN_LABEL, after: '' }));
	return insertedValues(own, typed) ?? [];
}

function noOptOut(message: CheckedMessage): Omit<Warning, 'check'> | undefined {
	const { channel, isDraft, optOutWords, whole } = message;
	const sells = isDraft && channel === 'sms' && SELLING.test(withoutLinks(whole));
	const isAsked = optOutWords !== undefined || sells;
	if (!isAsked || (optOutWords ?? OPT_OUT_WORDS).some((word) => holdsOrLinks(whole, word))) {
		return undefined;
	}
	return {
		what: 'the text does not say how to opt out',
		fix: "Say it, for example 'Reply STOP to opt out', or enter your wording in 'Required Wording'. This is a reminder, not legal advice.",
	};
}

/** A few characters, or one of another script, make one more message of a text. */
function justOver({ own }: CheckedMessage): Omit<Warning, 'check'> | undefined {
	const messages = countMessages(own);
	if (messages === 1) return undefined;
	const { over, others, ifEnglish } = sizeOf(own);
	const costly = costlyCharacter(own);
	if (costly !== undefined && others <= FEW && ifEnglish < messages) {
		const { character, code, position } = costly;
		return {
			what: `a special character makes the text ${messages} messages instead of ${ifEnglish}`,
			found: `${character} (${code}, character ${position})`,
			fix: "Use a plain character, or add 'Replace Special Characters'.",
		};
	}
	return over > FEW
		? undefined
		: {
				what: `${over === 1 ? '1 character makes' : `${over} characters make`} the text ${messages} messages instead of ${messages - 1}`,
				fix: 'Shorten the text.',
			};
}

function turned({ own }: CheckedMessage): Omit<Warning, 'check'> | undefined {
	for (const line of own.split('\n')) {
		const fromRight = line.match(RTL_LETTER)?.length ?? 0;
		if (fromRight === 0) continue;
		const latin = withoutLinks(line).match(LATIN_LETTER)?.length ?? 0;
		if (fromRight < latin) continue;
		for (const { pattern, what, fix } of TURNED) {
			const [found] = pattern.exec(line) ?? [];
			if (found !== undefined) return { what, found, fix };
		}
	}
	return undefined;
}

function capital(text: string): string {
	return text.charAt(0).toUpperCase() + text.slice(1);
}
