import fc from 'fast-check';

import {
	asNumber,
	asPhone,
	asTypedCode,
	digitsOf,
	domainValue,
	numberAround,
	phoneValue,
	textAround,
} from '../differential/values';
import { phone, template, forEachItem } from './items';
import { type OperationRow, comparison } from './row';
const number = '0570002233';
const sentBy = (channel: string, to = number) => [{ result: 'CODE_SENT', phone: to, channel }];
const byVoice = { channel: 'vms' };
const byChat = { channel: 'wa', template: template('2007') };

const send: OperationRow = {
	resource: 'code',
	operation: 'send',
	parameters: { phone, channel: 'sms' },
	effect: 'once',
	once: { deeds: ({ phone: to }) => [String(to)] },
	sends: [
		forEachItem(
			'a code for each item',
			(to) => ({ phone: to, type: 'sms' }),
			(to) => sentBy('sms', to)[0],
		),
		{
			name: 'every SMS option, none of other channels',
			parameters: {
				options: {
					codeLength: 6,
					language: 'en',
					...{ smsSender: 'MyShop', smsText: 'Code', validity: 20, voiceCaller: '0771234567' },
					ownCode: '1234',
				},
				beforeSending: { mostChat: 3, mostSms: 4, mostVoice: 5 },
				advanced: { voiceService: '301', webOtpDomain: 'shop.example.com' },
			},
			bodies: [
				{
					...{ phone: number, type: 'sms', codelen: 6, lang: 'en', maxsms: 4, minvalid: 20 },
					...{ smsfrom: 'MyShop', smstext: 'Code', webotp: 'shop.example.com', precode: '1234' },
				},
			],
			outputs: sentBy('sms'),
		},
		{
			name: 'every voice option',
			parameters: {
				...byVoice,
				options: { language: 'en', voiceCaller: '0771234567' },
				beforeSending: { mostVoice: 5 },
				advanced: { voiceService: '301' },
			},
			bodies: [
				{
					...{ phone: number, type: 'vms', lang: 'en', maxvms: 5 },
					...{ vmsfrom: '0771234567', vmssid: '301' },
				},
			],
			outputs: sentBy('vms'),
		},
		{
			name: 'by chat',
			parameters: {
				...byChat,
				options: { chatSender: '0570004567' },
				beforeSending: { mostChat: 3 },
			},
			bodies: [{ phone: number, type: 'wa', watemplate: '2007', wafrom: '0570004567', maxwa: 3 }],
			outputs: sentBy('wa'),
		},
		{
			name: 'automatic, with a domain for the codes that leave by SMS',
			parameters: { channel: 'auto', advanced: { webOtpDomain: 'shop.example.com' } },
			bodies: [{ phone: number, type: 'auto', webotp: 'shop.example.com' }],
			outputs: sentBy('sms'),
		},
		{
			name: 'abroad, to a number that looks like an Israeli one without its 0',
			parameters: { phone: '+508 41 23 45' },
			bodies: [{ phone: '508412345', type: 'sms' }],
			outputs: sentBy('sms', '508412345'),
		},
	],
	compared: [
		comparison('phone', 'phone', phoneValue, { sent: asPhone, isRequired: true }),
		comparison('options.codeLength', 'codelen', numberAround(3, 8), { sent: asNumber }),
		comparison('options.validity', 'minvalid', numberAround(1, 60), { sent: asNumber }),
		comparison('beforeSending.mostSms', 'maxsms', numberAround(1, 10), { sent: asNumber }),
		comparison('beforeSending.mostVoice', 'maxvms', numberAround(1, 10), {
			with: byVoice,
			body: { type: 'vms' },
			sent: asNumber,
		}),
		comparison('beforeSending.mostChat', 'maxwa', numberAround(1, 10), {
			with: byChat,
			body: { type: 'wa', watemplate: '2007' },
			sent: asNumber,
		}),
		comparison('options.ownCode', 'precode', fc.oneof(digitsOf(2, 9), textAround(4))),
		comparison('advanced.webOtpDomain', 'webotp', domainValue),
	],
	toolCalls: [
		{
			byModel: { phone: number },
			body: { phone: number, type: 'sms' },
			output: sentBy('sms'),
		},
		{
			variant: 'by chat',
			parameters: { channel: 'wa' },
			byModel: { phone: number, template: '2007' },
			body: { phone: number, type: 'wa', watemplate: '2007' },
			output: sentBy('wa'),
		},
	],
};

const verify: OperationRow = {
	resource: 'code',
	operation: 'verify',
	parameters: { phone, code: '={{ $json.code }}' },
	effect: 'once',
	once: { deeds: ({ phone: of, code }) => [`${String(of)} ${String(code)}`] },
	sends: [
		{
			name: 'a wrong code, with every option',
			parameters: { options: { codeLength: 5, validity: 10 } },
			bodies: [{ phone: number, code: '00000', codelen: 5, minvalid: 10 }],
			outputs: [{ outcome: 'refused', result: 'WRONG_CODE', valid: false, phone: number }],
		},
	],
	compared: [
		comparison('code', 'code', fc.oneof(digitsOf(2, 9), textAround(5)), {
			sent: asTypedCode,
			isRequired: true,
		}),
	],
	toolCalls: [
		{
			byModel: { phone: number, code: '12345' },
			body: { phone: number, code: '12345' },
			output: [{ outcome: 'refused', result: 'WRONG_CODE', valid: false, phone: number }],
		},
	],
};

export const otpRows: OperationRow[] = [send, verify];
