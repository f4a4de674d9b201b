import { type Field, showFor } from './field';
import { campaignKeyOption, listCodesField } from './sendingOptions';
import { quietHoursOption, spreadOverOption } from './timingFields';
import { asEntered } from '../rules/reader';
import { testNumbers } from '../rules/phones';
import { waitingMinutes } from '../rules/waits';

/** Fields of the operations that make one campaign of all items. */

export const sendToField: Field = {
	displayName: 'Send To',
	name: 'sendTo',
	type: 'options',
	options: [
		{
			name: 'Distribution Lists',
			value: 'lists',
			description: 'Everybody registered in one or more distribution lists of the account',
		},
		{
			name: 'Input Items',
			value: 'items',
			description: 'The phone number of each input item',
		},
	],
	default: 'items',
	description: 'Whom the campaign goes to',
};

/** Whether a campaign goes, is shown, or is tried out: it stands above everything else. */
export const modeField: Field = {
	displayName: 'Mode',
	name: 'mode',
	type: 'options',
	options: [
		{
			name: 'Preview',
			value: 'preview',
			description: 'Nothing is sent. Each item comes out with its text and what it costs.',
		},
		{
			name: 'Send',
			value: 'send',
			description: 'The campaign goes to its recipients',
		},
		{
			name: 'Test',
			value: 'test',
			description:
				'The messages of the first items go to phones of your own, and no one else gets anything',
		},
	],
	default: 'send',
	description: 'Whether to send the campaign, to look at it first, or to try it out',
};

const testNumbersField: Field = {
	displayName: 'Test Numbers',
	name: 'testNumbers',
	type: 'string',
	reader: testNumbers,
	// Not required: n8n would ask for it wherever the mode is an expression.
	default: '',
	placeholder: 'e.g. 0570004567',
	description:
		'One to five phone numbers of your own, comma-separated. They get the messages at once.',
	displayOptions: { show: { mode: ['test'] } },
};

const testRowsField: Field = {
	displayName: 'Test Rows',
	name: 'testRows',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 10 },
	default: 1,
	description: 'How many of the first items to send to the test numbers',
	displayOptions: { show: { mode: ['test'] } },
};

/** What a campaign begins with in the panel. */
export const modeFields = [modeField, testNumbersField, testRowsField];

export const recipientField: Field = {
	displayName: 'Phone Column',
	name: 'recipient',
	type: 'string',
	reader: asEntered,
	required: true,
	default: 'phone',
	placeholder: 'e.g. phone',
	description:
		'Name of the field that holds the phone number of each item, such as phone or customer.phone. An expression that gives the number works too.',
	hint: 'Name of the column, e.g. phone. Drag it here from the left.',
	// Dragging a column then gives its name, not an expression beside what is there.
	requiresDataPath: 'single',
};

const duplicatesOption: Field = {
	displayName: 'Duplicates',
	name: 'duplicates',
	optionGroup: 'beforeSending',
	type: 'options',
	options: [
		{
			name: 'Send Each',
			value: 'each',
			description: 'Every item is sent, even when another has the same phone and content',
		},
		{
			name: 'Send Once',
			value: 'once',
			description: 'Items with the same phone and content become one recipient',
		},
	],
	default: 'once',
	description:
		'What to do with items that have the same phone and content. Local and international forms of a number are the same phone.',
};

export const missingValuesOption: Field = {
	displayName: 'Missing Values',
	name: 'missingValues',
	type: 'options',
	options: [
		{
			name: 'Leave Empty',
			value: 'empty',
			description: 'The merge field is replaced by nothing',
		},
		{
			name: 'Refuse the Item',
			value: 'error',
			description: 'The item is not sent, and named with its reason',
		},
		{
			name: 'Use a Default',
			value: 'default',
			description: "The merge field is replaced by the text of 'Default for Missing Values'",
		},
	],
	default: 'error',
	description:
		'What to do when an item has no value for a merge field; the item is refused when left out. A merge field with a fallback, such as {first_name|dear customer}, takes that instead.',
};

export const missingTextOption: Field = {
	displayName: 'Default for Missing Values',
	name: 'missingText',
	type: 'string',
	reader: asEntered,
	default: '',
	placeholder: 'e.g. customer',
	description: 'Text for merge fields without a value and without a fallback of their own',
	displayOptions: { show: { missingValues: ['default'] } },
};

/** A campaign to distribution lists has members only the service knows. */
const forItems = { show: { '/sendTo': ['items'] } };

export const outputOption: Field = {
	displayName: 'Output',
	name: 'output',
	type: 'options',
	options: [
		{
			name: 'Per Campaign',
			value: 'campaign',
			description: 'One item for each campaign, with its code in taskId, and counts',
		},
		{
			name: 'Per Recipient',
			value: 'recipient',
			description: "The input items with all their fields, each with its campaign's code in taskId",
		},
	],
	default: 'campaign',
	description: 'What the output items stand for',
	displayOptions: forItems,
};

export const includeTextOption: Field = {
	displayName: 'Include Text',
	name: 'includeText',
	type: 'boolean',
	default: true,
	description:
		"Whether each recipient's item also shows what was sent to it. Off when left out, as large campaigns need it: every text makes the output larger.",
	displayOptions: { show: { ...forItems.show, output: ['recipient'] } },
};

export const checkBalanceOption: Field = {
	displayName: 'Check Balance First',
	name: 'checkBalance',
	optionGroup: 'beforeSending',
	type: 'boolean',
	default: true,
	description:
		'Whether to compare the SMS balance with what the campaign needs, and to send nothing when it is too low. Off when left out.',
	displayOptions: forItems,
};

const waitForCompletionOption: Field = {
	displayName: 'Wait for Completion',
	name: 'waitForCompletion',
	optionGroup: 'notifications',
	type: 'boolean',
	default: true,
	description:
		"Whether the workflow goes on only when the service has told that all campaigns ended. Each campaign then has outcome (END when it finished, STOP, ERROR, NO_MSG_LEFT, TIME_LIMIT, …), sentCount, notSent (a list of phones) and timedOut; with 'Output' set to Per Recipient each row has outcome, timedOut and sent (true, false, or null when the service does not say). The service must reach this n8n; if it cannot, use the Wait operation of the ExtApi Campaign node. Off when left out.",
};

const repairNumbersOption: Field = {
	displayName: 'Repair Numbers',
	name: 'repairNumbers',
	type: 'boolean',
	default: true,
	description:
		'Whether to repair phone numbers as spreadsheets leave them: nine digits that lost their leading 0, and 00 before the country code. Only where one valid number can be meant. Off when left out.',
	displayOptions: forItems,
};

export const replaceCharactersOption: Field = {
	displayName: 'Replace Special Characters',
	name: 'replaceCharacters',
	type: 'boolean',
	default: true,
	description:
		'Whether to replace curly quotes, long dashes and the like by plain ones where that makes the whole text English, so that a message holds 140 characters instead of 70. Other texts are not changed. Off when left out.',
};

const allowManyCampaignsOption: Field = {
	displayName: 'Allow Many Campaigns',
	name: 'allowManyCampaigns',
	optionGroup: 'advanced',
	type: 'boolean',
	default: true,
	description:
		'Whether one run may make more than 100 campaigns. Items whose settings differ, such as the sender or the time, cannot share one, nor can several messages to one phone. Off when left out.',
};

const severalPerListOption: Field = {
	displayName: 'Allow Several per List',
	name: 'severalPerList',
	optionGroup: 'advanced',
	type: 'boolean',
	default: true,
	description:
		'Whether the members of a distribution list may get several messages in one run, one for each item that says something else. Off when left out.',
	displayOptions: { show: { '/sendTo': ['lists'] } },
};

/** The same for operations with a request per item. */
export const severalPerListForLists: Field = {
	...severalPerListOption,
	description:
		'Whether the members of a distribution list may get several messages in one run, one for each item that sends to the list. Off when left out.',
};

const waitLimitOption: Field = {
	displayName: 'Wait Limit (Minutes)',
	name: 'waitLimit',
	optionGroup: 'notifications',
	type: 'number',
	reader: waitingMinutes,
	typeOptions: { minValue: 1 },
	default: 60,
	description:
		'After how many minutes to stop waiting for completion, from the time the campaign begins; the output then says so',
	displayOptions: { show: { waitForCompletion: [true] } },
};

/**
 * What is done with the campaign, the recipient's field and the choice between items and distribution lists, to stand before the
 * content of a campaign.
 */
export const campaignRecipientFields: Field[] = [
	...modeFields,
	sendToField,
	{ ...recipientField, displayOptions: { show: { sendTo: ['items'] } } },
	listCodesField,
];

/**
 * A field whose hint is another one when the campaign goes to distribution lists, where fields of the
 * items are not contact data.
 */
export function withHints(
	field: Field,
	{ items, lists }: { items: string; lists: string },
): Field[] {
	// The field's own conditions come first: n8n takes all for met at one that is an expression.
	const { show: own = {}, ...others } = field.displayOptions ?? {};
	return showFor(own, [
		{ ...field, hint: items, displayOptions: { ...others, show: { sendTo: ['items'] } } },
		{ ...field, hint: lists, displayOptions: { ...others, show: { sendTo: ['lists'] } } },
	]);
}

/** Options of every campaign: how its rows are taken, when it goes, and what comes out. */
export const campaignOptions = [
	allowManyCampaignsOption,
	campaignKeyOption,
	duplicatesOption,
	includeTextOption,
	missingTextOption,
	missingValuesOption,
	outputOption,
	quietHoursOption,
	repairNumbersOption,
	severalPerListOption,
	spreadOverOption,
];

/** Options of campaigns whose end the service tells. */
export const completionOptions = [waitForCompletionOption, waitLimitOption];
