import fc from 'fast-check';

import {
	asCode,
	asNumber,
	asPhone,
	asSender,
	digitsOf,
	emailValue,
	numberAround,
	phoneValue,
	textAround,
	timeValue,
	webAddressValue,
} from '../differential/values';
import { phone, text } from './items';
import { type OperationRow, comparison } from './row';
import { smsSendAndWait } from './sendAndWait';
import { recipients, scheduleOf, twoPhones } from './sending';

const send: OperationRow = {
	resource: 'message',
	operation: 'send',
	parameters: { sender: 'MyShop', phoneNumbers: phone, message: text },
	effect: 'once',
	once: { deeds: recipients },
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
	],
};

const sendCampaign: OperationRow = {
	resource: 'message',
	operation: 'sendCampaign',
	parameters: { mode: 'send', sender: 'MyShop', recipient: 'phone', message: '{text}' },
	effect: 'once',
	once: { deeds: recipients },
	built: { msg: ['message'], list: ['recipient'], listjson: ['recipient', 'message'] },
};

const balance: OperationRow = {
	resource: 'balance',
	operation: 'get',
	parameters: {},
	effect: 'asks',
};

const requestCode: OperationRow = {
	resource: 'senderId',
	operation: 'requestCode',
	parameters: { phone, channel: 'sms' },
	effect: 'once',
	once: { deeds: ({ phone: to }) => [String(to)] },
	compared: [comparison('phone', 'phone', phoneValue, { sent: asPhone, isRequired: true })],
};

const verifyCode: OperationRow = {
	resource: 'senderId',
	operation: 'verifyCode',
	parameters: { phone, code: '12345' },
	effect: 'once',
	once: { deeds: ({ phone: to }) => [String(to)] },
};

export const smsRows: OperationRow[] = [
	send,
	sendCampaign,
	smsSendAndWait,
	balance,
	requestCode,
	verifyCode,
];
