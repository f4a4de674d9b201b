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
import { phone, text } from './items';
import { type OperationRow, comparison } from './row';
import { recipients } from './sending';

const caller = '0771234567';

const send: OperationRow = {
	resource: 'message',
	operation: 'send',
	parameters: { caller, description: 'Reminder', phoneNumbers: phone, content: 'text', text },
	effect: 'once',
	once: { deeds: recipients },
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
};

export const voiceRows: OperationRow[] = [send, sendCampaign];
