import fc from 'fast-check';

import {
	asCode,
	asNumber,
	asPhone,
	asSender,
	byPhone,
	digitsOf,
	emailValue,
	numberAround,
	phoneValue,
	textAround,
	timeValue,
	webAddressValue,
} from '../differential/values';
import { byModel } from './byModel';
import { anyCode, codes, phone, text, forEachItem, twoItems } from './items';
import { type OperationRow, comparison } from './row';
import { smsSendAndWait } from './sendAndWait';
import {
	recipients,
	scheduleOf,
	twoPhones,
	sentTo,
	later,
	laterOnWire,
	everyNotice,
	everyNoticeOnWire,
	toBoth,
	scheduled,
} from './sending';

const number = '0570002233';
/** Hebrew of more than 70 characters. */
const twoMessages = 'שלום '.repeat(15).trim();
const oneMessageTo = (recipient: string) => ({ ...sentTo(recipient), messages: 1 });

const send: OperationRow = {
	resource: 'message',
	operation: 'send',
	parameters: { sender: 'MyShop', phoneNumbers: phone, message: text },
	effect: 'once',
	once: { deeds: recipients },
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
					quietHours: { hours: { from: byModel('From'), until: byModel('Until') } },
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

const sendCampaign: OperationRow = {
	resource: 'message',
	operation: 'sendCampaign',
	parameters: { mode: 'send', sender: 'MyShop', recipient: 'phone', message: '{text}' },
	effect: 'once',
	once: { deeds: recipients },
	built: { msg: ['message'], list: ['recipient'], listjson: ['recipient', 'message'] },
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
};

const balance: OperationRow = {
	resource: 'balance',
	operation: 'get',
	parameters: {},
	effect: 'asks',
	sends: [{ name: 'the balance', bodies: [{ act: 'credit' }], outputs: [{ balance: 100_000 }] }],
	toolCalls: [
		{
			parameters: {},
			call: {},
			body: { act: 'credit' },
			output: [{ balance: 100_000 }],
		},
	],
};

const requestCode: OperationRow = {
	resource: 'senderId',
	operation: 'requestCode',
	parameters: { phone, channel: 'sms' },
	effect: 'once',
	once: { deeds: ({ phone: to }) => [String(to)] },
	sends: [
		forEachItem(
			'a code for each item',
			(to) => ({ phone: to, type: 'sms' }),
			(to) => ({ result: 'CODE_SENT', exists: false, phone: to }),
		),
		{
			name: 'a number that is a sender ID already',
			parameters: { phone: '0570004567', channel: 'auto' },
			bodies: [{ phone: '0570004567', type: 'auto' }],
			outputs: [
				{
					outcome: 'refused',
					result: 'PHONE_EXIST',
					exists: true,
					phone: '0570004567',
				},
			],
		},
	],
	compared: [comparison('phone', 'phone', phoneValue, { sent: asPhone, isRequired: true })],
	toolCalls: [
		{
			byModel: { phone: number },
			body: { phone: number, type: 'sms' },
			output: [{ result: 'CODE_SENT', exists: false, phone: number }],
		},
	],
};

const verifyCode: OperationRow = {
	resource: 'senderId',
	operation: 'verifyCode',
	parameters: { phone, code: '12345' },
	effect: 'once',
	once: { deeds: ({ phone: to }) => [String(to)] },
	sends: [
		{
			name: 'a wrong code, with every option',
			parameters: { options: { description: 'Desk' } },
			bodies: [{ phone: number, code: '12345', desc: 'Desk' }],
			outputs: [
				{ outcome: 'refused', result: 'WRONG_CODE', verified: false, exists: false, phone: number },
			],
		},
	],
	toolCalls: [
		{
			byModel: { phone: number, code: '12345' },
			body: { phone: number, code: '12345' },
			output: [
				{ outcome: 'refused', result: 'WRONG_CODE', verified: false, exists: false, phone: number },
			],
		},
	],
};

export const smsRows: OperationRow[] = [
	send,
	sendCampaign,
	smsSendAndWait,
	balance,
	requestCode,
	verifyCode,
];
