import type { INodeProperties } from 'n8n-workflow';

import { byLabel } from './optionsField';

/** What is done to a campaign, or with it, before any of it goes to its recipients. */

export const campaignKeyOption: INodeProperties = {
	displayName: 'Campaign Key',
	name: 'campaignKey',
	type: 'string',
	default: '',
	placeholder: 'e.g. spring-sale-2026',
	description:
		'A name for the campaign. Under it each recipient gets one message, ever: whoever got one from this node in an earlier execution is left out, so a campaign that broke can be run again. Recipients of a request whose outcome is unknown count as having got it.',
};

export const repairNumbersOption: INodeProperties = {
	displayName: 'Repair Numbers',
	name: 'repairNumbers',
	type: 'boolean',
	default: true,
	description:
		'Whether to repair phone numbers as spreadsheets leave them: nine digits that lost their leading 0, and 00 before the country code. Only where one valid number can be meant. Off when left out.',
	displayOptions: { show: { '/sendTo': ['items'] } },
};

export const replaceCharactersOption: INodeProperties = {
	displayName: 'Replace Special Characters',
	name: 'replaceCharacters',
	type: 'boolean',
	default: true,
	description:
		'Whether to replace curly quotes, long dashes and the like by plain ones where that makes the whole text English, so that a message holds 140 characters instead of 70. Other texts are not changed. Off when left out.',
};

const sendTestToOption: INodeProperties = {
	displayName: 'Send Test To',
	name: 'sendTestTo',
	type: 'string',
	default: '',
	placeholder: 'e.g. 0501234567',
	description:
		'One to five phone numbers of your own, comma-separated. The first row goes to them at once, and nobody else gets anything.',
};

const testRowsOption: INodeProperties = {
	displayName: 'Test Rows',
	name: 'testRows',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 10 },
	default: 1,
	description: "How many of the first rows go to the numbers of 'Send Test To'",
};

export const testOptions = [sendTestToOption, testRowsOption];

const testNotice: INodeProperties = {
	displayName:
		"While 'Send Test To' is filled, only its numbers get a message and the recipients nothing. Remove it to send the campaign.",
	name: 'testNotice',
	type: 'notice',
	default: '',
	displayOptions: {
		show: { '/beforeSending.sendTestTo': [{ _cnd: { exists: true } }] },
		hide: { '/options.onlyEstimate': [true] },
	},
};

/** The collection of a campaign's options that look at it before it goes, and what they say in the panel. */
export function beforeSendingFields(...choices: INodeProperties[]): INodeProperties[] {
	return [
		// Above what it speaks of: below, it is out of sight while that is filled.
		testNotice,
		{
			displayName: 'Before Sending',
			name: 'beforeSending',
			type: 'collection',
			placeholder: 'Add step',
			default: {},
			options: byLabel(choices),
		},
	];
}
