import { byLabel, type Field } from '../fields/field';
import { unknownOutcomeOption } from '../fields/sendingOptions';
import { pageLanguages } from '../pages/pageTexts';
import { asEntered } from '../rules/reader';
import { entryOf } from './questionFields';

const limitOption: Field = {
	displayName: 'Limit Wait Time',
	name: 'limitWaitTime',
	type: 'fixedCollection',
	reader: asEntered,
	default: { values: { limitType: 'afterTimeInterval', resumeAmount: 45, resumeUnit: 'minutes' } },
	description:
		'How long to wait for an answer. Then the workflow continues with <code>timedOut</code> set to true.',
	options: entryOf(
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
			description: 'Number of units to wait',
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
	),
};

export const languageOption: Field = {
	displayName: 'Page Language',
	name: 'pageLanguage',
	type: 'options',
	options: pageLanguages,
	default: 'he',
	description: "Language of the answer page's own texts. English if you don't add this option.",
};

/** Options of every question. */
export const questionOptions: Field[] = byLabel([
	limitOption,
	languageOption,
	unknownOutcomeOption,
]);
