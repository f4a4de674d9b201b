import fc from 'fast-check';

import { asCode, asNumber, asPhone, asSender, byPhone } from '../differential/sent';
import {
	digitsOf,
	emailValue,
	numberAround,
	phoneValue,
	textAround,
	timeValue,
	webAddressValue,
} from '../differential/values';
import { byModel } from './byModel';
import { anyCode, codes, phone, text, forEachItem } from './items';
import { type OperationRow, comparison, refusal } from './row';
import {
	inQuietTime,
	recipients,
	scheduleOf,
	twoPhones,
	refusedEmailForOne,
	sentTo,
	later,
	laterOnWire,
	afterQuietTime,
	saidOfQuietTime,
	refusedSendingOptions,
	refusedLists,
	refusedChoices,
	switches,
	refusedBySingles,
	takenBySingles,
	everyNotice,
	everyNoticeOnWire,
	documentedSending,
	documentedNotices,
} from './sending';

const number = '0570002233';
/** Hebrew of more than 70 characters. */
const twoMessages = 'שלום '.repeat(15).trim();
const oneMessageTo = (recipient: string) => ({ ...sentTo(recipient), messages: 1 });

export const smsSend: OperationRow = {
	resource: 'message',
	operation: 'send',
	parameters: { sender: 'MyShop', phoneNumbers: phone, message: text },
	effect: 'once',
	once: { deeds: recipients },
	documented: {
		from: ['sender'],
		msg: ['message'],
		list: ['phoneNumbers'],
		pid: ['listCodes'],
		listjson: ['messagesByNumber'],
		...documentedSending,
		...documentedNotices,
	},
	sends: [
		forEachItem(
			'a message for each item',
			(list, msg) => ({ from: 'MyShop', list, msg }),
			oneMessageTo,
		),
		{
			name: 'every option',
			parameters: {
				phoneNumbers: twoPhones,
				options: { description: 'Spring' },
				timing: { ...later.timing, timeZone: 'Europe/Berlin', delay: 5 },
				...everyNotice,
				advanced: { validateRecipients: true },
			},
			bodies: [
				{
					...{ from: 'MyShop', list: twoPhones, msg: 'one', desc: 'Spring', int: 5, validate: 1 },
					...{ ...everyNoticeOnWire, ...laterOnWire, dh: '09' },
				},
			],
			outputs: [
				{
					...{ taskId: anyCode, recipientCount: 2, messages: 2, count: 2 },
					scheduledFor: '2035-01-05T09:00:00+01:00',
					scheduledZone: 'Europe/Berlin',
				},
			],
		},
		{
			name: 'within quiet hours, at their end',
			parameters: inQuietTime,
			bodies: [{ from: 'MyShop', list: number, msg: 'one', ...afterQuietTime }],
			outputs: [{ ...oneMessageTo(number), ...saidOfQuietTime }],
		},
		{
			name: 'to distribution lists',
			parameters: { sendTo: 'lists', listCodes: '1001, 1002' },
			bodies: [{ from: 'MyShop', pid: '1001,1002', msg: 'one' }],
			outputs: [{ taskId: anyCode, lists: '1001,1002', messagesPerRecipient: 1 }],
		},
		{
			name: 'a message for each number',
			parameters: {
				sendTo: 'ownMessages',
				messagesByNumber: `{"057-0002233":"Hi","0570002234":"${twoMessages}"}`,
			},
			bodies: [{ from: 'MyShop', listjson: { '0570002233': 'Hi', '0570002234': twoMessages } }],
			outputs: [{ taskId: anyCode, recipientCount: 2, messages: 3 }],
		},
	],
	refuses: [
		...refusedChoices(['sendTo'], { listCodes: '1001' }),
		...refusedBySingles,
		...refusedLists,
		...refusedSendingOptions(),
		refusal('sender', 'TwelveChars1', 'is "TwelveChars1", which is neither'),
		refusal('sender', 'חנות', 'is "חנות", which is neither'),
		refusal('message', 'x'.repeat(1001), 'is longer than 1,000 characters'),
		refusal('message', ' ', 'is empty or missing'),
		refusal('messagesByNumber', '{', 'must be an object that maps phone numbers to messages', {
			sendTo: 'ownMessages',
		}),
		refusedEmailForOne,
	],
	takesAnything: { ...switches('advanced.validateRecipients'), ...takenBySingles },
	compared: [
		{
			field: 'sender',
			wire: 'from',
			sent: asSender,
			// Digits with a space are a name, too.
			values: fc
				.oneof(textAround(2, 11), phoneValue)
				.filter((value) => !/^[+\d]+ [\d ]+$/.test(String(value).trim())),
			formFirst: true,
		},
		comparison('message', 'msg', textAround(1, 70, 1000), { isRequired: true }),
		comparison('phoneNumbers', 'list', phoneValue, { sent: asPhone, isRequired: true }),
		comparison('timing.delay', 'int', numberAround(2, 180), { sent: asNumber }),
		comparison('notifications.notificationPhone', 'np', phoneValue, { sent: asPhone }),
		comparison('notifications.notificationEmail', 'ne', emailValue, {
			with: { phoneNumbers: twoPhones },
			body: { list: twoPhones },
		}),
		comparison('notifications.notificationUrl', 'nu', webAddressValue),
		comparison('timing.sendAt', 'schedule', timeValue, { toWire: scheduleOf }),
		comparison('listCodes', 'pid', fc.oneof(digitsOf(0, 6), textAround(4)), {
			sent: asCode,
			with: { sendTo: 'lists' },
			body: { list: undefined },
			isRequired: true,
		}),
		comparison(
			'messagesByNumber',
			'listjson',
			fc
				.tuple(phoneValue.map(String), textAround(1, 1000))
				.map(([key, message]) => ({ [key]: message })),
			{ sent: byPhone, with: { sendTo: 'ownMessages' }, body: { list: undefined, msg: undefined } },
		),
	],
	toolCalls: [
		{
			byModel: { phoneNumbers: '057-000-2233', message: 'Your order is ready', sender: 'MyShop' },
			body: { list: number, msg: 'Your order is ready', from: 'MyShop' },
			output: [{ ...oneMessageTo(number), taskId: codes[0] }],
		},
		{
			variant: 'a list of numbers as a model writes it',
			byModel: {
				phoneNumbers: `["${number}", "057-000-2234"]`,
				message: 'Your order is ready',
				sender: 'MyShop',
			},
			body: { list: `${number},0570002234`, msg: 'Your order is ready', from: 'MyShop' },
			output: [{ taskId: codes[0], recipientCount: 2, messages: 2 }],
		},
		{
			variant: 'a message for each number',
			parameters: { sendTo: 'ownMessages' },
			byModel: { messagesByNumber: { [number]: 'one', '0570002234': 'two' }, sender: 'MyShop' },
			body: { listjson: { [number]: 'one', '0570002234': 'two' }, from: 'MyShop' },
			output: [{ taskId: codes[0], recipientCount: 2, messages: 2 }],
		},
		{
			variant: 'within quiet hours of its choice',
			byModel: { phoneNumbers: number, message: 'Lunch', sender: 'MyShop' },
			parameters: {
				timing: {
					...later.timing,
					quietHours: { hours: { from: byModel('From'), until: byModel('Until'), timeZone: '' } },
				},
			},
			call: { From: '9:30', Until: '11:45' },
			body: {
				...{ list: number, msg: 'Lunch', from: 'MyShop' },
				...{ ...laterOnWire, dh: '11', di: '45' },
			},
			output: [
				{
					...{ ...oneMessageTo(number), taskId: codes[0] },
					scheduledFor: '2035-01-05T11:45:00+02:00',
					scheduledZone: 'Asia/Jerusalem',
					scheduledBecause: 'Quiet Hours 09:30 to 11:45, Asia/Jerusalem',
				},
			],
		},
	],
};
