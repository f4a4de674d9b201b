import type { Field } from '../fields/field';
import { byLabel } from '../fields/optionsField';
import { unknownOutcomeOption } from '../fields/sendingOptions';
import { pageLanguages } from './languages';
import { asEntered } from '../rules/reader';

const limitOption: Field = {
	displayName: 'Limit Wait Time',
	name: 'limitWaitTime',
	type: 'fixedCollection',
	reader: asEntered,
	default: { values: { limitType: 'afterTimeInterval', resumeAmount: 45, resumeUnit: 'minutes' } },
	description:
		'How long an answer counts. Then the workflow goes on with <code>timedOut</code> set to true.',
	options: [
		{
			displayName: 'Values',
			name: 'values',
			values: [
				{
					displayName: 'Limit Type',
					name: 'limitType',
					type: 'options',
					default: 'afterTimeInterval',
					options: [
						{ name: 'After Time Interval', value: 'afterTimeInterval' },
						{ name: 'At Specified Time', value: 'atSpecifiedTime' },
					],
				},
				{
					displayName: 'Amount',
					name: 'resumeAmount',
					type: 'number',
					typeOptions: { minValue: 0, numberPrecision: 2 },
					default: 1,
					description: 'How many of the unit to wait',
					displayOptions: { show: { limitType: ['afterTimeInterval'] } },
				},
				{
					displayName: 'Unit',
					name: 'resumeUnit',
					type: 'options',
					default: 'hours',
					options: [
						{ name: 'Days', value: 'days' },
						{ name: 'Hours', value: 'hours' },
						{ name: 'Minutes', value: 'minutes' },
					],
					displayOptions: { show: { limitType: ['afterTimeInterval'] } },
				},
				{
					displayName: 'Max Date and Time',
					name: 'maxDateAndTime',
					type: 'dateTime',
					default: '',
					description: "A time without an offset is read in the workflow's time zone",
					displayOptions: { show: { limitType: ['atSpecifiedTime'] } },
				},
			],
		},
	],
};

const confirmOption: Field = {
	displayName: 'Confirm by One-Time Code',
	name: 'confirmByCode',
	type: 'boolean',
	default: true,
	description:
		'Whether an answer counts only with a code that is sent by SMS to the phone the link went to, so that a forwarded link alone does not answer. The token needs the permission for SMS.',
};

const languageOption: Field = {
	displayName: 'Page Language',
	name: 'pageLanguage',
	type: 'options',
	options: pageLanguages,
	default: 'he',
	description: 'Language of what the page says by itself. English when left out.',
};

const tellOption: Field = {
	displayName: 'Tell the Others',
	name: 'tellOthers',
	type: 'boolean',
	default: true,
	description:
		'Whether the others who were asked get a message that says who answered, and what was decided. Afterwards their links show only that nothing is to be done.',
};

/** Options of every question. */
export const questionOptions: Field[] = byLabel([
	confirmOption,
	limitOption,
	languageOption,
	tellOption,
	unknownOutcomeOption,
]);
