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
import { phone, template } from './items';
import { type OperationRow, comparison } from './row';

const byVoice = { channel: 'vms' };
const byChat = { channel: 'wa', template: template('2007') };

const send: OperationRow = {
	resource: 'code',
	operation: 'send',
	parameters: { phone, channel: 'sms' },
	effect: 'once',
	once: { deeds: ({ phone: to }) => [String(to)] },
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
};

const verify: OperationRow = {
	resource: 'code',
	operation: 'verify',
	parameters: { phone, code: '={{ $json.code }}' },
	effect: 'once',
	once: { deeds: ({ phone: of, code }) => [`${String(of)} ${String(code)}`] },
	compared: [
		comparison('code', 'code', fc.oneof(digitsOf(2, 9), textAround(5)), {
			sent: asTypedCode,
			isRequired: true,
		}),
	],
};

export const otpRows: OperationRow[] = [send, verify];
