import { forItems } from './beforeSendingFields';
import type { Field } from './field';
import { readQuietHours, weekdays } from '../rules/quietHours';
import { readRecipientZone, RECIPIENT_ZONE, recipientZoneLabels } from '../rules/recipientZone';

/** When a campaign may go, and how fast. */

export const quietHoursOption: Field = {
	displayName: 'Quiet Hours',
	name: 'quietHours',
	optionGroup: 'timing',
	type: 'fixedCollection',
	reader: readQuietHours,
	placeholder: 'Add Quiet Hours',
	default: { hours: { from: '21:00', until: '08:00' } },
	description: 'A campaign that would start in these hours is scheduled for their end',
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
					description:
						"Time zone of the hours and days. In a campaign, 'Recipient Time Zone' overrides it.",
				},
			],
		},
	],
};

export const recipientZoneOption: Field = {
	displayName: RECIPIENT_ZONE,
	name: 'recipientZone',
	optionGroup: 'timing',
	type: 'fixedCollection',
	reader: readRecipientZone,
	placeholder: 'Add Source',
	default: { column: { name: 'time_zone' } },
	description:
		"Makes 'Send At' and 'Quiet Hours' the local time of each recipient. Each time zone gets a separate campaign. If you add both 'Column' and 'Country Code of Phone', items with an empty column use the phone's country code.",
	options: [
		{
			displayName: recipientZoneLabels.column,
			name: 'column',
			values: [
				{
					displayName: 'Column',
					name: 'name',
					type: 'string',
					default: 'time_zone',
					placeholder: 'e.g. time_zone',
					description:
						'Name of the column with the time zone of each item, such as America/New_York. You can also use an expression that returns the time zone.',
				},
			],
		},
		{
			displayName: recipientZoneLabels.phone,
			name: 'phone',
			values: [
				{
					displayName: 'Countries With Several Time Zones',
					name: 'severalZones',
					type: 'options',
					options: [
						{
							name: 'Refuse the Item',
							value: 'refuse',
							description: "Don't send the item, and report why",
						},
						{
							name: 'Wait for All Time Zones',
							value: 'all',
							description:
								"Send as soon as it is late enough, and outside quiet hours, in all of the country's time zones",
						},
					],
					default: 'all',
					description:
						'What to do with a number from a country with several time zones, such as +1. Numbers without a country code count as Israeli.',
				},
			],
		},
	],
	displayOptions: forItems,
};

export const spreadOverOption: Field = {
	displayName: 'Spread Over (Hours)',
	name: 'spreadOver',
	optionGroup: 'timing',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 168 },
	default: 4,
	description:
		'How many hours to spread the campaign over, in equal parts that the service schedules. Each part has its own campaign code. Not available for distribution lists.',
};
