import { BRACES, BROKEN, unfilledPlaces } from './brokenValues';
import { unsafeLink } from './addresses';
import { problem, readAs, type Reader } from './reader';
import { choicesOf } from './text';
import { emptyPlace, inserted } from './typedFields';

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
	/** A name that it has to hold; undefined for none. */
	requiredName?: string;
	/** Words of which it has to hold one; undefined where it need not. */
	optOutWords?: string[];
}

/** Something about a message that a person should look at before it is sent. */
export interface Warning {
	check: CheckName;
	/** The place in this message, if there is one. */
	found?: string;
	/** What is known of it, if anything is. */
	why?: string;
}

/** What the service fills itself in templates (specification, "Send chat template", contact placeholders). */
const OF_SERVICE = /^\[(?:first_name|last_name|user_data[1-4]?|phone_num)\]$/;

/** Between the values of a template in {@link CheckedMessage.own}; no person types it. */
export const NEXT_VALUE = '\u2029';
/** What the platform takes in no value of a template. */
const NOT_IN_TEMPLATES = /[\r\n\t]| {5}/;

/** Finds what a check looks for in a message. */
type Find = (message: CheckedMessage) => string | undefined;

/** The checks as an option offers them, what each finds, and what is said of it. */
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
		// One message does not show it: `checkRows` looks at all of them.
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

/** What a check is chosen by in the option. */
export type CheckName = keyof typeof checks;

const all = Object.entries(checks) as Array<[CheckName, (typeof checks)[CheckName]]>;

/** The checks as an option offers them; required wording always blocks. */
export const checkChoices = all
	.map(([value, { name }]) => ({ name, value }))
	.filter(({ value }) => value !== 'requiredWording');

/** Those that one message shows by itself. */
export const itemCheckChoices = checkChoices.filter(({ value }) => value !== 'sameForAll');

const checkNames = choicesOf(
	'a check',
	'the checks',
	checkChoices.map(({ value }) => value),
);

/** Reads which checks keep a row back. */
export const readChecks: Reader<ReadonlySet<CheckName>> = readAs(checkNames, (all) => new Set(all));

/** Reads words of which a text has to hold one. */
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

/** What the checks find in a message, of each the first place. */
export function warningsOf(message: CheckedMessage): Warning[] {
	return all.flatMap(([check, { find }]) => {
		const found = (find as Find)(message);
		return found === undefined ? [] : [{ check, found: found.trim() || found }];
	});
}

/** What is wrong, without a full stop. */
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

/** Whether a text has words, in capitals or not, whatever blanks are between them. */
function holds(text: string, words: string): boolean {
	const [all, wanted] = [text, words].map((each) => each.toLowerCase().replace(/\s+/g, ' ').trim());
	return all.includes(wanted);
}
