import fc from 'fast-check';

import {
	asNumber,
	asPhone,
	asTime,
	digitsOf,
	numberAround,
	phoneValue,
	textAround,
	webAddressValue,
} from '../differential/values';
import { byModel } from './byModel';
import { grouped } from './grouped';
import { anyCode, codes, phone, text, forEachItem, twoItems } from './items';
import { type OperationRow, comparison } from './row';
import { later, laterOnWire, recipients, sentTo, twoPhones, scheduled, toBoth } from './sending';

/** What the rows of ExtApi Voice share. */

const caller = '0771234567';
const everyOption = grouped({
	options: {
		...{ constantData: 'c', data: 'd', delay: 3, endService: '303', getDigits: '159' },
		...{ language: 'en', nextService: '302', notificationEmail: 'a@example.com' },
		...{ notificationPhone: '0570004567', ...later.timing },
		...{
			retryRounds: 2,
			retryInterval: 5,
			stopTime: '2130',
			gender: 'female',
			voicemailDetection: 1,
		},
	},
});
const everyOptionOnWire = {
	...{ constdata: 'c', data: 'd', int: 3, endsid: '303', getdigits: '159', lang: 'en' },
	...{ nextsid: '302', ne: 'a@example.com', np: '0570004567', retry: 2, retryint: 5 },
	...{ stop: '2130', gender: 'female', amd: 1, ...laterOnWire },
};
const byService = { content: 'service', serviceCode: '301' };
const byRecording = { content: 'file', fileUrl: 'https://example.com/a.mp3' };

const send: OperationRow = {
	resource: 'message',
	operation: 'send',
	parameters: { caller, description: 'Reminder', phoneNumbers: phone, content: 'text', text },
	effect: 'once',
	once: { deeds: recipients },
	sends: [
		forEachItem(
			'a call for each item',
			(list, tts) => ({ from: caller, desc: 'Reminder', list, tts }),
			sentTo,
		),
		{
			name: 'every option',
			parameters: { phoneNumbers: twoPhones, ...everyOption },
			bodies: [
				{ from: caller, desc: 'Reminder', list: twoPhones, tts: 'one', ...everyOptionOnWire },
			],
			outputs: [{ taskId: anyCode, recipientCount: 2, ...scheduled }],
		},
		{
			name: 'a telephony service to lists',
			parameters: { sendTo: 'lists', listCodes: '1001', ...byService },
			bodies: [{ from: caller, desc: 'Reminder', pid: '1001', sid: '301' }],
			outputs: [{ taskId: anyCode, lists: '1001' }],
		},
		{
			name: 'an MP3',
			parameters: { ...byRecording, caller: '0' },
			bodies: [
				{ from: '0', desc: 'Reminder', list: '0570002233', fileurl: 'https://example.com/a.mp3' },
			],
			outputs: [sentTo('0570002233')],
		},
	],
	compared: [
		comparison('description', 'desc', textAround(2, 100), { isRequired: true }),
		comparison('text', 'tts', textAround(1, 1000), { isRequired: true }),
		comparison('caller', 'from', phoneValue, { sent: asPhone, isRequired: true }),
		comparison('advanced.data', 'data', textAround(1, 50)),
		comparison('advanced.constantData', 'constdata', textAround(1, 50)),
		comparison(
			'options.getDigits',
			'getdigits',
			fc.oneof(digitsOf(0, 11), fc.constantFrom('no', 'all', 'num', '0', 'ALL'), textAround(3)),
		),
		comparison(
			'timing.stopTime',
			'stop',
			fc.oneof(digitsOf(3, 5), fc.constantFrom('2400', '2359', '0000', '12:30', '1260')),
			{ sent: asTime },
		),
		comparison('options.retryRounds', 'retry', numberAround(1, 10), { sent: asNumber }),
		comparison('advanced.voicemailDetection', 'amd', numberAround(0, 2), { sent: asNumber }),
		comparison('timing.retryInterval', 'retryint', numberAround(1, 30), {
			sent: asNumber,
			with: { options: { retryRounds: 2 } },
			body: { retry: 2 },
		}),
		comparison('fileUrl', 'fileurl', webAddressValue, {
			with: { content: 'file' },
			body: { tts: undefined },
			isRequired: true,
		}),
	],
	toolCalls: [
		{
			byModel: { phoneNumbers: '0570002233', text: 'Hello', caller },
			parameters: { subject: byModel('Description') },
			call: { Description: 'Reminder' },
			body: { list: '0570002233', tts: 'Hello', from: caller, desc: 'Reminder' },
			output: [{ ...sentTo('0570002233'), taskId: codes[0] }],
		},
	],
};

const sendCampaign: OperationRow = {
	resource: 'message',
	operation: 'sendCampaign',
	parameters: {
		mode: 'send',
		...{ recipient: 'phone', caller, description: 'Reminder', content: 'text', text: 'Hello' },
	},
	effect: 'once',
	once: {
		deeds: (body) => recipients(body).map((each) => `${String(body.desc)} ${each}`),
		parameters: { description: '=About {{ $json.text }}', text: '={{ $json.text }}' },
	},
	built: { list: ['recipient'] },
	sends: [
		{
			name: 'every option, in one request',
			items: twoItems,
			parameters: everyOption,
			bodies: [
				{ from: caller, desc: 'Reminder', list: twoPhones, tts: 'Hello', ...everyOptionOnWire },
			],
			outputs: [{ taskId: anyCode, ...toBoth, text: 'Hello', ...scheduled }],
			of: [[0, 1]],
		},
		{
			name: 'a telephony service to lists',
			parameters: { sendTo: 'lists', listCodes: '1001', ...byService },
			bodies: [{ from: caller, desc: 'Reminder', pid: '1001', sid: '301' }],
			outputs: [{ taskId: anyCode, lists: '1001', items: 1, refused: 0, service: '301' }],
			of: [[0]],
		},
		{
			name: 'an MP3 to everybody',
			items: twoItems,
			parameters: byRecording,
			bodies: [
				{ from: caller, desc: 'Reminder', list: twoPhones, fileurl: 'https://example.com/a.mp3' },
			],
			outputs: [{ taskId: anyCode, ...toBoth, file: 'https://example.com/a.mp3' }],
			of: [[0, 1]],
		},
	],
};

export const voiceRows: OperationRow[] = [send, sendCampaign];
