import { isPrivateAddress } from './addresses';
import { countMessages, sizeOf } from './lists';
import { costlyCharacter } from './plainCharacters';
import { isEmpty, problem, quoted, type Reader } from './reader';

/** How a message reaches a phone. */
export type CheckedChannel = 'sms' | 'voice' | 'chat';

/** A message as its recipient gets it, with what is known of how it came about. */
export interface CheckedMessage {
	channel: CheckedChannel;
	/** What was written for it: the text, or the values of a template. */
	own: string;
	/** All that the recipient reads. */
	whole: string;
	/** What a person typed, with {@link FIELD} where data goes in. What the person meant is no fault. */
	typed: string;
	/** Who the text has to name; undefined for no one. */
	senderName?: string;
	/** Words of which it has to hold one; undefined where it need not. */
	optOutWords?: string[];
	/** True where it can still be changed: then a text that sells something has to say how to opt out. */
	isDraft: boolean;
}

/** Something about a message that a person should look at before it leaves. */
export interface Warning {
	check: CheckName;
	/** What it is, without a full stop. */
	what: string;
	/** The place in this message, if there is one. */
	found?: string;
	/** What to do about it, in sentences. */
	fix: string;
}

interface Check {
	value: string;
	/** What people choose it by. */
	name: string;
	/** Where it makes sense. */
	channels: CheckedChannel[];
	find(message: CheckedMessage): Omit<Warning, 'check'> | undefined;
}

/** Where data goes into a text that a person typed. */
export const FIELD = '\ufffc';

const everywhere: CheckedChannel[] = ['sms', 'voice', 'chat'];
const written: CheckedChannel[] = ['sms', 'chat'];

/** What programs write where a value is missing. */
const BROKEN =
	/(?<![\p{L}\p{N}_-])(?:undefined|null(?! and void)|NaN|Invalid Date)(?![\p{L}\p{N}_-])|\[object [A-Z]\w+\]/gu;

const GREETINGS = [
	...['hello', 'hi', 'hey', 'dear', 'welcome', 'good (?:morning|afternoon|evening)'],
	...['שלום', 'היי', 'הי', 'אהלן', 'לכבוד', '(?:בוקר|ערב|צהריים) טוב'],
	...['مرحبا', 'مرحباً', 'أهلا', 'أهلاً', 'عزيزي', 'عزيزتي', 'السلام عليكم'],
	...['здравствуйте', 'привет', 'добрый (?:день|вечер)', 'уважаем(?:ый|ая|ые)'],
].join('|');
/** A greeting, a gap and the sign that a name stands before. */
const EMPTY_GREETING = new RegExp(
	String.raw`(?<![\p{L}\p{N}])(?:(?:${GREETINGS})[ \t\u00a0]+(?:[,;!?]|\.(?!\.)|:(?=\s|$))|dear,)`,
	'giu',
);

/** What an empty value leaves behind. */
const GAP =
	/ {2,}|,\s*[,.!?;](?!\.)|\(\s*\)|"\s*"|(?<=[\p{L}\p{N}]) [,.;](?=\s|$)|^\s*[,;]|,\s*$/gu;

/** Names of values as people write them in drafts; brackets around other words are a matter of taste. */
const NAMES = [
	...['(?:first|last|full|your|customer|client|user|company)?[ _-]?name', 'fname', 'lname'],
	...['phone', 'mobile', 'e-?mail', 'date', 'time', 'day', 'amount', 'price', 'sum', 'total'],
	...['link', 'url', 'code', 'order(?:[ _-]?(?:id|number|no))?', 'number', 'company', 'city'],
	...['address', 'customer', 'client', 'user', 'username', 'product', 'insert [^\\]>]{1,30}'],
	...['שם', 'שם (?:פרטי|משפחה|הלקוח|לקוח)', 'תאריך', 'שעה', 'סכום', 'קישור', 'טלפון', 'קוד'],
	...['الاسم', 'اسم', 'التاريخ', 'الرابط', 'имя', 'дата', 'ссылка'],
	...['[a-z][a-z0-9]*(?:_[a-z0-9]+)+', '[a-z]+[0-9]*(?:[A-Z][a-z0-9]+)+'],
].join('|');
const TAGS = 'b|br|p|a|i|u|div|span|strong|em|ul|ol|li|h[1-6]|img|table|tr|td';
/** A place that was to be filled. */
const NAMED_PLACE = new RegExp(
	[
		String.raw`\[(?:${NAMES})\]`,
		String.raw`<(?:${NAMES})>`,
		String.raw`</?(?:${TAGS})(?:\s[^<>]{0,200})?/?>`,
		String.raw`(?<![\d%])%(?:\d+\$)?[sd](?![\p{L}\p{N}])|%\(\w+\)s|%%\w+%%|\*\|\w+\|\*`,
	]
		.map((pattern) => `(?:${pattern})`)
		.join('|'),
	'gu',
);
/** A place in braces, unless a person typed it so on purpose. */
const BRACES = /\$?\{\{?[^{}\n]{0,60}\}\}?/gu;
/** What the service fills itself in templates (specification, "Send chat template", contact placeholders). */
const OF_SERVICE = /^\[(?:first_name|last_name|user_data[1-4]?|phone_num)\]$/;

const LINK = /https?:\/\/[^\s<>"']+/giu;
/** An address without its scheme: with www, or with a path after a usual ending. */
const BARE_LINK =
	/(?<![\p{L}\p{N}@/.:-])(?:www\.[a-z0-9-]+(?:\.[a-z0-9-]+)+|(?:[a-z0-9-]+\.)+(?:com|net|org|io|info|biz|co|me|app|shop|store|online|il|uk|de|fr|ly|link|gd|gl|at|cc)\/)[^\s<>"']*/giu;
const GLUED_BEFORE = /[\p{L}\p{N}]https?:\/\/[^\s<>"']{0,30}/iu;
/** A letter of another script right after a plain one: a path in that script begins with a slash. */
const GLUED_AFTER = /https?:\/\/[!-~]*[a-z0-9][,;!?]?(?![!-~])\p{L}[^\s]{0,20}/iu;
/** Whose links say nothing of where they lead; carriers hold such messages back. */
const SHORTENERS = [
	...['bit.ly', 'tinyurl.com', 'goo.gl', 't.co', 'ow.ly', 'is.gd', 'v.gd', 'buff.ly'],
	...['rebrand.ly', 'cutt.ly', 'rb.gy', 'shorturl.at', 't.ly', 'tiny.cc', 'bl.ink', 'lnkd.in'],
];
/** Names that only one network knows. */
const INNER_NAME = /^[^.[\]]+$|\.(?:local|localhost|internal|lan|home|intranet|test)$/i;

const RTL = '\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefc';
const RTL_LETTER = new RegExp(`[${RTL}]`, 'gu');
const LATIN_LETTER = /[a-z]/giu;
/** What phones show in the wrong order in a line that is written from the right. */
const TURNED: Array<{ pattern: RegExp; what: string; fix: string }> = [
	{
		pattern: /(?<![\d+])\+\d[\d -]{5,}/u,
		what: 'a plus sign at the beginning of a number moves to its end beside Hebrew or Arabic',
		fix: 'Write the number in its local form, such as 057-0004567.',
	},
	{
		pattern: /(?<!\d)0\d{1,2} \d{3} ?\d{4}(?!\d)/u,
		what: 'the groups of a phone number change places beside Hebrew or Arabic',
		fix: 'Write it with hyphens or without spaces, such as 057-0004567.',
	},
	{
		pattern: /https?:\/\/[^\s]+ +(?:[a-z]+|\d+)(?![^\s]*\/\/)|\d+ +https?:\/\/[^\s]+/iu,
		what: 'a link and the number or the Latin word beside it change places in Hebrew or Arabic text',
		fix: 'Put the link on a line of its own.',
	},
];

/** How many characters are few: a person can spare them. */
const FEW = 5;

/** Words that a text holds which wants to sell something. */
const SELLING =
	/(?<![\p{L}\p{N}])(?:sale|discount|coupon|promo(?:tion)?|special offer|% off|מבצע(?:ים)?|הנח(?:ה|ות)|קופון|תخفيض|خصم|تخفيضات|عرض خاص|скидк[аи]|акция|распродажа)(?![\p{L}\p{N}])|\d ?% (?:off|הנחה)/iu;

/** How texts say that a recipient can opt out. */
const OPT_OUT_WORDS = [
	...['stop', 'opt out', 'opt-out', 'unsubscribe', 'to remove'],
	...[
		'הסר',
		'להסרה',
		'הסרה',
		'לביטול',
		'להסיר',
		'إلغاء',
		'للإلغاء',
		'إيقاف',
		'отписат',
		'отказат',
		'стоп',
	],
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
		find: (message) =>
			warning(
				inserted(BROKEN, message),
				'a program wrote this in the place of a value',
				'Correct the data or the expression, or write a fallback, such as {first_name|there}.',
			),
	},
	{
		value: 'emptyGreeting',
		name: 'Empty Greeting',
		channels: everywhere,
		find: (message) =>
			warning(
				inserted(EMPTY_GREETING, message),
				'the greeting has no name',
				'Write a fallback, such as {first_name|there}.',
			),
	},
	{
		value: 'emptyPlaces',
		name: 'Gaps Where a Value Is Empty',
		channels: ['sms'],
		find: (message) => {
			// A text that comes from the data as a whole has the spaces that its author wrote.
			const isMixed = message.typed.includes(FIELD) && /\p{L}/u.test(message.typed);
			if (!isMixed) return undefined;
			const own = message.own.replace(EMPTY_GREETING, '');
			return warning(
				placed(inserted(GAP, { ...message, own }), own),
				'spaces or punctuation stand around an empty value',
				'Write a fallback, such as {first_name|there}, or fill the column.',
			);
		},
	},
	{
		value: 'leftovers',
		name: 'Places Not Filled',
		channels: everywhere,
		find: (message) => {
			const places = message.own.match(NAMED_PLACE) ?? [];
			const open = places.find((place) => message.channel !== 'chat' || !OF_SERVICE.test(place));
			return warning(
				open ?? inserted(BRACES, message),
				'a place that was to be filled is sent as it is',
				'Write a merge field in single braces, such as {first_name}, or correct the data.',
			);
		},
	},
	{
		value: 'gluedLinks',
		name: 'Text Next to a Link',
		channels: written,
		find: ({ own }) =>
			warning(
				(GLUED_BEFORE.exec(own) ?? GLUED_AFTER.exec(own))?.[0],
				'text stands right beside a link, so phones open another address or none',
				'Put a space or a line break around the link.',
			),
	},
	{
		value: 'insecureLinks',
		name: 'Links Without HTTPS',
		channels: written,
		find: ({ own }) =>
			warning(
				linksIn(own).find((link) => !/^https:/i.test(link) && !isInner(link)),
				'a link does not begin with https://',
				'Write the whole address, with https:// if the site has it.',
			),
	},
	{
		value: 'privateLinks',
		name: 'Private Links',
		channels: written,
		find: ({ own }) =>
			warning(
				linksIn(own).find(isInner),
				'a link leads to a private or local address that no phone can open',
				'Use the public address.',
			),
	},
	{
		value: 'shorteners',
		name: 'Link Shorteners',
		channels: written,
		find: ({ own }) =>
			warning(
				linksIn(own).find((link) => SHORTENERS.includes(hostOf(link).replace(/^www\./, ''))),
				'a link of a public shortener hides where it leads, and carriers may block it',
				'Use an address of your own domain.',
			),
	},
	{ value: 'messageLength', name: 'Just Over a Message', channels: ['sms'], find: justOver },
	{ value: 'direction', name: 'Direction of Writing', channels: ['sms'], find: turned },
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
			senderName === undefined || squeezed(whole).includes(squeezed(senderName))
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
			const sells = isDraft && channel === 'sms' && SELLING.test(whole.replace(LINK, ''));
			const isMissed = optOutWords !== undefined || sells;
			const text = whole.toLowerCase();
			const words = optOutWords ?? OPT_OUT_WORDS;
			return !isMissed || words.some((word) => text.includes(word.toLowerCase()))
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
	return checks.flatMap(({ value: check, channels, find }) => {
		const found = channels.includes(message.channel) ? find(message) : undefined;
		return found === undefined ? [] : [{ check, ...found }];
	});
}

/** What is said of all messages of a campaign whose text has merge fields and is the same for everybody. */
export const SAME_FOR_ALL: Warning = {
	check: 'sameForAll',
	what: 'everyone gets the same text although it has merge fields',
	fix: 'Look at the columns that the merge fields name.',
};

/** What is said where a name is asked for and none is known. */
export const NO_NAME_KNOWN: Warning = {
	check: 'senderName',
	what: 'no sender name is known to look for in the text',
	fix: "Enter it in 'Required Wording'.",
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
		(_part, brace?: string) => brace ?? FIELD,
	);
}

/** Tells whether a typed text has merge fields outside of its expressions. */
export function hasMergeField(saved: unknown): boolean {
	return typeof saved === 'string' && /(?<!\\)\{/.test(saved.replace(/\{\{[\s\S]*?\}\}/g, ''));
}

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

/** What was found with the words beside it: blanks alone cannot be seen. */
function placed(found: string | undefined, text: string): string | undefined {
	if (found === undefined) return undefined;
	const at = text.indexOf(found);
	return text.slice(Math.max(0, at - 12), at + found.length + 12);
}

/** Links with what does not belong to them cut off. */
function linksIn(text: string): string[] {
	const links = [...(text.match(LINK) ?? []), ...(text.replace(LINK, ' ').match(BARE_LINK) ?? [])];
	return links.map((link) => link.replace(/[.,;:!?)\]]+$/, ''));
}

function hostOf(link: string): string {
	const address = /^https?:/i.test(link) ? link : `http://${link}`;
	return URL.canParse(address) ? new URL(address).hostname : '';
}

function isInner(link: string): boolean {
	const host = hostOf(link);
	return host !== '' && (isPrivateAddress(`http://${host}`) || INNER_NAME.test(host));
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
			what: `a special character makes it ${messages} messages instead of ${ifEnglish}`,
			found: `${character} (${code}, character ${position})`,
			fix: "Write a plain one, or add 'Replace Special Characters'.",
		};
	}
	return over > FEW
		? undefined
		: {
				what: `${over === 1 ? '1 character makes' : `${over} characters make`} it ${messages} messages instead of ${messages - 1}`,
				fix: 'Shorten the text.',
			};
}

function turned({ own }: CheckedMessage): Omit<Warning, 'check'> | undefined {
	for (const line of own.split('\n')) {
		const fromRight = line.match(RTL_LETTER)?.length ?? 0;
		const latin = line.replace(LINK, '').match(LATIN_LETTER)?.length ?? 0;
		if (fromRight === 0 || fromRight < latin) continue;
		for (const { pattern, what, fix } of TURNED) {
			const [found] = pattern.exec(line) ?? [];
			if (found !== undefined) return { what, found, fix };
		}
	}
	return undefined;
}

function squeezed(text: string): string {
	return text.toLowerCase().replace(/[\s\p{P}]+/gu, '');
}

function capital(text: string): string {
	return text.charAt(0).toUpperCase() + text.slice(1);
}
