import { phonesToLeaveOut } from './phoneLists';
import { wholeNumber } from './numbers';
import { onlyField, partsReader } from './parts';
import { isEmpty, problem, quoted, type Read } from './reader';
import { DAY_MS } from './times';

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

/** The parts of the option by name, as people see them. */
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
	const { period, unit, sentBy } = Object(entered) as Record<'period' | 'unit' | 'sentBy', unknown>;
	if (unit !== 'hours' && unit !== 'days') return noChoice('Unit', 'hours, days', unit);
	if (sentBy !== 'node' && sentBy !== 'workflow') {
		return noChoice('Sent By', 'node, workflow', sentBy);
	}
	const { ms, most } = units[unit];
	const read = wholeNumber(1, most, unit)(period);
	if ('problem' in read)
		return problem(`has 'Period', which ${read.problem.rule}`, read.problem.fix);
	const said = read.value === 1 ? `1 ${unit.slice(0, -1)}` : `${read.value} ${unit}`;
	return { value: { lengthMs: read.value * ms, said, sentBy } };
}

function noChoice(label: string, choices: string, entered: unknown): Read<never> {
	const what = isEmpty(entered)
		? 'is empty or missing'
		: `must be one of ${choices}, not ${quoted(entered)}`;
	return problem(`has '${label}', which ${what}`, 'Choose it again.');
}
