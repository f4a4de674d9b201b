// Options that keep back what should not be sent.
import { readableAddress } from '../rules/addresses';
import { phonesToLeaveOut } from '../rules/lists';
import { checkChoices, itemCheckChoices, readChecks, readWords } from '../rules/messageChecks';
import { textOf } from '../rules/text';
import { type Field, textField } from './field';

/** Only the service knows the members of distribution lists. */
export const forItems = { hide: { '/sendTo': ['lists'] } };

export const duplicatesOption: Field = {
	displayName: 'Duplicates',
	name: 'duplicates',
	optionGroup: 'beforeSending',
	type: 'options',
	options: [
		{
			name: 'Send Each',
			value: 'each',
			description: 'Every item is sent, even if another has the same phone number and content',
		},
		{
			name: 'Send Once',
			value: 'once',
			description:
				'Items with the same phone number and content become one recipient. If a setting, such as the sender, differs, the later item is refused.',
		},
	],
	default: 'once',
	displayOptions: forItems,
	description:
		'What to do with items that have the same phone number and content. Local and international formats of a number count as the same.',
};

export const checkBalanceOption: Field = {
	displayName: 'Check Balance First',
	name: 'checkBalance',
	optionGroup: 'beforeSending',
	type: 'boolean',
	default: true,
	description:
		'Whether to compare the SMS balance with what the campaign needs, and send nothing if it is too low',
	displayOptions: forItems,
};

export const leaveOutOption = textField({
	displayName: 'Leave Out',
	name: 'leaveOut',
	optionGroup: 'beforeSending',
	reader: phonesToLeaveOut,
	takesEmptyList: true,
	placeholder: "e.g. {{ $('Opted out').all() }}",
	description:
		"Phone numbers that get no message, even if an item has them: separated by commas, a list, or the items of another node with the column 'phone', such as {{ $('Opted out').all() }}. In the output, their outcome is leftOut. The example 'not-again-within-a-week' leaves out who got a message in the last seven days.",
	displayOptions: forItems,
});

const HIGHEST_LIMIT = 1_000_000;

export const maxRecipientsOption: Field = {
	displayName: 'Max Recipients',
	name: 'maxRecipients',
	optionGroup: 'beforeSending',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: HIGHEST_LIMIT },
	default: 1000,
	description:
		"Maximum number of people in one run, counted by phone number. If there are more, nothing is sent, and the error shows by how much. For a limit per day, see the example 'messages-per-day'.",
	displayOptions: forItems,
};

/** For campaigns with texts of a known number of messages. */
export const maxMessagesOption: Field = {
	...maxRecipientsOption,
	displayName: 'Max Messages',
	name: 'maxMessages',
	description:
		'Maximum number of billed messages in one run. A long text counts as several messages. If there are more, nothing is sent.',
};

export const requireApprovalOption: Field = {
	displayName: 'Require Approval Above',
	name: 'requireApprovalAbove',
	type: 'number',
	optionGroup: 'beforeSending',
	typeOptions: { minValue: 0, maxValue: HIGHEST_LIMIT },
	default: 100,
	description:
		"With Mode set to Send, a campaign to more recipients than this is refused, and a campaign to distribution lists always. Use Preview, then 'Send and Wait for Response' with 'Campaign Approval', then Send Approved. In a loop, each batch is a campaign of its own.",
};

export const blockingChecksOption: Field = {
	displayName: 'Blocking Checks',
	name: 'blockingChecks',
	type: 'multiOptions',
	reader: readChecks,
	options: checkChoices,
	default: ['brokenValues', 'emptyPlaces', 'leftovers'],
	description:
		"Checks that block an item; its error gives the reason. All other checks only warn, in the column 'warnings' of a preview and in a hint after a run.",
};

/** The same for messages sent one by one, without the checks that need several messages. */
export const itemChecksOption: Field = { ...blockingChecksOption, options: itemCheckChoices };

/** Words that a text must contain; without them, its item is refused. */
export const wordingOptions: Field[] = [
	textField({
		displayName: 'Opt-Out Words',
		name: 'optOutWords',
		reader: readWords,
		placeholder: 'e.g. STOP, opt out, unsubscribe',
		description:
			'Comma-separated. A text that contains none of these words, and no {optOut}, is refused. This is a reminder, not legal advice.',
	}),
	textField({
		displayName: 'Required Name',
		name: 'requiredName',
		reader: textOf(),
		placeholder: 'e.g. My Shop',
		description: 'A text that does not contain this name is refused',
	}),
];

export const optOutUrlOption = textField({
	displayName: 'Opt-Out URL',
	name: 'optOutUrl',
	reader: readableAddress,
	placeholder: 'e.g. https://n8n.example.com/webhook/…/campaign-event',
	description:
		'Where {optOut} in a text leads. Paste the production URL of an ExtApi Trigger in this n8n instance. Each recipient gets their own short opt-out link.',
	displayOptions: forItems,
});
