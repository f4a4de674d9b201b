import { anyCode, twoItems } from './items';
import { type OperationRow, refusal } from './row';
import {
	recipients,
	twoPhones,
	toBoth,
	later,
	scheduled,
	laterOnWire,
	refusedSendingOptions,
	refusedLists,
	refusedChoices,
	switches,
	refusedSwitches,
	refusedOptOutUrls,
	refusedByCampaigns,
	takenByWaitedCampaigns,
	everyNotice,
	everyNoticeOnWire,
	documentedSending,
	documentedNotices,
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
				options: { description: 'Spring' },
				timing: { ...later.timing, delay: 5 },
				advanced: { validateRecipients: true },
				...everyNotice,
			},
			bodies: [
				{
					...{ from: 'MyShop', list: twoPhones, msg: 'Hello', desc: 'Spring', int: 5, validate: 1 },
					...{ ...everyNoticeOnWire, ...laterOnWire },
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
		...refusedByCampaigns,
		...refusedOptOutUrls,
		...refusedSwitches('beforeSending.checkBalance'),
		...refusedLists,
		...refusedSendingOptions(),
		refusal('sender', 'TwelveChars1', 'is "TwelveChars1", which is neither'),
		refusal('message', 'x'.repeat(1001), 'is longer than 1,000 characters'),
		refusal('message', ' ', 'is empty or missing'),
		refusal('message', 'Hi {name', 'has an opening brace that is never closed'),
		refusal('message', 'Hi {name}', 'needs the field "name", which this item does not have'),
	],
	takesAnything: { ...takenByWaitedCampaigns, ...switches('options.replaceCharacters') },
};
