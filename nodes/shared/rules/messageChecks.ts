// What a person should check in a message before it is sent.
import type { IDataObject } from 'n8n-workflow';

import { unsafeLink } from './addresses';
import { emptyPlace, inserted, typedWithFields } from './expressions';
import { problem, readAs, type Reader, choicesOf } from './reader';

/** How a message reaches a phone. */
export type CheckedChannel = 'sms' | 'voice' | 'chat';

/** A message as its recipient gets it, and how it was made. */
export interface CheckedMessage {
	channel: CheckedChannel;
	/** The text, or the values of a template. */
	own: string;
	/** All that the recipient reads. */
	whole: string;
	/** What a person typed, with `FIELD` for inserted data. Checks of data do not warn of it. */
	typed: string;
	/** A name that it must contain. */
	requiredName?: string;
	/** It must contain one of these words. */
	optOutWords?: string[];
}

/** Something that a person should check before a message is sent. */
export interface Warning {
	check: CheckName;
	/** The place in the message, if there is one. */
	found?: string;
	/** The cause, if it is known. */
	why?: string;
}

/** Contact placeholders, which the service itself fills (specification, "Send chat template"). */
const OF_SERVICE = /^\[(?:first_name|last_name|user_data[1-4]?|phone_num)\]$/;

/** Separates the values of a template in {@link CheckedMessage.own}; no one types it. */
export const NEXT_VALUE = '\u2029';
/** What the platform refuses in values of a template. */
const NOT_IN_TEMPLATES = /[\r\n\t]| {5}/;

/** Gives the first place that a check warns about. */
type Find = (message: CheckedMessage) => string | undefined;

/** The checks: the name in the option, what each finds, and what is said about it. */
const checks = {
	brokenValues: {
		name: 'Broken Values',
		find: (message) =>
			inserted(BROKEN, message) ??
			(message.channel === 'chat'
				? message.own.split(NEXT_VALUE).find((value) => NOT_IN_TEMPLATES.test(value))
				: undefined),
		what: 'a value is broken',
		fix: 'Correct the data, or write a fallback, such as {first_name|there}.',
	},
	emptyPlaces: {
		name: 'Greetings and Gaps Without a Value',
		find: ({ own, typed }) => emptyPlace(own, typed),
		what: 'a value is missing in a greeting or a sentence',
		fix: 'Write a fallback, such as {first_name|there}.',
	},
	leftovers: {
		name: 'Unfilled Placeholders',
		find: (message) =>
			unfilledPlaces(message.own).find(
				(place) => message.channel !== 'chat' || !OF_SERVICE.test(place),
			) ?? inserted(BRACES, message),
		what: 'a placeholder is not filled',
		fix: 'Write a merge field in single braces, such as {first_name}, or correct the data.',
	},
	links: {
		name: 'Insecure or Private Links',
		find: ({ channel, own }) => (channel === 'voice' ? undefined : unsafeLink(own)),
		what: 'a link does not begin with https:// or leads to a private address',
		fix: 'Use a public URL that begins with https://.',
	},
	sameForAll: {
		name: 'Same Text for Everyone',
		// One message is not enough: `checkRows` looks at all of them.
		find: () => undefined,
		what: 'everyone gets the same text although it has merge fields',
		fix: 'Check the columns that the merge fields name.',
	},
	requiredWording: {
		name: 'Required Wording',
		find: missingWording,
		what: 'the text lacks required wording',
		fix: "Add it to the text, or correct 'Opt-Out Words' or 'Required Name'.",
	},
} satisfies Record<string, { name: string; find: Find; what: string; fix: string }>;

/** The option's value for a check. */
export type CheckName = keyof typeof checks;

const all = Object.entries(checks) as Array<[CheckName, (typeof checks)[CheckName]]>;

/** The checks that an option offers; required wording always blocks. */
export const checkChoices = all
	.map(([value, { name }]) => ({ name, value }))
	.filter(({ value }) => value !== 'requiredWording');

/** The checks that need only one message. */
export const itemCheckChoices = checkChoices.filter(({ value }) => value !== 'sameForAll');

const checkNames = choicesOf(
	'a check',
	'the checks',
	checkChoices.map(({ value }) => value),
);

/** Reads the checks that keep a row back. */
export const readChecks: Reader<ReadonlySet<CheckName>> = readAs(checkNames, (all) => new Set(all));

/** Reads words, one of which a text must contain. */
export const readWords: Reader<string[]> = (entered) => {
	if (typeof entered !== 'string') {
		return problem('must be text', 'Enter words, such as stop, opt out.');
	}
	const all = entered
		.split(/[,;\n]/)
		.map((word) => word.trim())
		.filter((word) => word !== '');
	return all.length === 0 ? problem('has no word', 'Enter one.') : { value: all };
};

/**
 * The message of an item's request; undefined if it has none.
 *
 * @param request parameters by wire name
 * @param saved the field of its text, as n8n saves it
 */
export function messageOf(request: IDataObject, saved: unknown): CheckedMessage | undefined {
	const { msg, tts, params } = request;
	const typed = typedWithFields(saved);
	if (typeof msg === 'string') return { channel: 'sms', own: msg, whole: msg, typed };
	if (typeof tts === 'string') return { channel: 'voice', own: tts, whole: tts, typed };
	if (params === undefined) return undefined;
	const values = Object.values(params as IDataObject).flatMap((part) =>
		Object.values(part as object),
	);
	const own = values.join(NEXT_VALUE);
	return { channel: 'chat', own, whole: own, typed: '' };
}

/** What the checks find in a message: the first place for each. */
export function warningsOf(message: CheckedMessage | undefined): Warning[] {
	if (message === undefined) return [];
	return all.flatMap(([check, { find }]) => {
		const found = (find as Find)(message);
		return found === undefined ? [] : [{ check, found: found.trim() || found }];
	});
}

/** What is wrong, without a period. */
export function whatIsWrong({ check, found, why }: Warning, before = ': '): string {
	const { what } = checks[check];
	if (found === undefined) return what;
	return `${what}${before}"${found}"${why === undefined ? '' : `; ${why}`}`;
}

/** What to do about it, in a sentence. */
export function fixOf({ check }: Warning): string {
	return checks[check].fix;
}

function missingWording({ requiredName, optOutWords, whole }: CheckedMessage): string | undefined {
	const missing = [
		...(requiredName === undefined || holds(whole, requiredName) ? [] : [requiredName]),
		...(optOutWords?.some((word) => holds(whole, word)) === false
			? [optOutWords.join(' or ')]
			: []),
	];
	return missing.length === 0 ? undefined : missing.join('; ');
}

/** Whether a text contains words, whatever their case and spacing. */
function holds(text: string, words: string): boolean {
	const [all, wanted] = [text, words].map((each) => each.toLowerCase().replace(/\s+/g, ' ').trim());
	return all.includes(wanted);
}

/** What programs write for a missing value. A Hebrew or Arabic prefix may be right before it. */
export const BROKEN = new RegExp(
	[
		String.raw`undefined`,
		// German "Null" and French "nullement" are words; a code may follow, as in nullILS.
		String.raw`(?<![a-zA-Z\d])(?<![a-zA-Z\d]-)null(?:null)*(?![a-z\d]|-[a-z\d]| and void)`,
		String.raw`(?<![a-zA-Z\d])NULL(?![a-zA-Z\d])`,
		String.raw`(?<![a-zA-Z])NaN(?:NaN)*(?![a-z])`,
		String.raw`(?<!\p{L})Infinity(?! ?\p{L})`,
		String.raw`Invalid (?:Date(?:Time)?|date)(?![a-zA-Z])`,
		String.raw`\[object(?: |%20|\+)[A-Z]\w+\]`,
		String.raw`\[native code\]`,
		String.raw`#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|ERROR!)`,
	].join('|'),
	'gu',
);

/** A person's name as drafts call it, or a column name. */
const NAME =
	'(?:(?:first|last|full|your|customer|client|user|company)?[ _-]?name|fname|lname|[a-z][a-z0-9]*(?:_[a-z0-9]+)+)';
/** Names of values as people write them in drafts; other words in brackets may be intended. */
const NAMES = [
	...[NAME, 'phone', 'mobile', 'e-?mail', 'date', 'time', 'amount', 'price', 'link', 'url', 'code'],
	...['order(?:[ _-]?(?:id|number|no))?', 'company', 'city', 'address', 'customer', 'client'],
	...['שם', 'שם (?:פרטי|משפחה|הלקוח|לקוח)', 'תאריך', 'שעה', 'סכום', 'קישור', 'טלפון', 'קוד'],
	...['الاسم', 'اسم', 'التاريخ', 'الرابط', 'имя', 'дата', 'ссылка'],
].join('|');

/** Placeholders of drafts and of other programs' templates, in any case. */
const PLACE = new RegExp(
	[
		String.raw`\[(?:${NAMES})\]`,
		String.raw`<(?:${NAMES})>`,
		String.raw`«${NAME}»`,
		// An escape in a URL has two characters between percent signs.
		String.raw`(?<![\p{L}\p{N}])%${NAME}%(?![\p{L}\p{N}])|%%\w{1,60}%%`,
		String.raw`<[%?][^<>\n]{0,60}[%?]>`,
		String.raw`\*\|\w{1,60}\|\*`,
		String.raw`\$json(?:\.\w{1,60}|\[[^\]\n]{1,60}\])`,
	].join('|'),
	'giu',
);

/** A place in braces; `inserted` ignores typed ones. */
export const BRACES = /\$?\{\{?[^{}\n]{0,60}\}\}?/gu;

/** Unfilled placeholders in a text: no one types these on purpose. */
export function unfilledPlaces(text: string): string[] {
	return text.match(PLACE) ?? [];
}
