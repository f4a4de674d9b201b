import { BROKEN, ENCODED, noValue, RAW, timestamp } from './brokenValues';
import {
	FIELD,
	FIELD_OR_NOTHING,
	hasInserted,
	insertedValues,
	type InsertedValue,
} from './insertedValues';
import { countMessages, sizeOf } from './lists';
import {
	gluedLink,
	insecureLink,
	linksIn,
	privateLink,
	shortenedLink,
	withoutLinks,
} from './messageLinks';
import { costlyCharacter } from './plainCharacters';
import { isEmpty, problem, quoted, type Reader } from './reader';
import { BRACES, columnName, markup, unfilledPlaces } from './unfilledPlaces';
import { isUnseen } from './text';
import { holdsOrLinks, holdsWords } from './wholeWords';

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
	/** The URLs in its own text. */
	links: string[];
	/** Its own text without greetings that have no name. */
	ungreeted: string;
}

interface Check {
	value: string;
	/** What people choose it by. */
	name: string;
	/** Where it makes sense. */
	channels: CheckedChannel[];
	find(message: CheckedMessage, parts: Parts): Omit<Warning, 'check'> | undefined;
}

const everywhere: CheckedChannel[] = ['sms', 'voice', 'chat'];
const written: CheckedChannel[] = ['sms', 'chat'];

const GREETINGS = [
	...['hello', 'hi', 'hey', 'dear', 'welcome', 'good (?:morning|afternoon|evening)'],
	...['(?:dear|hello|hi) (?:mr|mrs|ms|dr|prof)\\.?', 'שלום', 'היי', 'הי', 'אהלן', 'לכבוד'],
	...['(?:בוקר|ערב|צהריים) טוב', '(?:לקוח|חבר|אורח)(?:/?ה)? יקר(?:/?ה)?', 'مرحبا', 'مرحباً', 'أهلا'],
	...['أهلاً', 'عزيزي', 'عزيزتي', 'السلام عليكم', 'здравствуйте', 'привет'],
	...['добрый (?:день|вечер)', 'уважаем(?:ый|ая|ые)', 'дорог(?:ой|ая|ие)'],
].join('|');
const THANKS = 'thanks|thank you|תודה|شكرا|شكراً|спасибо';
/** A greeting, a gap and the sign that a name comes before; or that sign at the beginning. */
const EMPTY_GREETING = new RegExp(
	[
		String.raw`(?<![\p{L}\p{N}])(?:${GREETINGS})(?: (?:ל|يا))?[ \t\u00a0]+(?:[,;!?،؛؟]|\.(?!\.)|:(?=\s|$))`,
		String.raw`(?<![\p{L}\p{N}])(?:${GREETINGS}) (?:ל|يا)[,;!?،؛؟.]`,
		String.raw`(?<![\p{L}\p{N}])(?:${GREETINGS}|${THANKS})\s+[,،]`,
		String.raw`(?<![\p{L}\p{N}])dear,`,
		String.raw`(?<![^])[ \t\u00a0]{0,9}[,،](?=\s)`,
	].join('|'),
	'giu',
);

/** What every greeting without a name has: looked for first, since it takes much less time. */
const EMPTY_GREETING_SIGN = /\s[,;!?،؛؟.:]|(?:ל|يا)[,;!?،؛؟.]|dear,|^[,،]/i;

/** What an empty value leaves behind. */
const GAP =
	/ {2,}|[,،]\s*[,.!?;،؛؟](?!\.)|\(\s*\)|"\s*"|(?<=[\p{L}\p{N}]) [,.;،؛](?=\s|$)|^\s*[,;،؛]|[,،]\s*$/gu;
/** A word that is nothing but a prefix: what it belongs to is missing. */
const PREFIX_ALONE = /(?<![^\s(])(?:[ובלכמשה]|[وبلكف])-?$/u;

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

/** Words that a text holds which wants to sell something. */
const SELLING =
	/(?<![\p{L}\p{N}])(?:sale|discount|coupon|promo(?:tion)?|special offer|% off|מבצע(?:ים)?|הנח(?:ה|ות)|קופון|تخفيض|خصم|تخفيضات|عرض خاص|скидк[аи]|акция|распродажа)(?![\p{L}\p{N}])|\d ?% (?:off|הנחה)/iu;

/** How texts say that a recipient can opt out. */
const OPT_OUT_WORDS = [
	...['stop', 'opt out', 'opting out', 'unsubscribe', 'unsubscribing', 'to remove'],
	...['הסר', 'הסירו', 'הסרה', 'הסרת', 'להסיר', 'ביטול', 'לבטל'],
	...['إلغاء', 'إيقاف', 'отписаться', 'отпишитесь', 'отписка', 'отписки', 'отказаться'],
	...['откажитесь', 'отказ', 'стоп'],
];

/**
 * What is looked at in each message. A check that warns without a reason is worse than none: what a person typed on
 * purpose is none, and what only some texts need is looked at where it is asked for.
 */
const table = [
	{
		value: 'brokenValues',
		name: 'Broken Values',
		channels: everywhere,
		find: (message, { data }) =>
			warning(
				inserted(BROKEN, message) ?? noValue(data),
				"this is a program's output for a missing value",
				'Correct the data or the expression, or write a fallback, such as {first_name|there}.',
			) ??
			warning(
				ENCODED.exec(message.own)?.[0],
				'characters were encoded for another program, or damaged',
				'Correct the data, or decode it in a node before this one.',
			) ??
			warning(
				inserted(RAW, { own: withoutLinks(message.own), typed: message.typed }) ?? timestamp(data),
				'a number or a time is not formatted',
				"Format it, such as {{ $json.total.toFixed(2) }} or {{ $json.day.toDateTime().toFormat('dd/MM') }}.",
			),
	},
	{
		value: 'emptyGreeting',
		name: 'Empty Greeting',
		channels: everywhere,
		find: (message, { ungreeted }) =>
			warning(
				ungreeted === message.own ? undefined : inserted(EMPTY_GREETING, message),
				'the greeting has no name',
				'Write a fallback, such as {first_name|there}.',
			),
	},
	{
		value: 'emptyPlaces',
		name: 'Gaps Where a Value Is Empty',
		channels: ['sms'],
		find: (message, { data, ungreeted }) => {
			// A text that comes from the data as a whole has the spaces that its author wrote.
			const isMixed = hasInserted(message.typed) && /\p{L}/u.test(message.typed);
			if (!isMixed) return undefined;
			const { typed } = message;
			return warning(
				placed(inserted(GAP, { own: ungreeted, typed }), ungreeted) ??
					prefixAlone(data) ??
					(ungreeted === message.own ? leftAlone(data) : undefined),
				'spaces or punctuation are left around an empty value',
				'Write a fallback, such as {first_name|there}, or fill the column.',
			);
		},
	},
	{
		value: 'leftovers',
		name: 'Unfilled Placeholders',
		channels: everywhere,
		find: (message, { data }) => {
			const open = unfilledPlaces(message.own).find(
				(place) => message.channel !== 'chat' || !OF_SERVICE.test(place),
			);
			return (
				warning(
					open ?? inserted(BRACES, message) ?? columnName(data),
					'a placeholder is sent unfilled',
					'Write a merge field in single braces, such as {first_name}, or correct the data.',
				) ??
				warning(
					markup(data),
					'a value looks like markup, and phones show it as it is',
					'Correct the data.',
				)
			);
		},
	},
	{
		value: 'gluedLinks',
		name: 'Text Next to a Link',
		channels: written,
		find: ({ own }, { links }) =>
			warning(
				gluedLink(own, links),
				'text is right next to a link, so phones may open the wrong URL or none',
				'Put a space or a line break around the link.',
			),
	},
	{
		value: 'insecureLinks',
		name: 'Links Without HTTPS',
		channels: written,
		find: (_message, { links }) =>
			warning(
				insecureLink(links),
				'a link does not begin with https://',
				'Write the whole URL, with https:// if the site supports it.',
			),
	},
	{
		value: 'privateLinks',
		name: 'Private Links',
		channels: written,
		find: (_message, { links }) =>
			warning(
				privateLink(links),
				'a link leads to a private or local URL that no phone can open',
				'Use the public URL.',
			),
	},
	{
		value: 'shorteners',
		name: 'Link Shorteners',
		channels: written,
		find: (_message, { links }) =>
			warning(
				shortenedLink(links),
				'a public link shortener hides where the link leads, and carriers may block it',
				'Use a link on your own domain.',
			),
	},
	{ value: 'messageLength', name: 'Just Over a Message', channels: ['sms'], find: justOver },
	{ value: 'direction', name: 'Text Direction', channels: ['sms'], find: turned },
	{
		value: 'sameForAll',
		name: 'Same Text for Everyone',
		channels: written,
		// One message does not show it: `sameForAll` looks at all of them.
		find: () => undefined,
	},
	{
		value: 'senderName',
		name: 'Sender Name Missing',
		channels: everywhere,
		find: ({ senderName, whole }) =>
			senderName === undefined || holdsWords(whole, senderName)
				? undefined
				: warning(
						senderName,
						'the text does not name the sender',
						"Write the name into the text, or correct it in 'Required Wording'.",
					),
	},
	{
		value: 'optOut',
		name: 'No Opt-Out Wording',
		channels: everywhere,
		find: ({ channel, isDraft, optOutWords, whole }) => {
			const sells = isDraft && channel === 'sms' && SELLING.test(withoutLinks(whole));
			const isMissed = optOutWords !== undefined || sells;
			const words = optOutWords ?? OPT_OUT_WORDS;
			return !isMissed || words.some((word) => holdsOrLinks(whole, word))
				? undefined
				: {
						what: 'the text does not say how to opt out',
						fix: "Say it, for example 'Reply STOP to opt out', or enter your wording in 'Required Wording'. This is a reminder, not legal advice.",
					};
		},
	},
] as const satisfies readonly Check[];

/** What a check is chosen by in the option. */
export type CheckName = (typeof table)[number]['value'];

/** The checks as an option offers them. */
export const checkChoices: Array<{ name: string; value: CheckName }> = table.map(
	({ name, value }) => ({ name, value }),
);

const checks: ReadonlyArray<Check & { value: CheckName }> = table;

/** What the checks find in a message. */
export function warningsOf(message: CheckedMessage): Warning[] {
	const { own, channel } = message;
	const parts: Parts = {
		data: dataIn(message),
		links: linksIn(own),
		ungreeted: EMPTY_GREETING_SIGN.test(own) ? own.replace(EMPTY_GREETING, '') : own,
	};
	const warnings: Warning[] = [];
	for (const { value: check, channels, find } of checks) {
		const found = channels.includes(channel) ? find(message, parts) : undefined;
		if (found !== undefined) warnings.push({ check, ...found });
	}
	return warnings;
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

/** The words that tell of opting out, unless a person has others. */
export function defaultOptOutWords(): string[] {
	return [...OPT_OUT_WORDS];
}

/** A warning as a sentence. */
export function warningText({ what, found, fix }: Warning): string {
	return `${capital(what)}${found === undefined ? '' : `: ${quoted(found)}`}. ${fix}`;
}

/** A text that a person typed, with {@link FIELD} for its merge fields and expressions. */
export function typedWithFields(saved: unknown): string {
	if (typeof saved !== 'string') return '';
	const text = saved.startsWith('=') ? saved.slice(1) : saved;
	return text.replace(
		/\\([{}])|\{\{[\s\S]*?\}\}|\{[^{}]*\}/g,
		(part: string, brace?: string) => brace ?? (MAY_BE_EMPTY.test(part) ? FIELD_OR_NOTHING : FIELD),
	);
}

/** A merge field with an empty fallback, or an expression that names an empty text. */
const MAY_BE_EMPTY = /\|\s*\}$|''|""/;

/** Names of checks: those that an option offers, as a list or with commas between them. */
export const checkNames: Reader<ReadonlySet<CheckName>> = (entered) => {
	const names = new Set<CheckName>();
	for (const entry of entriesAsTyped(entered)) {
		const choice = checkChoices.find(({ value }) => value === entry);
		if (choice === undefined) {
			const all = checkChoices.map(({ value }) => value).join(', ');
			return problem(
				isEmpty(entry) ? 'has an empty entry' : `has ${quoted(entry)}, which is not a check`,
				`Choose among ${all}.`,
			);
		}
		names.add(choice.value);
	}
	return names.size === 0
		? problem('names no check', 'Choose at least one, or remove the option.')
		: { value: names };
};

/** Entries of a list, or of text with commas between them. */
function entriesAsTyped(entered: unknown): unknown[] {
	if (Array.isArray(entered)) return entered as unknown[];
	return typeof entered === 'string' ? entered.split(',').map((entry) => entry.trim()) : [entered];
}

function warning(
	found: string | undefined,
	what: string,
	fix: string,
): Omit<Warning, 'check'> | undefined {
	return found === undefined ? undefined : { what, found: found.trim() || found, fix };
}

/** The first match that is not what a person typed: the text has more of them, or others. */
function inserted(
	pattern: RegExp,
	{ own, typed }: Pick<CheckedMessage, 'own' | 'typed'>,
): string | undefined {
	const found = own.match(pattern);
	if (found === null) return undefined;
	const meant: string[] = typed.match(pattern) ?? [];
	return found.find((each) => {
		const at = meant.indexOf(each);
		if (at >= 0) meant.splice(at, 1);
		return at < 0;
	});
}

/** What is before a value of a template: it may name any number. */
const UNKNOWN_LABEL = '#:';

function dataIn({ channel, own, typed }: CheckedMessage): InsertedValue[] {
	// What a template says before a value is not known: it may be a label.
	if (channel === 'chat')
		return own.split('\n').map((value) => ({ value, before: UNKNOWN_LABEL, after: '' }));
	return insertedValues(own, typed) ?? [];
}

/** A prefix of Hebrew or Arabic that a person typed before a value which is empty, with the words beside it. */
function prefixAlone(data: InsertedValue[]): string | undefined {
	const empty = data.find(
		({ value, before }) => value.trim() === '' && PREFIX_ALONE.test(before.slice(-4)),
	);
	return empty && `${empty.before.slice(-12)}${empty.after.slice(0, 12)}`;
}

/** The end of what a person typed before a value that is to follow: a sign of money or of a number, or a label. */
const NEEDS_VALUE = /(?:[#№$€£₪&+=/@:([{"'“„«]|\S-|[-–—] )[ \t]*$/u;
/** What a person typed after a value that is to come before: a mark, or the sign of a percentage. */
const NEEDS_VALUE_BEFORE = /^(?:[%°]|[ \t]*[.,!?;:)،؛؟](?![\p{L}\p{N})(/]))/u;

/** What an empty value leaves alone beside it: a sign, or a blank where a line begins or ends. */
function leftAlone(data: InsertedValue[]): string | undefined {
	const empty = data.find(({ value, before, after, mayBeEmpty }) => {
		if (mayBeEmpty || !isUnseen(value)) return false;
		const startsLine = /(?:^|\n)$/.test(before);
		const endsLine = /^(?:\n|$)/.test(after);
		const isApart = startsLine || /\s$/.test(before);
		// Beside another value, such as the first name of which the last one is unknown, a blank is not seen.
		const hasWord = (text: string) => text.trim() !== '' || data.length === 1;
		return (
			(NEEDS_VALUE.test(before) && before.trim() !== '') ||
			(isApart && NEEDS_VALUE_BEFORE.test(after)) ||
			(endsLine && /[ \t]$/.test(before) && hasWord(before)) ||
			(startsLine && /^[ \t]/.test(after) && hasWord(after))
		);
	});
	return empty && `${empty.before.slice(-12)}${empty.after.slice(0, 12)}`;
}

/** What was found with the words beside it: blanks alone cannot be seen. */
function placed(found: string | undefined, text: string): string | undefined {
	if (found === undefined) return undefined;
	const at = text.indexOf(found);
	return text.slice(Math.max(0, at - 12), at + found.length + 12);
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
