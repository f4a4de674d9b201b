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
		'Times when no campaign starts. If one would, the service schedules it for the end of the quiet hours.',
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
					description: 'Time of day when the quiet hours begin',
				},
				{
					displayName: 'Until',
					name: 'until',
					type: 'string',
					default: '08:00',
					placeholder: 'e.g. 08:00',
					description:
						"Time of day when the quiet hours end, on the next day if earlier than 'From'",
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
					description: 'Days on which no campaign starts, from midnight to midnight',
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
		'How many hours to spread the campaign over, in equal parts that the service schedules. Each part has its own campaign code. Not for distribution lists.',
};
