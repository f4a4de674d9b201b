import { checkChoices, type CheckName } from './messageChecks';
import { wholeNumber } from './numbers';
import { phonesToLeaveOut } from './phoneLists';
import {
	EMPTY,
	fieldsReader,
	isEmpty,
	onlyField,
	partsReader,
	problem,
	readAs,
	type Read,
	type Reader,
} from './reader';
import { choiceOf, choicesOf } from './text';
import { DAY_MS } from './times';

/** What options hold that keep back what is not meant to be sent: limits, who is left out, and checks. */

/** How much a run may send; what is undefined is not limited. */
export interface Limits {
	maxRecipients?: number;
	maxMessages?: number;
	/** Recipients of all runs of the node on a day. */
	maxPerDay?: number;
}

/** The limits by name, as people see them. */
export const limitLabels: Record<keyof Limits, string> = {
	maxMessages: 'Max Messages',
	maxPerDay: 'Max per Day',
	maxRecipients: 'Max Recipients',
};

/** Most that a limit may be: a day's count is kept in as many digits. */
export const HIGHEST_LIMIT = 1_000_000;

const limit = (name: keyof Limits) => ({
	label: limitLabels[name],
	reader: onlyField('most', wholeNumber(1, HIGHEST_LIMIT)),
});

/** Reads the limits that a person added, each under its name with its number. */
export const readLimits = partsReader<Limits>(
	{
		maxMessages: limit('maxMessages'),
		maxPerDay: limit('maxPerDay'),
		maxRecipients: limit('maxRecipients'),
	},
	'limit',
);

/** Whose messages count for a quiet period. */
export type SentBy = 'node' | 'workflow';

/** For how long a recipient gets no other message. */
export interface QuietPeriod {
	lengthMs: number;
	/** As a person says it, such as "7 days". */
	said: string;
	sentBy: SentBy;
}

/** Who gets no message, whatever the items say. */
export interface LeaveOut {
	/** In the form of `comparablePhone`. */
	phones?: ReadonlySet<string>;
	recently?: QuietPeriod;
}

/** The parts of Leave Out by name, as people see them. */
export const leaveOutLabels = { phones: 'Phones', recently: 'Recently Sent To' };

/** Longest quiet period: what is older is forgotten. */
export const MOST_QUIET_DAYS = 31;

/** The longest period in each unit, and how long a unit is. */
const units = {
	hours: { ms: DAY_MS / 24, most: 24 * MOST_QUIET_DAYS },
	days: { ms: DAY_MS, most: MOST_QUIET_DAYS },
};

/** Reads who is left out, each part under its name. */
export const readLeaveOut = partsReader<LeaveOut>(
	{
		phones: { label: leaveOutLabels.phones, reader: onlyField('list', phonesToLeaveOut) },
		recently: { label: leaveOutLabels.recently, reader: readQuietPeriod },
	},
	'part',
	'Add the phone numbers that get no message, or remove the option.',
);

function readQuietPeriod(entered: unknown): Read<QuietPeriod> {
	const chosen = fieldsReader<{ unit: keyof typeof units; sentBy: SentBy }>({
		unit: { label: 'Unit', reader: choiceOf('hours', 'days') },
		sentBy: { label: 'Sent By', reader: choiceOf('node', 'workflow') },
	})(entered);
	if ('problem' in chosen) return chosen;
	const { unit, sentBy } = chosen.value;
	const { ms, most } = units[unit];
	const read = fieldsReader<{ period: number }>({
		period: { label: 'Period', reader: wholeNumber(1, most, unit) },
	})(entered);
	if ('problem' in read) return read;
	const { period } = read.value;
	const said = period === 1 ? `1 ${unit.slice(0, -1)}` : `${period} ${unit}`;
	return { value: { lengthMs: period * ms, said, sentBy } };
}

/** What is to be done about the checks of messages. */
export interface Checks {
	/** Checks whose warnings keep a row back. */
	refused?: ReadonlySet<CheckName>;
	wording?: Wording;
}

interface Wording {
	senderName?: string;
	/** Words of which a text has to hold one. */
	optOutWords?: string[];
}

/** The parts of Checks by name, as people see them. */
export const checksLabels = { refuse: 'Blocking Checks', words: 'Required Wording' };

const checkNames = choicesOf(
	'a check',
	'the checks',
	checkChoices.map(({ value }) => value),
);

const refused: Reader<ReadonlySet<CheckName>> = (names) =>
	isEmpty(names)
		? problem(EMPTY.rule, 'Choose at least one check, or remove it.')
		: readAs(checkNames, (all) => new Set(all))(names);

/** Reads what texts must contain; what was left empty is not looked for. */
const wording: Reader<Wording> = (entered) => {
	const given = (entered ?? {}) as Record<keyof Wording, unknown>;
	const names = (['senderName', 'optOutWords'] as const).filter((name) => {
		const value = given[name];
		return value !== undefined && value !== null && value !== '';
	});
	return names.length === 0
		? problem(EMPTY.rule, 'Enter a name or words, or remove the option.')
		: fieldsReader<Wording>(
				{
					senderName: {
						label: 'Sender Name',
						reader: readAs(words, () => String(given.senderName).trim()),
					},
					optOutWords: { label: 'Opt-Out Words', reader: words },
				},
				names,
			)(given);
};

const words: Reader<string[]> = (entered) => {
	if (typeof entered !== 'string') {
		return problem('must be text', 'Enter words, such as stop, opt out.');
	}
	const all = entered
		.split(/[,;\n]/)
		.map((word) => word.trim())
		.filter((word) => word !== '');
	return all.length === 0 ? problem('has no word', 'Enter one.') : { value: all };
};

/** Reads the parts of Checks that a person added, each by its own rule. */
export const readChecks: Reader<Checks> = readAs(
	partsReader<{ refuse?: Checks['refused']; words?: Wording }>({
		refuse: { label: checksLabels.refuse, reader: onlyField('checks', refused) },
		words: { label: checksLabels.words, reader: wording },
	}),
	({ refuse, words: said }) => ({
		...(refuse && { refused: refuse }),
		...(said && { wording: said }),
	}),
);
