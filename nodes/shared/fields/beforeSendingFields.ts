import type { Field } from './field';
import { byLabel } from './optionsField';
import { readCampaignKey } from '../rules/text';

/** What is done to a campaign, or with it, before any of it goes to its recipients. */

export const campaignKeyOption: Field = {
	displayName: 'Campaign Key',
	name: 'campaignKey',
	type: 'string',
	reader: readCampaignKey,
	default: '',
	placeholder: 'e.g. spring-sale-2026',
	description:
		'A name for the campaign. Under it each recipient gets one message, ever: those who got one from this node in an earlier execution are left out, so a campaign that broke can be run again. Recipients of a request whose outcome is unknown count as having got it.',
};

export const repairNumbersOption: Field = {
	displayName: 'Repair Numbers',
	name: 'repairNumbers',
	type: 'boolean',
	default: true,
	description:
		'Whether to repair phone numbers as spreadsheets leave them: nine digits that lost their leading 0, and 00 before the country code. Only where one valid number can be meant. Off when left out.',
	displayOptions: { show: { '/sendTo': ['items'] } },
};

export const replaceCharactersOption: Field = {
	displayName: 'Replace Special Characters',
	name: 'replaceCharacters',
	type: 'boolean',
	default: true,
	description:
		'Whether to replace curly quotes, long dashes and the like by plain ones where that makes the whole text English, so that a message holds 140 characters instead of 70. Other texts are not changed. Off when left out.',
};

/** The collection of a campaign's options that look at it before it goes. */
export function beforeSendingFields(...choices: Field[]): Field[] {
	return [
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
