import type { Field } from './field';
import { readQuietHours, weekdays } from '../rules/quietHours';

/** When a campaign may go, and how fast. */

export const quietHoursOption: Field = {
	displayName: 'Quiet Hours',
	name: 'quietHours',
	optionGroup: 'timing',
	type: 'fixedCollection',
	reader: readQuietHours,
	placeholder: 'Add Quiet Hours',
	default: { hours: { from: '21:00', until: '08:00' } },
	description:
		'When no recipient is to be disturbed. What would begin then is scheduled by the service for the end of the quiet time.',
	options: [
		{
			displayName: 'Hours',
			name: 'hours',
			values: [
				{
					displayName: 'From',
					name: 'from',
					type: 'string',
					default: '21:00',
					placeholder: 'e.g. 21:00',
					description: 'Time of day at which it becomes quiet',
				},
				{
					displayName: 'Until',
					name: 'until',
					type: 'string',
					default: '08:00',
					placeholder: 'e.g. 08:00',
					description: 'Time of day from which messages may go again, also of the next day',
				},
				{
					displayName: 'Quiet Days',
					name: 'days',
					type: 'multiOptions',
					options: weekdays.map((day) => ({
						name: `${day[0].toUpperCase()}${day.slice(1)}`,
						value: day,
					})),
					default: [],
					description: 'Days on which nothing goes, from midnight to midnight',
				},
				{
					displayName: 'Time Zone',
					name: 'timeZone',
					type: 'string',
					default: 'Asia/Jerusalem',
					placeholder: 'e.g. Asia/Jerusalem',
					description: 'Time zone of the hours and days',
				},
			],
		},
	],
};

export const spreadOverOption: Field = {
	displayName: 'Spread Over (Hours)',
	name: 'spreadOver',
	optionGroup: 'timing',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 168 },
	default: 4,
	description:
		'Over how many hours to spread the campaign, in parts of equal size that the service schedules. Each part has a campaign code of its own. Not for distribution lists.',
};
