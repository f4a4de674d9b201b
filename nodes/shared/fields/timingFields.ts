// When a campaign may be sent, and how fast.
import { readQuietHours, weekdays } from '../rules/quietHours';
import { hoursToSpread, asEntered } from '../rules/reader';
import { RECIPIENT_ZONE } from '../rules/timeZones';
import { forItems } from './beforeSendingFields';
import type { Field } from './field';

/** Its parts have no defaults: n8n 2.0 does not save a part whose values are all defaults. */
export const quietHoursOption: Field = {
	displayName: 'Quiet Hours',
	name: 'quietHours',
	optionGroup: 'timing',
	type: 'fixedCollection',
	reader: readQuietHours,
	placeholder: 'Add Quiet Hours',
	default: { hours: { from: '21:00', until: '08:00' } },
	description:
		"A campaign that would start in these hours is scheduled for their end. The hours are in 'Service Time Zone' (Asia/Jerusalem, unless you change it) or, with 'Recipient Time Zone', in each recipient's.",
	options: [
		{
			displayName: 'Hours',
			name: 'hours',
			values: [
				{
					displayName: 'From',
					name: 'from',
					type: 'string',
					default: '',
					placeholder: 'e.g. 21:00',
					description: 'Time of day when the quiet hours begin',
				},
				{
					displayName: 'Until',
					name: 'until',
					type: 'string',
					default: '',
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
			],
		},
	],
};

export const recipientZoneOption: Field = {
	displayName: RECIPIENT_ZONE,
	name: 'recipientZone',
	optionGroup: 'timing',
	type: 'string',
	reader: asEntered,
	default: 'time_zone',
	placeholder: 'e.g. time_zone',
	description:
		"Name of the column with each recipient's time zone, such as America/New_York or +02:00, or an expression that returns it. Makes 'Send At' and 'Quiet Hours' the local time of each recipient. An empty value means the service's time zone. Each time zone gets a separate campaign.",
	requiresDataPath: 'single',
	displayOptions: forItems,
};

export const spreadOverOption: Field = {
	displayName: 'Spread Over (Hours)',
	name: 'spreadOver',
	optionGroup: 'timing',
	type: 'number',
	typeOptions: { minValue: 0.01, maxValue: 168, numberPrecision: 2 },
	reader: hoursToSpread,
	default: 4,
	description:
		"How many hours sending takes: the node calculates the delay between recipients, 2 to 180 seconds, from their number. If the items make several campaigns, they begin together, and each takes these hours or less. Not available for distribution lists or together with 'Delay Between Recipients'.",
};
