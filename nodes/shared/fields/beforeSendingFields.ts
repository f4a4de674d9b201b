import type { INodePropertyCollection } from 'n8n-workflow';

import type { Field } from './field';
import { readableAddress } from '../rules/addresses';
import { HIGHEST_LIMIT, limitLabels, readLimits, type Limits } from '../rules/limits';
import { checkChoices, checkNames } from '../rules/messageChecks';
import { phonesToLeaveOut } from '../rules/phoneLists';
import { readWording } from '../rules/wording';

/** Options of campaigns that keep back what is not meant to be sent. */

/** A campaign to distribution lists has members only the service knows. */
export const forItems = { show: { '/sendTo': ['items'] } };

export const duplicatesOption: Field = {
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

export const checkBalanceOption: Field = {
	displayName: 'Check Balance First',
	name: 'checkBalance',
	optionGroup: 'beforeSending',
	type: 'boolean',
	default: true,
	description:
		'Whether to compare the SMS balance with what the campaign needs, and send nothing if it is too low. Off unless added.',
	displayOptions: forItems,
};

export const leaveOutOption: Field = {
	displayName: 'Leave Out',
	name: 'leaveOut',
	type: 'string',
	optionGroup: 'beforeSending',
	reader: phonesToLeaveOut,
	takesEmptyList: true,
	default: '',
	placeholder: "e.g. {{ $('Opted out').all() }}",
	description:
		"Phones that get no message, whatever the items say: comma-separated, a list, or the items of another node with the column 'phone', such as {{ $('Opted out').all() }}. Their items come out with leftOut true.",
	displayOptions: forItems,
};

/** A limit with the number it has. */
function limit(name: keyof Limits, description: string): INodePropertyCollection {
	return {
		displayName: limitLabels[name],
		name,
		values: [
			{
				displayName: 'At Most',
				name: 'most',
				type: 'number',
				typeOptions: { minValue: 1, maxValue: HIGHEST_LIMIT },
				default: 1000,
				description,
			},
		],
	};
}

const maxMessages = limit(
	'maxMessages',
	'Messages of one run, as long texts are billed. With more, nothing is sent.',
);

export const limitsOption: Field = {
	displayName: 'Limits',
	name: 'limits',
	type: 'fixedCollection',
	optionGroup: 'beforeSending',
	reader: readLimits,
	placeholder: 'Add Limit',
	default: { maxRecipients: { most: 1000 } },
	description:
		'What a run may have at most. Beyond a limit nothing is sent, and the error has the numbers.',
	options: [
		limit(
			'maxPerDay',
			"Recipients of this node on one day, over all executions, in the workflow's time zone. With more, nothing is sent.",
		),
		limit('maxRecipients', 'Recipients of one run. With more, nothing is sent.'),
	],
	displayOptions: forItems,
};

/** The same where it is known how many messages a text is. */
export const limitsWithMessagesOption: Field = {
	...limitsOption,
	options: [maxMessages, ...(limitsOption.options as INodePropertyCollection[])],
};

export const refuseWarningsOption: Field = {
	displayName: 'Refuse When Checks Warn',
	name: 'refuseWarnings',
	type: 'multiOptions',
	optionGroup: 'beforeSending',
	reader: checkNames,
	options: checkChoices,
	default: ['brokenValues', 'emptyGreeting', 'leftovers'],
	description:
		"Checks that keep an item back, with the reason. All other checks only warn: in the column 'warnings' of a preview, and in a hint after a run.",
};

export const requiredWordingOption: Field = {
	displayName: 'Required Wording',
	name: 'requiredWording',
	type: 'fixedCollection',
	optionGroup: 'beforeSending',
	reader: readWording,
	placeholder: 'Add Wording',
	default: { words: { senderName: '', optOutWords: 'STOP, opt out, unsubscribe' } },
	description:
		'What each text must say. A text that does not gets a warning. This is a reminder, not legal advice.',
	options: [
		{
			displayName: 'Words',
			name: 'words',
			values: [
				{
					displayName: 'Opt-Out Words',
					name: 'optOutWords',
					type: 'string',
					default: 'STOP, opt out, unsubscribe',
					description:
						'Words of which a text must contain one, comma-separated. Not looked for if empty.',
				},
				{
					displayName: 'Sender Name',
					name: 'senderName',
					type: 'string',
					default: '',
					placeholder: 'e.g. My Shop',
					description: 'Name that a text must contain. Not looked for if empty.',
				},
			],
		},
	],
};

export const optOutUrlOption: Field = {
	displayName: 'Opt-Out URL',
	name: 'optOutUrl',
	type: 'string',
	optionGroup: 'beforeSending',
	reader: readableAddress,
	default: '',
	placeholder: 'e.g. https://n8n.example.com/webhook/…/campaign-event',
	description:
		'Where {optOut} in a text leads: paste the production URL of an ExtApi Trigger of this n8n. Each recipient gets a short link of their own to a page that opts them out. Add ?campaign=name to know the campaign by.',
	displayOptions: forItems,
};
