// Fields of the operations that make one campaign of all items.
import { asEntered, waitingMinutes } from '../rules/reader';
import {
	blockingChecksOption,
	duplicatesOption,
	forItems,
	leaveOutOption,
	maxMessagesOption,
	maxRecipientsOption,
	requireApprovalOption,
	wordingOptions,
} from './beforeSendingFields';
import { type Field, showFor } from './field';
import { campaignKeyOption, distributionLists, listCodesField } from './sendingOptions';
import { quietHoursOption, recipientZoneOption, spreadOverOption } from './timingFields';

/** Whom a campaign is for. */
export const sendToField: Field = {
	displayName: 'Send To',
	name: 'sendTo',
	type: 'options',
	noDataExpression: true,
	options: [
		// A test needs a row to send.
		{ ...distributionLists, displayOptions: { hide: { mode: ['test'] } } },
		{
			name: 'Input Items',
			value: 'items',
			description: 'The phone number of each input item',
		},
	],
	default: 'items',
	description: 'Who receives the campaign',
};

export const recipientField: Field = {
	displayName: 'Phone Column',
	name: 'recipient',
	type: 'string',
	reader: asEntered,
	required: true,
	default: 'phone',
	placeholder: 'e.g. phone',
	description:
		"Name of the column with the phone number of each item, such as phone or customer.phone. You can also use an expression that returns each item's number, but not a fixed number.",
	hint: 'Name of the column, e.g. phone. Drag it here from the left.',
	// Dragging a column gives its name then, not another expression.
	requiresDataPath: 'single',
};

const outputOption: Field = {
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
	description:
		'What each output item represents. A preview and an approved campaign always have one for each input item.',
	displayOptions: { ...forItems, show: { '/mode': ['send', 'test'] } },
};

const waitForCompletionOption: Field = {
	displayName: 'Wait for Completion',
	name: 'waitForCompletion',
	optionGroup: 'notifications',
	type: 'boolean',
	default: true,
	description:
		"Whether to wait until all campaigns end before the workflow continues. The service must be able to reach this n8n instance. If it can't, use the Wait operation of the ExtApi Campaign node.",
};

const repairNumbersOption: Field = {
	displayName: 'Repair Numbers',
	name: 'repairNumbers',
	optionGroup: 'beforeSending',
	type: 'boolean',
	default: true,
	description:
		"Whether to fix numbers damaged by spreadsheets: add a missing leading 0, or remove 00 before the country code. Ambiguous numbers aren't changed.",
	displayOptions: forItems,
};

export const replaceCharactersOption: Field = {
	displayName: 'Replace Special Characters',
	name: 'replaceCharacters',
	type: 'boolean',
	default: true,
	description:
		"Whether to replace curly quotes, long dashes and similar characters if only English characters remain. A message can then have 140 characters instead of 70. Other texts aren't changed.",
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
		'How many minutes to wait after the campaign begins. If the limit is reached, timedOut is true.',
	displayOptions: { show: { waitForCompletion: [true] } },
};

export const campaignRecipientFields: Field[] = [
	sendToField,
	{ ...recipientField, displayOptions: { show: { sendTo: ['items'] } } },
	listCodesField,
];
/**
 * A field with one hint for input items and another for distribution lists, where fields of the
 * items are no contact data.
 */
export function withHints(
	field: Field,
	{ items, lists }: { items: string; lists: string },
): Field[] {
	// The field's own conditions come first: n8n takes all as met at one that is an expression.
	const { show: own = {}, ...others } = field.displayOptions ?? {};
	return showFor(own, [
		{ ...field, hint: items, displayOptions: { ...others, show: { sendTo: ['items'] } } },
		{ ...field, hint: lists, displayOptions: { ...others, show: { sendTo: ['lists'] } } },
	]);
}

/** Options of every campaign. */
export const campaignOptions = [
	blockingChecksOption,
	campaignKeyOption,
	duplicatesOption,
	leaveOutOption,
	maxRecipientsOption,
	outputOption,
	quietHoursOption,
	recipientZoneOption,
	repairNumbersOption,
	requireApprovalOption,
	spreadOverOption,
	...wordingOptions,
];

/** The same for texts of a known number of messages. */
export const countedCampaignOptions = [...campaignOptions, maxMessagesOption];

/** Options of campaigns whose end the service reports. */
export const completionOptions = [waitForCompletionOption, waitLimitOption];
