import type { INodeProperties } from 'n8n-workflow';

/** Fields of the operations that make one campaign of all items. */

export const recipientField: INodeProperties = {
	displayName: 'Recipient',
	name: 'recipient',
	type: 'string',
	required: true,
	default: 'phone',
	placeholder: 'e.g. phone',
	description:
		'Name of the field that holds the phone number of each item, such as phone or customer.phone. An expression that gives the number works too.',
};

export const duplicatesOption: INodeProperties = {
	displayName: 'Duplicates',
	name: 'duplicates',
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

export const missingValuesOption: INodeProperties = {
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
			description: 'The merge field is replaced by the text of "Missing Values Default"',
		},
	],
	default: 'error',
	description: 'What to do when an item has no value for a merge field',
};

export const missingTextOption: INodeProperties = {
	displayName: 'Missing Values Default',
	name: 'missingText',
	type: 'string',
	default: '',
	placeholder: 'e.g. customer',
	description: 'Text for merge fields without a value, if "Missing Values" is set to use a default',
};

export const outputOption: INodeProperties = {
	displayName: 'One Item Per',
	name: 'output',
	type: 'options',
	options: [
		{
			name: 'Campaign',
			value: 'campaign',
			description: 'One item for each request, with its campaign code and counts',
		},
		{
			name: 'Recipient',
			value: 'recipient',
			description: "The input items, each with its campaign's code",
		},
	],
	default: 'campaign',
	description: 'What the output items stand for',
};

export const checkBalanceOption: INodeProperties = {
	displayName: 'Check Balance First',
	name: 'checkBalance',
	type: 'boolean',
	default: true,
	description:
		'Whether to compare the SMS balance with what the campaign needs, and to send nothing when it is too low',
};

export const onlyEstimateOption: INodeProperties = {
	displayName: 'Only Estimate',
	name: 'onlyEstimate',
	type: 'boolean',
	default: true,
	description: 'Whether to count recipients and messages without sending anything',
};
