import type { INodeParameters } from 'n8n-workflow';

import type { DescribedField } from './described';
import refusals from './refusals.json';
import type { RefusedCase } from './row';

/** What a field refuses: a value, what is said (a pattern between slashes), and where: in all operations that have the field when left out. */
type Refusal = [value: unknown, says: string, where?: { with?: INodeParameters; of?: string }];

const table = Object.entries(refusals as unknown as Record<string, Refusal[]>);

const OWN_CHOICE = 'a choice between ways to work';
const SWITCH = 'a switch: what is not on is off';
const PANEL = 'chosen in the panel: test/integration/choices';
const anything: Record<string, string> = {
	'advanced.requestsAtOnce':
		'a bound of this node; what is no number from 1 to 100 is brought there',
	'advanced.unknownOutcome': OWN_CHOICE,
	'advanced.validateRecipients': SWITCH,
	'beforeSending.duplicates': OWN_CHOICE,
	'beforeSending.repairNumbers': SWITCH,
	content: PANEL,
	fieldsFrom: PANEL,
	fileFrom: PANEL,
	responseType: PANEL,
	sendTo: PANEL,
	limit: 'how many of the results come out; what is no number gives none',
	'notifications.waitForCompletion': SWITCH,
	'notifications.waitLimit': 'used only while waiting for completion',
	'options.interval': 'how often this node looks, not a value for the service',
	'options.output': OWN_CHOICE,
	'options.overwrite': SWITCH,
	'options.replaceCharacters': SWITCH,
	'options.timeLimit': 'how long this node looks, not a value for the service',
	'options.unblock': SWITCH,
	returnAll: SWITCH,
	simplify: SWITCH,
};

const isOf = (fields: DescribedField[], field: string) => fields.some(({ path }) => path === field);

/** The values that the fields of an operation refuse before anything leaves. */
export function refusedBy(name: string, fields: DescribedField[]): RefusedCase[] {
	return table
		.filter(([field]) => isOf(fields, field))
		.flatMap(([field, all]) =>
			all
				.filter(
					([, , { of } = {}]) => of?.split(', ').includes(name.replace('ExtApi ', '')) ?? true,
				)
				.map(([value, says, where = {}]) => ({
					...{ field, value },
					...(where.with && { with: where.with }),
					says: says.startsWith('/') ? new RegExp(says.slice(1, -1)) : says,
				})),
		);
}

/** Fields of an operation without a rule of their own, and why: a switch, a choice and a number are read by their kind. */
export function takenBy(fields: DescribedField[]): Record<string, string> {
	return Object.fromEntries(Object.entries(anything).filter(([field]) => isOf(fields, field)));
}

/** The fields that the tables name. */
export const judgedFields = [...table.map(([field]) => field), ...Object.keys(anything)];
