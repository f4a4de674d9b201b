import { asPhone } from '../differential/sent';
import { phoneValue } from '../differential/values';
import { nothing, phone, forEachItem } from './items';
import { type OperationRow, type RefusedCase, comparison, refusal } from './row';
import { smsSend } from './smsSend';
import { smsSendAndWait } from './sendAndWait';
import { smsSendCampaign } from './smsSendCampaign';

const number = '0570002233';
const refusedPhones: RefusedCase[] = [
	refusal('phone', '15551234567', 'must be an Israeli landline or mobile number'),
	refusal('phone', nothing, 'is empty or missing'),
];

const balance: OperationRow = {
	resource: 'balance',
	operation: 'get',
	parameters: {},
	effect: 'asks',
	documented: {},
	sends: [{ name: 'the balance', bodies: [{ act: 'credit' }], outputs: [{ balance: 100_000 }] }],
	refuses: [],
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
	documented: { phone: ['phone'], type: ['channel'] },
	sends: [
		forEachItem(
			'a code for each item',
			(to) => ({ phone: to, type: 'sms' }),
			(to) => ({ result: 'CODE_SENT', sent: true, exists: false, phone: to }),
		),
		{
			name: 'a number that is a sender ID already',
			parameters: { phone: '0570004567', channel: 'auto' },
			bodies: [{ phone: '0570004567', type: 'auto' }],
			outputs: [{ result: 'PHONE_EXIST', sent: false, exists: true, phone: '0570004567' }],
		},
	],
	refuses: [...refusedPhones, refusal('channel', '={{ "wa" }}', 'must be one of sms, vms, auto')],
	compared: [comparison('phone', 'phone', phoneValue, { sent: asPhone, isRequired: true })],
	toolCalls: [
		{
			byModel: { phone: number },
			body: { phone: number, type: 'sms' },
			output: [{ result: 'CODE_SENT', sent: true, exists: false, phone: number }],
		},
	],
};

const verifyCode: OperationRow = {
	resource: 'senderId',
	operation: 'verifyCode',
	parameters: { phone, code: '12345' },
	effect: 'once',
	once: { deeds: ({ phone: to }) => [String(to)] },
	documented: { phone: ['phone'], code: ['code'], desc: ['options.description'] },
	sends: [
		{
			name: 'a code as people type it, which the service calls wrong',
			parameters: { code: 'no idea' },
			bodies: [{ phone: number, code: 'no idea' }],
			outputs: [{ result: 'WRONG_CODE', verified: false, exists: false, phone: number }],
		},
		{
			name: 'a wrong code, with every option',
			parameters: { options: { description: 'Desk' } },
			bodies: [{ phone: number, code: '12345', desc: 'Desk' }],
			outputs: [{ result: 'WRONG_CODE', verified: false, exists: false, phone: number }],
		},
	],
	refuses: [
		...refusedPhones,
		refusal('code', nothing, 'is empty or missing'),
		refusal('options.description', 'x'.repeat(51), 'is longer than 50 characters'),
	],
	toolCalls: [
		{
			byModel: { phone: number, code: '12345' },
			body: { phone: number, code: '12345' },
			output: [{ result: 'WRONG_CODE', verified: false, exists: false, phone: number }],
		},
	],
};

export const smsRows: OperationRow[] = [
	smsSend,
	smsSendCampaign,
	smsSendAndWait,
	balance,
	requestCode,
	verifyCode,
];
