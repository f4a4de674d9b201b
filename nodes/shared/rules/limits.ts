import { wholeNumber } from './numbers';
import { problem, quoted, type Reader } from './reader';

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

const atMost = wholeNumber(1, HIGHEST_LIMIT);

/** Reads the limits that a person added, each under its name with its number. */
export const readLimits: Reader<Limits> = (entered) => {
	const limits: Limits = {};
	for (const [name, limit] of Object.entries(entered as Record<string, unknown>)) {
		if (!Object.hasOwn(limitLabels, name)) {
			return problem(
				`has ${quoted(name)}, which is not a limit`,
				'Remove it, and add the limit again.',
			);
		}
		const label = limitLabels[name as keyof Limits];
		const read = atMost((limit as { most?: unknown } | null)?.most);
		if ('problem' in read)
			return problem(`has '${label}', which ${read.problem.rule}`, read.problem.fix);
		limits[name as keyof Limits] = read.value;
	}
	return Object.keys(limits).length === 0
		? problem('is empty or missing', 'Add a limit, or remove the option.')
		: { value: limits };
};
