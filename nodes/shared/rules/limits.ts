import { wholeNumber } from './numbers';
import { onlyField, partsReader } from './parts';

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

const limit = (name: keyof Limits) => ({
	label: limitLabels[name],
	reader: onlyField('most', atMost),
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
