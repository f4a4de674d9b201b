/** The days of the week, by the values options have. */
export const weekdays = [
	'sunday',
	'monday',
	'tuesday',
	'wednesday',
	'thursday',
	'friday',
	'saturday',
] as const;

export type Weekday = (typeof weekdays)[number];
