import { anyCode, twoItems } from './items';
import type { OperationRow } from './row';
import {
	beforeSending,
	campaignChoices,
	documentedNotices,
	documentedSending,
	later,
	laterOnWire,
	ownChoices,
	refusedChoices,
	recipients,
	refusedLists,
	refusedRecipients,
	scheduled,
	refusedSendingOptions,
	switches,
	toBoth,
	twoPhones,
	refusedCampaignOptions,
	refusedSwitches,
} from './sending';

export const smsSendCampaign: OperationRow = {
	resource: 'message',
	operation: 'sendCampaign',
	parameters: { sender: 'MyShop', recipient: 'phone', message: '{text}' },
	effect: 'once',
	once: { deeds: recipients },
	documented: {
		from: ['sender'],
		msg: ['message'],
		list: ['recipient'],
		pid: ['listCodes'],
		listjson: ['recipient', 'message'],
		...documentedSending,
		...documentedNotices,
	},
	sends: [
		{
			name: 'different texts as one request',
			items: twoItems,
			bodies: [{ from: 'MyShop', listjson: { '0570002233': 'one', '0570002234': 'two' } }],
			outputs: [{ taskId: anyCode, ...toBoth, messages: 2 }],
			of: [[0, 1]],
		},
		{
			name: 'every option of the service',
			items: twoItems,
			parameters: {
				message: 'Hello',
				options: {
					...{ ...later, delay: 5, description: 'Spring', validateRecipients: true },
					notificationEmail: 'a@example.com',
					notificationPhone: '0570004567',
					notificationUrl: 'http://127.0.0.1:1/page',
				},
			},
			bodies: [
				{
					...{ from: 'MyShop', list: twoPhones, msg: 'Hello', desc: 'Spring', int: 5, validate: 1 },
					...{ np: '0570004567', ne: 'a@example.com', nu: 'http://127.0.0.1:1/page' },
					...laterOnWire,
				},
			],
			outputs: [{ taskId: anyCode, ...toBoth, messages: 2, text: 'Hello', count: 2, ...scheduled }],
			of: [[0, 1]],
		},
		{
			name: 'to distribution lists',
			parameters: { sendTo: 'lists', listCodes: '1001, 1002', message: 'Hello' },
			bodies: [{ from: 'MyShop', pid: '1001,1002', msg: 'Hello' }],
			outputs: [
				{
					...{ taskId: anyCode, lists: '1001,1002', items: 1, messagesPerRecipient: 1 },
					...{ refused: 0, text: 'Hello' },
				},
			],
			of: [[0]],
		},
	],
	refuses: [
		...refusedChoices(['sendTo'], { listCodes: '1001' }),
		...refusedCampaignOptions,
		...refusedSwitches('options.checkBalance'),
		...refusedRecipients,
		...refusedLists,
		...refusedSendingOptions(),
		{ field: 'sender', value: 'TwelveChars1', says: 'must be a verified phone number, or 2 to 11' },
		{ field: 'message', value: 'x'.repeat(1001), says: 'is longer than 1,000 characters' },
		{ field: 'message', value: ' ', says: 'is empty or missing' },
		{ field: 'message', value: 'Hi {name', says: 'has an opening brace that is never closed' },
		{
			field: 'message',
			value: 'Hi {name}',
			says: 'needs the field "name", which this item does not have',
		},
	],
	takesAnything: {
		...campaignChoices,
		...beforeSending,
		...ownChoices('options.duplicates', 'options.missingValues', 'options.output'),
		...switches('options.includeText', 'options.validateRecipients'),
		...switches('options.waitForCompletion', 'beforeSending.replaceCharacters'),
		'options.missingText': 'any text, also none',
		'options.waitLimit': 'used only while waiting for completion',
	},
};
